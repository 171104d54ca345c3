import type { ContactTopic } from '../../api/generated/types.gen';

/** In the order of the form. */
export const TOPICS: readonly { value: ContactTopic; label: string }[] = [
  { value: 'question', label: 'A question' },
  { value: 'correction', label: 'A correction' },
  { value: 'privacy', label: 'My data and privacy' },
  { value: 'other', label: 'Something else' },
];

/** In the order of the form. */
export interface ContactForm {
  topic: string;
  email: string;
  name: string;
  message: string;
}

/** Longer than any batch ID. */
const ABOUT_MAX = 200;

/** Values that a link to this page can fill in: a known topic, and a subject as the message's first line of plain text. */
export function defaultValues(params: URLSearchParams): ContactForm {
  const topic = TOPICS.find(({ value }) => value === params.get('topic'))?.value ?? '';
  const about = [...(params.get('about') ?? '').replace(/[\s\p{C}]+/gu, ' ').trim()].slice(0, ABOUT_MAX).join('');
  return { topic, email: '', name: '', message: about && `About ${about}:\n\n` };
}
