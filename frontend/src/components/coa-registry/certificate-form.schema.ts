import * as z from 'zod/mini';

/** The API's limits and messages, shown before sending. */
const required = (label: string, max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, `${label} is required`),
      z.maxLength(max, `${label} can be at most ${max} characters`),
    );

const milligrams = (label: string) => {
  const range = `${label} must be a number from 0 to 1000 mg`;
  return z.number(range).check(
    z.gte(0, range),
    z.lte(1000, range),
    z.refine((mg) => Number(mg.toFixed(2)) === mg, `${label} can have at most two decimals`),
  );
};

const address = (label: string) =>
  z.string().check(
    z.trim(),
    z.refine(
      (text) => text === '' || /^https?:\/\/[^\s/]+\.[^\s/]+/i.test(text),
      `${label} must be a link that starts with http:// or https://`,
    ),
    z.maxLength(500, `${label} can be at most 500 characters`),
  );

const emailMessage = 'Valid email is required';

/** The certificate's fields, without the contact's. */
export const certificateContentSchema = z.object({
  brandName: required('Brand name', 120),
  website: address('Website'),
  productName: required('Product name', 200),
  batchId: required('Batch ID', 100),
  thcContent: milligrams('THC content'),
  cbdContent: milligrams('CBD content'),
  testDate: required('Test date', 10),
  labName: required('Lab name', 200),
  coaFileUrl: address('Certificate file'),
  notes: z.string().check(z.trim(), z.maxLength(2000, 'Notes can be at most 2000 characters')),
});

export type CertificateContentForm = z.infer<typeof certificateContentSchema>;

export const submitCertificateSchema = z.extend(certificateContentSchema, {
  contactName: required('Contact name', 120),
  contactEmail: z.string(emailMessage).check(z.trim(), z.email(emailMessage), z.maxLength(254, emailMessage)),
});

export type SubmitCertificateForm = z.infer<typeof submitCertificateSchema>;

export const EMPTY_FORM: SubmitCertificateForm = {
  brandName: '',
  contactName: '',
  contactEmail: '',
  website: '',
  productName: '',
  batchId: '',
  thcContent: 0,
  cbdContent: 0,
  testDate: '',
  labName: '',
  coaFileUrl: '',
  notes: '',
};

/** The API treats missing fields as unknown; an empty string would fail URL validation. */
export const withoutBlanks = <Form extends CertificateContentForm>({ website, coaFileUrl, notes, ...rest }: Form) => ({
  ...rest,
  ...(website && { website }),
  ...(coaFileUrl && { coaFileUrl }),
  ...(notes && { notes }),
});
