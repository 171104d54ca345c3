import { matchPath } from 'react-router';
import type { ZodMiniType } from 'zod/mini';
import type { ContactTopic } from './api/generated/types.gen';
import {
  certificateError,
  EMPTY_FORM,
  submitCertificateSchema,
  withoutBlanks,
} from './components/coa-registry/certificate-form.schema';
import { contactError, contactSchema, defaultValues } from './features/contact/contact.schema';
import { pathOf } from './pages';

interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** What a form sent without scripts asks the API for, or why it can't. */
type FormCall = { readonly url: string; readonly payload: object } | { readonly errors: readonly FieldError[] };

type Values = Readonly<Record<string, string>>;

/** Uses the schema of the browser's form, so that both say the same about the same input. */
function checked<Form>(
  schema: ZodMiniType<Form>,
  error: typeof contactError,
  values: unknown,
  callOf: (form: Form) => FormCall,
): FormCall {
  const result = schema.safeParse(values, { error });
  if (result.success) return callOf(result.data);
  const errors = new Map<string, string>();
  for (const { path, message } of result.error.issues) {
    const field = String(path[0]);
    if (!errors.has(field)) errors.set(field, message);
  }
  return { errors: [...errors].map(([field, message]) => ({ field, message })) };
}

const FORMS: readonly { path: string; callOf: (values: Values, params: URLSearchParams) => FormCall }[] = [
  {
    path: pathOf('contact'),
    callOf: (values, params) => {
      const defaults = defaultValues(params);
      return checked(
        contactSchema(defaults.message),
        contactError,
        { ...defaults, ...values },
        ({ name, topic, ...rest }) => ({
          url: '/api/contact',
          payload: { ...rest, topic: topic as ContactTopic, ...(name && { name }) },
        }),
      );
    },
  },
  {
    path: pathOf('submitCoa'),
    callOf: (values) =>
      checked(
        submitCertificateSchema,
        certificateError,
        // What cannot be read as a number becomes 0 (decision 0037).
        {
          ...EMPTY_FORM,
          ...values,
          thcContent: Number(values.thcContent) || 0,
          cbdContent: Number(values.cbdContent) || 0,
        },
        (form) => ({ url: '/api/coa/submit', payload: withoutBlanks(form) }),
      ),
  },
  {
    path: pathOf('home'),
    callOf: ({ email = '', source = 'homepage' }) => ({ url: '/api/subscribe', payload: { email, source } }),
  },
];

/**
 * @param url path and query of the page that the form is on
 * @param values the form's fields
 * @returns null when the page has no form
 */
export function formCallOf(url: string, values: Values): FormCall | null {
  const { pathname, searchParams } = new URL(`http://localhost${url}`);
  const form = FORMS.find(({ path }) => matchPath(path, pathname));
  return form ? form.callOf(values, searchParams) : null;
}
