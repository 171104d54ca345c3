import { cleanup, render } from '@testing-library/react';
import type { CoaDocumentDto, SubmissionDto } from '../../../../api/generated/types.gen';
import { EvidenceStatus } from './evidence-status';

afterEach(cleanup);

const NOTHING = { document: null, documentAbsence: null, awaitedDocument: null };
const aDocument = (differing: Partial<CoaDocumentDto>) => ({
  ...NOTHING,
  document: { state: 'ready', pages: [], refusal: null, removal: null, damaged: false, ...differing },
});

const shown = (evidence: object) =>
  render(<EvidenceStatus submission={evidence as SubmissionDto} />).container.textContent ?? '';

const REFUSAL = { code: 'password-protected', message: 'This PDF needs a password to open.' };
const SHA256 = 'a'.repeat(64);

it.each([
  ['none', NOTHING, /^No PDF/],
  [
    'none for a reason',
    { ...NOTHING, documentAbsence: { code: 'lost', statement: 'The PDF of this report was lost.' } },
    /“The PDF of this report was lost.”/,
  ],
  [
    'awaited',
    { ...NOTHING, awaitedDocument: { sha256: SHA256, until: '2026-11-23T15:04:05.000Z' } },
    /until Nov 23, 2026, 3:04:05 PM UTC/,
  ],
  ['overdue', { ...NOTHING, awaitedDocument: { sha256: SHA256, until: null } }, /didn't send it in time/],
  ['received', aDocument({ state: 'received' }), /waits to be read/],
  ['reading', aDocument({ state: 'reading' }), /is being read/],
  ['ready', aDocument({}), /^$/],
  ['refused', aDocument({ state: 'refused', refusal: REFUSAL }), /didn't keep this PDF.*needs a password/],
  ['unreadable', aDocument({ state: 'unreadable', refusal: REFUSAL }), /needs a password to open. Download it/],
  [
    'removed',
    aDocument({ state: 'removed', removal: { reason: 'It was forged.', at: '2026-11-23T15:04:05.000Z' } }),
    /It was forged. Removed on Nov 23, 2026/,
  ],
  ['damaged', aDocument({ damaged: true }), /no longer matches its SHA-256/],
] as const)('says what became of a document: %s', (_, evidence, expected) => {
  expect(shown(evidence)).toMatch(expected);
});
