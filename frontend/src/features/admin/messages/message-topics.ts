import type { ContactTopic } from '../../../api/generated/types.gen';

/** What messages are about, as staff call it. */
export const TOPICS: Record<ContactTopic, string> = {
  question: 'Question',
  correction: 'Correction',
  privacy: 'Privacy',
  other: 'Other',
};
