import type { CoaDocumentDto } from '../../../../api/generated/types.gen';
import { canKeep, initialChoice, resolveChoice } from './document-choice';

const aDocument = (state: CoaDocumentDto['state']) => ({ sha256: 'a'.repeat(64), state }) as CoaDocumentDto;
const READY = aDocument('ready');
const SENT = 'b'.repeat(64);

it('begins with the document that is there, unless it is gone', () => {
  expect(initialChoice(READY).kind).toBe('keep');
  expect(initialChoice(aDocument('unreadable')).kind).toBe('keep');
  for (const gone of [null, aDocument('removed'), aDocument('refused')]) expect(initialChoice(gone).kind).toBe('new');
});

it('sends one document, or one reason', () => {
  const known = { kept: READY, sent: SENT, missing: 'Choose a PDF' };
  expect(resolveChoice({ kind: 'keep', documentAbsence: 'lost' }, known)).toEqual({
    fields: { documentSha256: READY.sha256 },
  });
  expect(resolveChoice({ kind: 'new', documentAbsence: 'lost' }, known)).toEqual({ fields: { documentSha256: SENT } });
  expect(resolveChoice({ kind: 'none', documentAbsence: 'lost' }, known)).toEqual({
    fields: { documentAbsence: 'lost' },
  });
});

it('asks for what is missing', () => {
  const nothing = { kept: null, sent: null, missing: 'Choose a PDF' };
  expect(resolveChoice({ kind: 'new', documentAbsence: '' }, nothing)).toHaveProperty(
    'problems.document',
    'Choose a PDF',
  );
  expect(resolveChoice({ kind: 'none', documentAbsence: '' }, nothing)).toHaveProperty('problems.documentAbsence');
  expect(resolveChoice({ kind: 'keep', documentAbsence: '' }, nothing)).toHaveProperty(
    'problems.document',
    'Choose a PDF',
  );
});

it('keeps no document that was removed while the form was open', () => {
  const removed = aDocument('removed');
  expect(canKeep(removed)).toBe(false);
  const choice = { kind: 'keep', documentAbsence: '' } as const;
  expect(resolveChoice(choice, { kept: removed, sent: null, missing: 'Choose a PDF' })).toHaveProperty(
    'problems.document',
    'Choose a PDF',
  );
});
