import * as z from 'zod/mini';
import { zSendContactMessageDto } from '../../api/generated/zod-forms.gen';
import { schemaResolver } from '../../hooks/schema-resolver';
import type { ContactForm } from './contact-values';

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

export const contactResolver = (prefill: string) => schemaResolver(contactSchema(prefill), contactError);
