import * as z from 'zod/mini';
import type { ContactTopic } from '../../api/generated/types.gen';
import { zSendContactMessageDto } from '../../api/generated/zod-forms.gen';

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

/** Code points, like the API counts. The generated schema counts UTF-16 units, in which an emoji is two characters. */
const codePointCount = (text: string) => [...text].length;

/** @param prefill the text that the message field started with: on its own it is not a message */
export const contactSchema = (prefill: string) =>
  z.extend(zSendContactMessageDto, {
    name: z.string().check(
      z.trim(),
      z.refine((name) => codePointCount(name) <= 120, 'Name can be at most 120 characters'),
    ),
    email: z.pipe(z.string().check(z.trim()), zSendContactMessageDto.shape.email),
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
    // Every field of the form has a value, so the checked form has the form's own type.
  }) as z.ZodMiniType as z.ZodMiniType<ContactForm, ContactForm>;

/** The API's messages for what its schema refuses, so that people read them before sending instead of after. */
export const contactError: z.core.$ZodErrorMap = ({ path }) =>
  path?.[0] === 'topic' ? 'Choose what your message is about' : 'Enter a valid email address';

/** Longer than any batch ID. */
const ABOUT_MAX = 200;

/** Values that a link to this page can fill in: a known topic, and a subject as the message's first line of plain text. */
export function defaultValues(params: URLSearchParams): ContactForm {
  const topic = TOPICS.find(({ value }) => value === params.get('topic'))?.value ?? '';
  const about = [...(params.get('about') ?? '').replace(/[\s\p{C}]+/gu, ' ').trim()].slice(0, ABOUT_MAX).join('');
  return { topic, email: '', name: '', message: about && `About ${about}:\n\n` };
}
