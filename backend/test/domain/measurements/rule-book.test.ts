import {
  EditionOutOfDate,
  isDueForReading,
  RuleAlreadyKnown,
  RuleBook,
  RuleNotFound,
} from '../../../src/domain/measurements/measurements.js';
import type { RuleEdition } from '../../../src/domain/measurements/rule.js';
import { RulesFile } from '../../../src/modules/measurements/rules-file.js';

const { editions: file } = new RulesFile('content');
const ID = 'us-ct-infused-beverage';
const first = file.find(({ id }) => id === ID) as RuleEdition;
const anEdition = (edition: number, differing: Partial<RuleEdition> = {}): RuleEdition => ({
  ...first,
  edition,
  reason: 'Read again',
  rereadBy: '2027-05-22',
  ...differing,
});

let book: RuleBook;
beforeEach(() => {
  book = new RuleBook(file);
});

it('the newest edition counts, and is shown where it is shipped', () => {
  expect(book.setAddedEditions([anEdition(2), anEdition(3, { title: 'Third' })])).toEqual([]);
  expect(book.latestOf(ID).title).toBe('Third');
  expect(book.edition(ID, 2)?.edition).toBe(2);
  expect(book.shown.find(({ id }) => id === ID)?.edition).toBe(3);
  book.setAddedEditions([anEdition(2, { isShipped: false })]);
  expect(book.shown.map(({ id }) => id)).not.toContain(ID);
  expect(book.latest.map(({ id }) => id)).toEqual([...new Set(file.map(({ id }) => id))]);
});

it('the file wins over an added edition with its number, and the next one still counts', () => {
  const newer = new RuleBook([...file, anEdition(2, { title: 'From the file' })]);
  expect(newer.setAddedEditions([anEdition(2), anEdition(3)])).toEqual([anEdition(2)]);
  expect(newer.edition(ID, 2)?.title).toBe('From the file');
  expect(newer.latestOf(ID).edition).toBe(3);
});

it('editions of rules that the file dropped, or with a gap before them, are ignored', () => {
  const ignored = [anEdition(3), anEdition(2, { id: 'us-none' })];
  expect(book.setAddedEditions(ignored)).toEqual(ignored);
  expect(book.latest).toEqual(new RuleBook(file).latest);
});

it('only the next edition of a known rule can follow', () => {
  const assertNext = (draft: RuleEdition, added: RuleEdition[] = []) =>
    book.assertNext(draft, added, new Set(), first.readOn);
  expect(() => assertNext(anEdition(2))).not.toThrow();
  expect(() => assertNext(anEdition(2), [anEdition(2)])).toThrow(EditionOutOfDate);
  expect(() => assertNext(anEdition(3))).toThrow(EditionOutOfDate);
  expect(() => assertNext(anEdition(1))).toThrow(RuleAlreadyKnown);
  expect(() => assertNext(anEdition(1, { id: 'us-new' }))).not.toThrow();
  expect(() => assertNext(anEdition(2, { id: 'us-none' }))).toThrow(RuleNotFound);
  expect(() => assertNext(anEdition(2, { reason: null }))).toThrow(/new edition/);
});

it('a rule is due on the day by which it is to be read again', () => {
  expect(isDueForReading(anEdition(2), '2027-05-21')).toBe(false);
  expect(isDueForReading(anEdition(2), '2027-05-22')).toBe(true);
});
