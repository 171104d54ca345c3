import content from '../../../content/api-changes.json' with { type: 'json' };
import { isCalendarDay } from '../../src/domain/coa-registry/certificate/certificate.js';
import { readDocument } from '../api/document.js';

describe('the changes of the API', () => {
  it('are on days that there are, the newest first, each once', () => {
    const days = content.changes.map(({ date }) => date);
    expect(days.filter((day) => !isCalendarDay(day))).toEqual([]);
    expect(days).toEqual([...new Set(days)].toSorted().toReversed());
  });

  it('have an entry each, which ends as a sentence', () => {
    for (const { date, entries } of content.changes) {
      expect({ date, count: entries.length }).not.toEqual({ date, count: 0 });
      expect(entries.filter((entry) => !/[.]$/.test(entry))).toEqual([]);
    }
  });

  it('name calls and fields that the document has', () => {
    const document = JSON.stringify(readDocument());
    const named = content.changes.flatMap(({ entries }) =>
      entries.flatMap((entry) => [...entry.matchAll(/`([a-z]\w+)`/gi)].map(([, name]) => name ?? '')),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => name !== 'Allow' && !document.includes(name))).toEqual([]);
  });
});
