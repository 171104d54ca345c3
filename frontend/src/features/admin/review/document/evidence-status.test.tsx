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

const awaiting = (until: string | null) => ({ ...NOTHING, awaitedDocument: { sha256: 'a'.repeat(64), until } });
const absence = (statement: string) => ({ ...NOTHING, documentAbsence: { code: 'lost', statement } });
const removal = { reason: 'It was forged.', at: '2026-11-23T15:04:05.000Z' };
const REFUSAL = { code: 'password-protected', message: 'This PDF needs a password to open.' };

it.each([
  ['none', NOTHING, /^No PDF/],
  ['none for a reason', absence('The PDF of this report was lost.'), /“The PDF of this report was lost.”/],
  ['awaited', awaiting('2026-11-23T15:04:05.000Z'), /until Nov 23, 2026, 3:04:05 PM UTC/],
  ['overdue', awaiting(null), /didn't send it in time/],
  ['received', aDocument({ state: 'received' }), /waits to be read/],
  ['reading', aDocument({ state: 'reading' }), /is being read/],
  ['ready', aDocument({}), /^$/],
  ['refused', aDocument({ state: 'refused', refusal: REFUSAL }), /didn't keep this PDF.*needs a password/],
  ['unreadable', aDocument({ state: 'unreadable', refusal: REFUSAL }), /needs a password to open. Download it/],
  ['removed', aDocument({ state: 'removed', removal }), /It was forged. Removed on Nov 23, 2026/],
  ['damaged', aDocument({ damaged: true }), /no longer matches its SHA-256/],
] as const)('says what became of a document: %s', (_, evidence, expected) => {
  expect(shown(evidence)).toMatch(expected);
});
