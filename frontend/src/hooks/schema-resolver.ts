import type * as z from 'zod/mini';
import type { ZodMiniType } from 'zod/mini';
import type { FormErrors, Resolver } from './use-form';

/** Checks a form with a schema. */
export const schemaResolver =
  <Values extends object>(schema: ZodMiniType<Values>, error: z.core.$ZodErrorMap): Resolver<Values> =>
  (values) => {
    const result = schema.safeParse(values, { error });
    if (result.success) return { values: result.data };
    const errors = [...firstMessages(result.error.issues)].map(([field, message]) => [field, { message }]);
    return { errors: Object.fromEntries(errors) as FormErrors<Values> };
  };

/** The first message about each field. */
export function firstMessages(issues: readonly z.core.$ZodIssue[]): Map<string, string> {
  const messages = new Map<string, string>();
  for (const { path, message } of issues) {
    const field = String(path[0]);
    if (!messages.has(field)) messages.set(field, message);
  }
  return messages;
}
