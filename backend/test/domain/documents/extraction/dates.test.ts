import { dateOrderOf, readDay } from '../../../../src/domain/documents/extraction/dates.js';

describe('days in documents', () => {
  it.each([
    '2026-10-14',
    '2026/10/14',
    'Oct 14, 2026',
    'October 14th, 2026',
    '14 Oct 2026',
    '14-Oct-26',
    'Wed, Oct 14, 2026',
    '10/14/2026',
    '10.14.26',
    '10/14/2026 3:45 PM',
    '2026-10-14T08:00:00Z',
  ])('reads %s', (printed) => expect(readDay(printed, 'unknown')).toBe('2026-10-14'));

  it.each([
    ['more than a day', 'Oct 14, 2026 - Oct 16, 2026'],
    ['a day that does not exist', '2026-02-30'],
    ['a month that does not exist', '14/10/2026'],
    ['no day', 'Oct 2026'],
    ['another text', 'EA-2026-10-14-7'],
    ['a year before such tests', '10/14/1998'],
  ])('refuses %s', (_, printed) => expect(readDay(printed, 'month-first')).toBeNull());

  it('reads an ambiguous day only if the document shows that the month comes first', () => {
    expect(readDay('03/04/2026', 'unknown')).toBeNull();
    expect(readDay('03/04/2026', 'month-first')).toBe('2026-03-04');
    expect(readDay('04/04/2026', 'unknown')).toBe('2026-04-04');
  });

  it.each([
    ['another day proves it', ['Received: 02/27/2026'], 'month-first'],
    ['it names a US place', ['Reno, NV 89501'], 'month-first'],
    ['it names a US telephone', ['(555) 010-0144'], 'month-first'],
    ['nothing shows it', ['Received: 02/07/2026', 'Berlin 10115'], 'unknown'],
    ['another day contradicts it', ['Reno, NV 89501', '27/02/2026'], 'unknown'],
    ['days contradict each other', ['02/27/2026', '27/02/2026'], 'unknown'],
  ])('finds the order of day and month: %s', (_, texts, order) => expect(dateOrderOf(texts)).toBe(order));
});
