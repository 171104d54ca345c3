import type { CoaDocumentDto } from '../../../../api/generated/types.gen';
import { canKeep, initialChoice, resolveChoice } from './document-choice';

const aDocument = (state: CoaDocumentDto['state']) => ({ sha256: 'a'.repeat(64), state }) as CoaDocumentDto;
const READY = aDocument('ready');
const SENT = 'b'.repeat(64);
const resolved = (
  kind: 'keep' | 'new' | 'none',
  { kept = null, sent = null }: { kept?: CoaDocumentDto | null; sent?: string | null },
  documentAbsence: 'lost' | '' = '',
) => resolveChoice({ kind, documentAbsence }, { kept, sent, missing: 'Choose a PDF' });

it('begins with the document that is there, unless it is gone', () => {
  expect(initialChoice(READY).kind).toBe('keep');
  expect(initialChoice(aDocument('unreadable')).kind).toBe('keep');
  for (const gone of [null, aDocument('removed'), aDocument('refused')]) expect(initialChoice(gone).kind).toBe('new');
});

it('sends one document, or one reason', () => {
  const known = { kept: READY, sent: SENT };
  expect(resolved('keep', known, 'lost')).toEqual({ fields: { documentSha256: READY.sha256 } });
  expect(resolved('new', known, 'lost')).toEqual({ fields: { documentSha256: SENT } });
  expect(resolved('none', known, 'lost')).toEqual({ fields: { documentAbsence: 'lost' } });
});

it('asks for what is missing', () => {
  for (const kind of ['new', 'keep'] as const)
    expect(resolved(kind, {})).toHaveProperty('problems.document', 'Choose a PDF');
  expect(resolved('none', {})).toHaveProperty('problems.documentAbsence');
});

it('keeps no document that was removed while the form was open', () => {
  const removed = aDocument('removed');
  expect(canKeep(removed)).toBe(false);
  expect(resolved('keep', { kept: removed })).toHaveProperty('problems.document', 'Choose a PDF');
});
