import * as z from 'zod/mini';
import { zSubmitCoaDto } from '../../api/generated/zod-forms.gen';
import { schemaResolver } from '../../hooks/schema-resolver';
import type { CertificateContentForm, SubmitCertificateForm } from './certificate-values';

const LABELS: Record<keyof SubmitCertificateForm, string> = {
  brandName: 'Brand name',
  contactName: 'Contact name',
  contactEmail: 'Contact email',
  website: 'Website',
  productName: 'Product name',
  batchId: 'Batch ID',
  thcContent: 'THC content',
  cbdContent: 'CBD content',
  testDate: 'Test date',
  labName: 'Lab name',
  'sample.sampledBy': 'Who picked the can',
  'sample.boughtBy': 'Bought by',
  labReportId: 'Report number',
  coaFileUrl: 'Certificate file',
  notes: 'Notes',
};

const fields = zSubmitCoaDto.shape;

const isLink = (text: unknown) => !text || /^https?:\/\/[^\s/]+\.[^\s/]+/i.test(String(text));

const hasTwoDecimals = (mg: number) => Number(mg.toFixed(2)) === mg;

const notALink = (name: keyof SubmitCertificateForm) =>
  `${LABELS[name]} must be a link that starts with http:// or https://`;

/** The API's schema, and the two rules that a JSON Schema does not express. */
const submission = z.extend(
  z.omit(zSubmitCoaDto, { testResults: true, sample: true, documentSha256: true, readFields: true }),
  {
    'sample.sampledBy': z.string(),
    'sample.boughtBy': z.string(),
    website: fields.website.check(z.refine(isLink, notALink('website'))),
    coaFileUrl: fields.coaFileUrl.check(z.refine(isLink, notALink('coaFileUrl'))),
    thcContent: fields.thcContent.check(z.refine(hasTwoDecimals, `${LABELS.thcContent} can have at most two decimals`)),
    cbdContent: fields.cbdContent.check(z.refine(hasTwoDecimals, `${LABELS.cbdContent} can have at most two decimals`)),
  },
);

/** Trims strings like the API does, then validates them. The result has the type of the form values. */
const formSchema = <Form extends object>(schema: z.ZodMiniType<unknown, object>) =>
  z.pipe(z.transform(trimTexts), schema) as z.ZodMiniType as z.ZodMiniType<Form, Form>;

const trimTexts = (form: object): object =>
  Object.fromEntries(
    Object.entries(form).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  );

export const submitCertificateSchema = formSchema<SubmitCertificateForm>(submission);

/** A certificate's content, without the contact. */
export const certificateContentSchema = formSchema<CertificateContentForm>(
  z.omit(submission, { contactName: true, contactEmail: true, labReportId: true }),
);

/** The API's messages for invalid values, so that people see them before sending. */
export const certificateError: z.core.$ZodErrorMap = ({ code, path, input, ...issue }) => {
  const name = path?.[0] as keyof SubmitCertificateForm;
  const label = LABELS[name];
  if (name === 'contactEmail') return 'Valid email is required';
  if (name === 'thcContent' || name === 'cbdContent') return `${label} must be a number from 0 to 1000 mg`;
  if (code === 'too_small') return `${label} is required`;
  if ((name === 'website' || name === 'coaFileUrl') && !isLink(input)) return notALink(name);
  return `${label} can be at most ${'maximum' in issue ? issue.maximum : ''} characters`;
};

export const submitCertificateResolver = schemaResolver(submitCertificateSchema, certificateError);

export const certificateContentResolver = schemaResolver(certificateContentSchema, certificateError);
