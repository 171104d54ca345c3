import type { CoaDocumentDto } from '../../api/generated/types.gen';
import { formatBytes } from '../../ui/text/figures';
import { noteOn, originsOf } from './document-words';
import { isDownloadable } from './download-document';

const aDocument = (differing: Partial<CoaDocumentDto> = {}): CoaDocumentDto => ({
  sha256: 'a'.repeat(64),
  bytes: 84_512,
  state: 'ready',
  pageCount: 1,
  damaged: false,
  pages: [{ number: 1, width: 612, height: 792 }],
  receivedAt: '2026-11-20T15:04:05.000Z',
  receivedFrom: 'lab',
  qrCodes: [],
  refusal: null,
  removal: null,
  ...differing,
});

it('a document that was read needs no note, and every other state has one', () => {
  expect(noteOn(aDocument())).toBeNull();
  for (const state of ['received', 'reading'] as const) {
    expect(noteOn(aDocument({ state }))?.title).toBe('We are still reading this document');
  }
  expect(noteOn(aDocument({ state: 'refused' }))?.title).toBe('We did not keep the PDF that was sent');
});

it('an unreadable document says why, without advice for the sender', () => {
  const refusal = { code: 'password-protected', message: 'This PDF needs a password. Ask the lab for another.' };
  expect(noteOn(aDocument({ state: 'unreadable', refusal }))?.text).toBe(
    'It needs a password to open. There are no pictures of its pages here, and no value was read from it. You can download it as it came.',
  );
  const text = noteOn(aDocument({ state: 'unreadable', refusal: { code: 'new', message: 'New.' } }))?.text;
  expect(text).toMatch(/^There are no pictures/);
});

it('a removed document gives the reason, and is not called damaged', () => {
  const removal = { reason: 'We removed it because it contains personal data.', at: '2026-11-22T10:00:00.000Z' };
  const note = noteOn(aDocument({ state: 'removed', removal, damaged: true }));
  expect(note?.title).toBe('We removed this document');
  expect(note?.text).toMatch(/^We removed it because it contains personal data\. Its SHA-256 stays here/);
});

it('a damaged document is not given out', () => {
  expect(noteOn(aDocument({ damaged: true }))?.title).toBe('Our copy of this PDF is damaged');
  expect(isDownloadable(aDocument({ damaged: true }))).toBe(false);
});

it.each([
  ['ready', true],
  ['unreadable', true],
  ['received', false],
  ['reading', false],
  ['refused', false],
  ['removed', false],
] as const)('%s can be downloaded: %s', (state, expected) => {
  expect(isDownloadable(aDocument({ state }))).toBe(expected);
});

it('where each value comes from is said in words', () => {
  expect(
    originsOf([
      { field: 'batchId', origin: 'document', page: 2, confirmedBy: 'submitter' },
      { field: 'testDate', origin: 'document', page: 1, confirmedBy: 'staff' },
      { field: 'thcContent', origin: 'typed', page: null, confirmedBy: null },
      { field: 'labName', origin: 'lab_system', page: null, confirmedBy: null },
      { field: 'brandName', origin: 'staff', page: null, confirmedBy: null },
    ]),
  ).toEqual([
    { label: 'Batch', value: 'Read by software on page 2 of the PDF, confirmed by the submitter' },
    { label: 'Test date', value: 'Read by software on page 1 of the PDF, confirmed by our staff' },
    { label: 'THC', value: 'Typed by the submitter' },
    { label: 'Lab', value: "Sent by the lab's own system" },
    { label: 'Brand', value: 'Entered by our staff' },
  ]);
});

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [84_512, '85 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [10_485_760, '10.5 MB'],
])('%d bytes are %s', (bytes, expected) => {
  expect(formatBytes(bytes)).toBe(expected);
});
