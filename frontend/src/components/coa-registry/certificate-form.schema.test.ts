import * as z from 'zod/mini';
import { certificateError, submitCertificateSchema } from './certificate-form.schema';
import { EMPTY_FORM, type SubmitCertificateForm } from './certificate-values';

const VALID: SubmitCertificateForm = {
  ...EMPTY_FORM,
  brandName: 'Juniper & Tide',
  contactName: 'Robin Vale',
  contactEmail: 'robin@juniper-tide.example',
  productName: 'Yuzu Seltzer 5 mg',
  batchId: '#C9030',
  thcContent: 4.82,
  testDate: '2026-10-14',
  labName: 'Example Analytical',
};

/** The first message of each field, as the form shows it. */
function messagesFor(changes: Partial<SubmitCertificateForm>): Record<string, string> {
  const { error } = z.safeParse(submitCertificateSchema, { ...VALID, ...changes }, { error: certificateError });
  const messages: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) messages[String(path[0])] ??= message;
  return messages;
}

const LONG = 'x'.repeat(2001);
const LINK = 'https://lab.example/';

describe('the certificate form', () => {
  it('accepts a complete certificate and trims its texts', () => {
    expect(z.parse(submitCertificateSchema, { ...VALID, brandName: '  Juniper & Tide ' })).toEqual(VALID);
  });

  it.each<[Partial<SubmitCertificateForm>, Record<string, string>]>([
    [{ brandName: '  ' }, { brandName: 'Brand name is required' }],
    [{ brandName: LONG }, { brandName: 'Brand name can be at most 120 characters' }],
    [{ contactName: '' }, { contactName: 'Contact name is required' }],
    [{ contactEmail: '' }, { contactEmail: 'Valid email is required' }],
    [{ contactEmail: 'robin' }, { contactEmail: 'Valid email is required' }],
    [{ contactEmail: `${LONG}@mail.example` }, { contactEmail: 'Valid email is required' }],
    [{ website: 'juniper' }, { website: 'Website must be a link that starts with http:// or https://' }],
    [{ website: LONG }, { website: 'Website must be a link that starts with http:// or https://' }],
    [{ website: LINK + LONG }, { website: 'Website can be at most 500 characters' }],
    [{ coaFileUrl: 'ftp://a' }, { coaFileUrl: 'Certificate file must be a link that starts with http:// or https://' }],
    [{ coaFileUrl: LINK + LONG }, { coaFileUrl: 'Certificate file can be at most 500 characters' }],
    [{ productName: '' }, { productName: 'Product name is required' }],
    [{ batchId: LONG }, { batchId: 'Batch ID can be at most 100 characters' }],
    [{ testDate: '' }, { testDate: 'Test date is required' }],
    [{ labName: '' }, { labName: 'Lab name is required' }],
    [{ notes: LONG }, { notes: 'Notes can be at most 2000 characters' }],
    [{ thcContent: -1 }, { thcContent: 'THC content must be a number from 0 to 1000 mg' }],
    [{ thcContent: 1000.001 }, { thcContent: 'THC content must be a number from 0 to 1000 mg' }],
    [{ cbdContent: Number.NaN }, { cbdContent: 'CBD content must be a number from 0 to 1000 mg' }],
    [{ cbdContent: 1.005 }, { cbdContent: 'CBD content can have at most two decimals' }],
    [
      { brandName: '', website: 'x', thcContent: Number.NaN },
      {
        brandName: 'Brand name is required',
        website: 'Website must be a link that starts with http:// or https://',
        thcContent: 'THC content must be a number from 0 to 1000 mg',
      },
    ],
  ])('says of %j: %j', (changes, messages) => {
    expect(messagesFor(changes)).toEqual(messages);
  });
});
