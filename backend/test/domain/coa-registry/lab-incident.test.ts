import {
  covers,
  endIncident,
  type IncidentDraft,
  IncidentEnded,
  noticeSentence,
  openIncident,
} from '../../../src/domain/coa-registry/certificate/lab-incident.js';
import { printedSample } from '../../../src/domain/coa-registry/certificate/printed-sample.js';
import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { ACTOR, AN_INCIDENT, anIncident, NOW } from '../../support/builders.js';

const open = (differing: Partial<IncidentDraft>) => openIncident({ ...AN_INCIDENT, ...differing }, 'id', NOW, ACTOR);

it('is about the laboratory however its name is written', () => {
  expect(open({ labName: '  EXAMPLE  Analytical ', statement: 'Results may not be reliable' })).toMatchObject({
    labName: 'EXAMPLE Analytical',
    labKey: anIncident().labKey,
    statement: 'Results may not be reliable.',
    state: 'open',
    openedBy: 'robin',
  });
});

it.each<[string, Partial<IncidentDraft>, string]>([
  ['no laboratory', { labName: ' ' }, 'labName'],
  ['a first day in the future', { testedFrom: '2026-11-21' }, 'testedFrom'],
  ['a last day before the first', { testedTo: '2026-09-30' }, 'testedTo'],
  ['a source from the future', { sourceDate: '2026-11-21' }, 'sourceDate'],
  ['a source that is not encrypted', { sourceUrl: 'http://board.example/notices/17' }, 'sourceUrl'],
  ['an email address', { statement: 'Write to robin@lab.example.' }, 'statement'],
  ['a wide email address', { statement: 'Write to robin＠lab.example.' }, 'statement'],
  ['a phone number', { statement: 'Call (555) 123-4567 for more.' }, 'statement'],
  ['a phone number without spaces', { statement: 'Call 5551234567.' }, 'statement'],
  ['a phone number of another country', { statement: 'Call +41 44 668 18 00.' }, 'statement'],
  ['a link', { statement: 'See www.board.example for more.' }, 'statement'],
  ['a person as the laboratory', { labName: 'Example Labs, robin@lab.example' }, 'labName'],
  ['a person as the source', { sourceName: 'robin@board.example' }, 'sourceName'],
])('is refused with %s', (_, differing, field) => {
  expect(() => open(differing)).toThrow(InvalidInput);
  expect(() => open(differing)).toThrow(expect.objectContaining({ fields: [expect.objectContaining({ field })] }));
});

it.each(['Order 2026-0417 of 2026-11-02 is about 1,200 samples.', 'See license C8-0000012-LIC.'])(
  'takes dates and numbers of cases in its sentence: %s',
  (statement) => expect(open({ statement }).statement).toBe(statement),
);

const on = (testDate: string, testedOn: string | null = null) => ({ testDate, sample: printedSample({ testedOn }) });

it.each([
  ['the first day', on('2026-10-01'), true],
  ['the last day', on('2026-10-31'), true],
  ['the day before', on('2026-09-30'), false],
  ['the day after', on('2026-11-01'), false],
  ['another day of the test that the report prints', on('2026-11-01', '2026-10-31'), true],
  ['two days after it', on('2026-11-02', '2026-11-01'), false],
  ['two days before it', on('2026-09-29', '2026-09-30'), false],
  ['a day before it that ended on its first', on('2026-09-30', '2026-10-01'), true],
  ['a day before it that ended after it', on('2026-09-30', '2026-11-01'), true],
  ['days before and after it, in the other order', on('2026-11-01', '2026-09-30'), true],
])('covers a test on %s: %j, %s', (_, certificate, isCovered) => {
  expect(covers(AN_INCIDENT, certificate)).toBe(isCovered);
});

it('without a last day covers all tests from the first on', () => {
  expect(covers({ ...AN_INCIDENT, testedTo: null }, on('2027-01-01'))).toBe(true);
  expect(covers({ ...AN_INCIDENT, testedTo: null }, on('2026-09-30'))).toBe(false);
  expect(covers({ ...AN_INCIDENT, testedTo: null }, on('2026-09-30', '2026-10-01'))).toBe(true);
});

it.each<[Partial<IncidentDraft>, string]>([
  [{}, 'was suspended. It is about tests from October 1, 2026 to October 31, 2026.'],
  [
    { kind: 'accreditation_lost', testedTo: null },
    'lost its accreditation. It is about tests from October 1, 2026 on.',
  ],
  [
    { kind: 'out_of_scope', testedTo: '2026-10-01' },
    'was not accredited for these tests. It is about tests of October 1, 2026.',
  ],
  [
    { kind: 'in_question', testedTo: null },
    'reported results that are in question. It is about tests from October 1, 2026 on.',
  ],
])('says who says what, of which tests: %j', (differing, said) => {
  expect(noticeSentence(anIncident(differing))).toBe(
    `Notice about the laboratory. Example Accreditation Board (November 2, 2026) says that Example Analytical ${said} Results of these tests may not be reliable.`,
  );
});

it('ends once, with a reason that anyone may read', () => {
  const incident = anIncident();
  const cleared = endIncident(incident, 'cleared', 'The board lifted it.', NOW, ACTOR);
  expect(cleared).toEqual({
    ...incident,
    state: 'cleared',
    endedAt: NOW,
    endedBy: 'robin',
    endReason: 'The board lifted it.',
    version: 2,
  });
  expect(() => endIncident(cleared, 'retracted', 'Wrong laboratory.', NOW, ACTOR)).toThrow(IncidentEnded);
  expect(() => endIncident(incident, 'cleared', 'Ask robin@lab.example.', NOW, ACTOR)).toThrow(InvalidInput);
});
