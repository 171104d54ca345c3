import type { Sampler, SentSampleDto } from '../../api/generated/types.gen';

/** The form values, by the API's path of each. An empty field is an empty string. */
export const EMPTY_FORM = {
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
  'sample.sampledBy': '',
  'sample.boughtBy': '',
  labReportId: '',
  coaFileUrl: '',
  notes: '',
};

export type SubmitCertificateForm = typeof EMPTY_FORM;

/** A certificate's content, without the contact. */
export type CertificateContentForm = Omit<SubmitCertificateForm, 'contactName' | 'contactEmail' | 'labReportId'>;

/** Form values from the texts that a browser sends without scripts. */
export const certificateFormOf = (texts: Readonly<Record<string, string>>): SubmitCertificateForm => ({
  ...EMPTY_FORM,
  ...Object.fromEntries(Object.entries(texts).filter(([name]) => name in EMPTY_FORM)),
  thcContent: milligramsOf(texts.thcContent),
  cbdContent: milligramsOf(texts.cbdContent),
});

/** Text that is not a number becomes 0 (decision 0051). */
export const milligramsOf = (text: unknown) => Number(text) || 0;

/**
 * Leaves out empty optional fields: the API rejects an empty string as a link.
 * @param printed what the form has no fields for
 */
export const withoutBlanks = <Form extends CertificateContentForm & Partial<SubmitCertificateForm>>(
  form: Form,
  { sampledBy: _, boughtBy: __, ...printed }: SentSampleDto = {},
) => {
  const { website, labReportId, coaFileUrl, notes, ...others } = form;
  const { 'sample.sampledBy': sampledBy, 'sample.boughtBy': boughtBy, ...rest } = others;
  const sample = { ...printed, ...(sampledBy && { sampledBy: sampledBy as Sampler }), ...(boughtBy && { boughtBy }) };
  return {
    ...rest,
    ...(Object.keys(sample).length > 0 && { sample }),
    ...(website && { website }),
    ...(labReportId && { labReportId }),
    ...(coaFileUrl && { coaFileUrl }),
    ...(notes && { notes }),
  };
};
