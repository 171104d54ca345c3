import type { ContactTopic } from '../../../api/generated/types.gen';

/** Names of the topics for staff. */
export const TOPICS: Record<ContactTopic, string> = {
  question: 'Question',
  correction: 'Correction',
  privacy: 'Privacy',
  other: 'Other',
};

export const TOPIC_OPTIONS = (Object.keys(TOPICS) as ContactTopic[]).map((value) => ({ value, label: TOPICS[value] }));
