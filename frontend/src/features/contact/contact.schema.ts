import * as z from 'zod/mini';
import type { ContactTopic } from '../../api/generated/types.gen';

/** In the order in which they are offered. */
export const TOPICS: readonly { value: ContactTopic; label: string }[] = [
  { value: 'question', label: 'A question' },
  { value: 'correction', label: 'A correction' },
  { value: 'privacy', label: 'My data and privacy' },
  { value: 'other', label: 'Something else' },
];

/** Characters as people count them, and as the API does. */
const lengthOf = (text: string) => [...text].length;

const EMAIL = 'Enter a valid email address';

/**
 * The same limits and sentences as the API's, so that a person reads them before sending instead of after.
 * @param prefill what the message began with: by itself it says nothing yet
 */
export const contactSchema = (prefill: string) =>
  z.object({
    name: z.string().check(
      z.trim(),
      z.refine((name) => lengthOf(name) <= 120, 'Name can be at most 120 characters'),
    ),
    email: z.string().check(z.trim(), z.email(EMAIL), z.maxLength(254, EMAIL)),
    topic: z
      .string()
      .check(z.refine((topic) => TOPICS.some(({ value }) => value === topic), 'Choose what your message is about')),
    message: z.string().check(
      z.trim(),
      z.minLength(1, { error: 'Message is required', abort: true }),
      z.refine((message) => message !== prefill.trim(), {
        error: 'Write your message below the first line',
        abort: true,
      }),
      z.refine((message) => lengthOf(message) >= 10, 'Message must be at least 10 characters'),
      z.refine((message) => lengthOf(message) <= 4000, 'Message can be at most 4000 characters'),
    ),
  });

export type ContactForm = z.infer<ReturnType<typeof contactSchema>>;

/** Characters of a prefilled subject: longer than any batch id. */
const ABOUT_MAX = 200;

/** What a link to this page may fill in: a known topic, and what it is about as the message's first line of plain text. */
export function defaultValues(params: URLSearchParams): ContactForm {
  const topic = TOPICS.find(({ value }) => value === params.get('topic'))?.value ?? '';
  const about = [...(params.get('about') ?? '').replace(/[\s\p{C}]+/gu, ' ').trim()].slice(0, ABOUT_MAX).join('');
  return { name: '', email: '', topic, message: about && `About ${about}:\n\n` };
}
