import { ChildAnswer } from '../../../src/modules/documents/reading/child-answer.schema.js';

const WORD = { text: 'Lead', x: 1, y: 1, width: 9, height: 9, fontSize: 9 };
const READING = {
  pageCount: 1,
  pages: [{ number: 1, width: 612, height: 792 }],
  fields: [],
  details: [],
  totals: [],
  panels: [],
  rows: [],
  qrCodes: [],
  fingerprint: { wordsSha256: null, minHash: [] },
};
const READY = { outcome: 'ready', reading: READING, pages: [{ number: 1, words: [WORD] }] };

const withReading = (changes: object) => ({ ...READY, reading: { ...READING, ...changes } });
const withWords = (words: readonly unknown[]) => ({ ...READY, pages: [{ number: 1, words }] });
const box = { page: 1, x: 1, y: 1, width: 1, height: 1 };
const aField = (field: string) => ({ field, value: 'A', printed: 'A', box, label: null });

it('what a reading process found is taken when it has the right form', () => {
  expect(ChildAnswer.parse(READY)).toEqual(READY);
});

it.each<[string, object]>([
  ['of 101 pages', withReading({ pageCount: 101 })],
  ['with NUL in a word', withWords([{ ...WORD, text: 'Le\0ad' }])],
  ['with half a character in a word', withWords([{ ...WORD, text: '\ud800' }])],
  ['with a word beyond every page', withWords([{ ...WORD, x: 1e9 }])],
  ['with a word that has no place', withWords([{ ...WORD, x: null }])],
  ['with 60,001 words', withWords(Array(60_001).fill(WORD))],
  ['with a field twice', withReading({ fields: Array(9).fill(aField('batchId')) })],
  ['with an unknown field', withReading({ fields: [aField('admin')] })],
  ['with an unknown detail', withReading({ details: [aField('batchId')] })],
  ['with an unknown total', withReading({ totals: [{ total: 'cbn', valueText: '1', value: 1, unit: '%', box }] })],
  [
    'with a verdict that does not exist',
    withReading({ panels: [{ panel: 'pesticides', verdict: 'fine', printed: 'A', box }] }),
  ],
  ['with a QR code that is too long', withReading({ qrCodes: [{ text: 'a'.repeat(2_001), box }] })],
  ['of an unknown outcome', { outcome: 'excellent' }],
  ['with an unknown reason', { outcome: 'unreadable', reason: 'bored' }],
])('it is not taken %s', (_, answer) => {
  expect(ChildAnswer.safeParse(answer).success).toBe(false);
});
