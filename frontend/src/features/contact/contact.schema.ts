import * as z from 'zod/mini';
import type { ContactTopic } from '../../api/generated/types.gen';

/** In display order. */
export const TOPICS: readonly { value: ContactTopic; label: string }[] = [
  { value: 'question', label: 'A question' },
  { value: 'correction', label: 'A correction' },
  { value: 'privacy', label: 'My data and privacy' },
  { value: 'other', label: 'Something else' },
];

/** Counts code points, as the API does. */
const codePointCount = (text: string) => [...text].length;

const EMAIL = 'Enter a valid email address';

/**
 * The API's limits and messages, shown before sending.
 * @param prefill the message's initial text, which does not count as a message
 */
export const contactSchema = (prefill: string) =>
  z.object({
    name: z.string().check(
      z.trim(),
      z.refine((name) => codePointCount(name) <= 120, 'Name can be at most 120 characters'),
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
      z.refine((message) => codePointCount(message) >= 10, 'Message must be at least 10 characters'),
      z.refine((message) => codePointCount(message) <= 4000, 'Message can be at most 4000 characters'),
    ),
  });

export type ContactForm = z.infer<ReturnType<typeof contactSchema>>;

/** Maximum length of a prefilled subject: longer than any batch ID. */
const ABOUT_MAX = 200;

/** Values a link to this page may prefill: a known topic, and the subject as a plain-text first line. */
export function defaultValues(params: URLSearchParams): ContactForm {
  const topic = TOPICS.find(({ value }) => value === params.get('topic'))?.value ?? '';
  const about = [...(params.get('about') ?? '').replace(/[\s\p{C}]+/gu, ' ').trim()].slice(0, ABOUT_MAX).join('');
  return { name: '', email: '', topic, message: about && `About ${about}:\n\n` };
}
