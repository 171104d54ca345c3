import { matchPath } from 'react-router';
import type { ZodMiniType } from 'zod/mini';
import type { PagePreload } from './api/api';
import type { ContactTopic, CorrectionDto, SubmitCoaDto } from './api/generated/types.gen';
import { certificateError, submitCertificateSchema } from './components/coa-registry/certificate-form.schema';
import { certificateFormOf, withoutBlanks } from './components/coa-registry/certificate-values';
import { deskCall } from './features/brands/desk-call';
import { contactError, contactSchema } from './features/contact/contact.schema';
import { defaultValues } from './features/contact/contact-values';
import { followedIn } from './features/newsletter/followed';
import { firstMessages } from './hooks/schema-resolver';
import { pathOf } from './pages';

interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** What a form sent without scripts asks the API for, or why it can't. */
type FormCall = { readonly url: string; readonly payload: object } | { readonly errors: readonly FieldError[] };

type Values = Readonly<Record<string, string>>;

type Responses = PagePreload['responses'];

/**
 * Uses the schema of the browser's form, so that both say the same about the same input.
 * @param values in the order of the form
 */
function checked<Form>(
  schema: ZodMiniType<Form>,
  error: typeof contactError,
  values: object,
  callOf: (form: Form) => FormCall,
): FormCall {
  const result = schema.safeParse(values, { error });
  if (result.success) return callOf(result.data);
  const order = Object.keys(values);
  const inOrder = [...firstMessages(result.error.issues)].toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  return { errors: inOrder.map(([field, message]) => ({ field, message })) };
}

type CallOf = (values: Values, page: { params: URLSearchParams; path: PathParams; responses: Responses }) => FormCall;

type PathParams = Readonly<Record<string, string | undefined>>;

const FORMS: readonly { readonly path: string; readonly callOf: CallOf }[] = [
  {
    path: pathOf('contact'),
    callOf: (values, { params }) => {
      const defaults = defaultValues(params);
      const schema = contactSchema(defaults.message);
      return checked(schema, contactError, { ...defaults, ...values }, ({ name, topic, ...rest }) => ({
        url: '/api/contact',
        payload: { ...rest, topic: topic as ContactTopic, ...(name && { name }) },
      }));
    },
  },
  {
    path: pathOf('submitCoa'),
    callOf: (values) => certificateCall(values, '/api/coa/submit'),
  },
  {
    path: pathOf('correction'),
    callOf: (values, { path: { token = '' }, responses }) => {
      const correction = responses.find(({ operation }) => operation === 'getCorrection')?.body as CorrectionDto;
      const { sample } = correction ?? {};
      const testResults = { analytes: correction?.testResults?.analytes ?? [] };
      return certificateCall(values, `/api/corrections/${encodeURIComponent(token)}`, { testResults, sample });
    },
  },
  {
    path: pathOf('reportProblem'),
    callOf: ({ reason, text, email }, { path: { reference = '' } }) => ({
      url: `/api/certificates/${encodeURIComponent(reference)}/problems`,
      payload: { reason, text, email },
    }),
  },
  {
    path: pathOf('brandClaim'),
    callOf: ({ domain, email }, { path: { brandName = '' } }) => ({
      url: `/api/brands/${encodeURIComponent(brandName)}/claims`,
      payload: { domain, email },
    }),
  },
  {
    path: pathOf('brandDesk'),
    callOf: (values, { params }) => deskCall(params.get('token') ?? '', values),
  },
  {
    path: pathOf('home'),
    callOf: ({ email = '', source = '' }) => ({ url: '/api/subscribe', payload: { email: email.trim(), source } }),
  },
  {
    path: pathOf('confirmNewsletter'),
    callOf: (_, { params }) => ({ url: '/api/newsletter/confirm', payload: { token: params.get('token') ?? '' } }),
  },
  {
    path: pathOf('follow'),
    callOf: ({ email = '' }, { params }) => ({
      url: '/api/follows',
      payload: { email: email.trim(), ...followedIn(params) },
    }),
  },
  {
    path: pathOf('following'),
    callOf: ({ step }, { params }) => {
      const token = params.get('token') ?? '';
      if (step === 'confirm') return { url: '/api/follows/confirm', payload: { token } };
      return { url: '/api/follows/stop', payload: { token, ...(step !== 'all' && { followId: Number(step) }) } };
    },
  },
  {
    path: pathOf('sandbox'),
    callOf: ({ email }, { params }) =>
      email === undefined
        ? { url: '/api/sandbox/keys', payload: { token: params.get('token') ?? '' } }
        : { url: '/api/sandbox/requests', payload: { email: email.trim() } },
  },
  {
    path: pathOf('unsubscribe'),
    callOf: ({ step }, { params }) => ({
      url: step === 'resubscribe' ? '/api/newsletter/resubscribe' : '/api/newsletter/unsubscribe',
      payload: { token: params.get('token') ?? '' },
    }),
  },
];

function certificateCall(
  values: Values,
  url: string,
  { sample, ...rest }: Partial<Pick<SubmitCoaDto, 'testResults' | 'sample'>> = {},
): FormCall {
  return checked(submitCertificateSchema, certificateError, certificateFormOf(values), (form) => ({
    url: values.step === 'check' ? '/api/coa/check' : url,
    payload: { ...withoutBlanks(form, sample), ...rest },
  }));
}

/**
 * The call that a form sent without scripts becomes.
 * @param url path and query of the page that the form is on
 * @param values the form's fields
 * @param responses the responses to the page's calls
 * @returns null when the page has no form
 */
export function formCallOf(url: string, values: Values, responses: Responses): FormCall | null {
  const { pathname, searchParams } = new URL(`http://localhost${url}`);
  for (const { path, callOf } of FORMS) {
    const match = matchPath(path, pathname);
    if (match) return callOf(values, { params: searchParams, path: match.params, responses });
  }
  return null;
}
