import { offeredLines } from '../../components/documents/result-lines';
import type { DocumentState, SentDocument } from '../../components/documents/send-document';
import { accessOf, bodyOf, notSentReason, progressNote } from './lab-report-sending';

const name = 'report.pdf';
const file = { name, content: new ArrayBuffer(0), sha256: 'a'.repeat(64), digest: '' };
const error = new Error('lost');
const sent = { access: 'token' };
const READ_FIELDS = [{ field: 'batchId', page: 2 } as const];

const read = (state: SentDocument['state']): DocumentState => ({
  step: 'read',
  name,
  file,
  access: 'token',
  document: {
    sha256: file.sha256,
    bytes: 1,
    state,
    pageCount: 1,
    pages: [],
    refusal: null,
    fields: [],
    candidates: [],
    rows: [],
  },
});

it.each<[string, DocumentState | null, boolean, boolean]>([
  ['no document', null, true, false],
  ['a file that can’t be sent', { step: 'unusable', name, problem: 'too-large' }, true, false],
  ['a file that is hashed', { step: 'hashing', name }, false, false],
  ['a file on its way', { step: 'sending', name, file, share: 0.5 }, false, false],
  ['a file that did not arrive', { step: 'failed', name, file, error }, false, false],
  ['a file that arrived, but whose reading is not known', { step: 'failed', name, file, error, sent }, true, true],
  ['a document that is being read', { step: 'reading', name, file, access: 'token', isSlow: false }, true, true],
  ['a document that was read', read('ready'), true, true],
  ['a document that can’t be read', read('unreadable'), true, true],
  ['a refused document', read('refused'), true, false],
  ['a removed document', read('removed'), true, false],
])('with %s', (_, state, canSend, goesAlong) => {
  expect(notSentReason(state) === null).toBe(canSend);
  if (goesAlong) expect(accessOf(state)).toBe('token');
  expect(bodyOf(state, READ_FIELDS)).toEqual(goesAlong ? { documentSha256: file.sha256, readFields: READ_FIELDS } : {});
});

it('leaves out an empty list of fields', () => {
  expect(bodyOf(read('ready'), [])).toEqual({ documentSha256: file.sha256 });
});

it('sends the lines that a person confirmed, and no others', () => {
  const box = { page: 1, x: 0, y: 0, width: 1, height: 1 };
  const lead = { panel: 'heavyMetals', name: 'Lead', valueText: 'ND', value: null, unit: 'µg/g' } as const;
  const limits = { lod: 0.02, loq: 0.05, limit: 0.5, method: null };
  const [first, second] = offeredLines([lead, { ...lead, name: 'Arsenic' }].map((row) => ({ ...row, ...limits, box })));
  if (!first || !second) throw new Error('two lines are offered');
  const documentSha256 = file.sha256;
  expect(bodyOf(read('ready'), [], [first, second])).toEqual({ documentSha256 });
  expect(bodyOf(read('ready'), [], [{ ...first, isConfirmed: true }, second])).toEqual({
    documentSha256,
    testResults: { analytes: [{ ...lead, ...limits }] },
  });
  expect(bodyOf(read('refused'), [], [{ ...first, isConfirmed: true }])).toEqual({});
});

it('says what is left to do', () => {
  const found = [{ field: 'batchId', value: 'A', printed: 'A', box: { page: 1, x: 0, y: 0, width: 1, height: 1 } }];
  expect(progressNote([], 0)).toContain('no value that we are sure of');
  expect(progressNote(found, 1)).toMatch(/^1 value is left/);
  expect(progressNote(found, 2)).toMatch(/^2 values are left/);
  expect(progressNote(found, 0)).toBe('No value is left to confirm.');
});
