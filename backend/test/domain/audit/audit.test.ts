import { Audit, timeOf } from '../../../src/domain/audit/audit.js';
import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { ACTOR, NOW } from '../../support/builders.js';
import { collected } from '../../support/collected.js';
import { InMemoryAuditLog } from '../../support/in-memory-audit-log.js';
import { StoppedClock } from '../../support/in-memory-clock-and-ids.js';

const ALL = { action: null, actor: null, subject: null, from: null, until: null };

describe('a time in days', () => {
  it.each([
    [null, null, null, null],
    ['2026-11-20', null, '2026-11-20T00:00:00Z', null],
    [null, '2026-11-20', null, '2026-11-21T00:00:00Z'],
    ['2026-11-20', '2026-11-20', '2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z'],
    ['2026-12-31', '2027-01-01', '2026-12-31T00:00:00Z', '2027-01-02T00:00:00Z'],
  ])('from %s to %s is whole days', (from, to, first, end) => {
    const instant = (text: string | null) => text && new Date(text);
    expect(timeOf({ from, to })).toEqual({ from: instant(first), until: instant(end) });
  });

  it('does not run backwards', () => {
    const backwards = () => timeOf({ from: '2026-11-21', to: '2026-11-20' });
    expect(backwards).toThrow(InvalidInput);
    expect(backwards).toThrow('The end date is before the start date');
  });
});

describe('handing out the log', () => {
  const written = { at: new Date('2026-11-20T14:00:00Z'), actor: ACTOR, subject: 'a:1', before: null, after: null };
  function open() {
    const log = new InMemoryAuditLog();
    log.write({ ...written, action: 'a.done' });
    return { log, audit: new Audit(log, new StoppedClock()) };
  }

  it('is written down with filter and number, and is not part of itself', async () => {
    const { log, audit } = open();
    const parts = await audit.handOut({ ...ALL, actor: 'robin' }, ACTOR);
    expect((await collected(parts)).flat().map(({ action }) => action)).toEqual(['a.done']);
    const { items } = await log.page({ ...ALL, limit: 1, after: null });
    expect(items).toEqual([
      {
        id: '2',
        at: NOW,
        actor: ACTOR,
        action: 'audit-log.exported',
        subject: 'audit-log:entries',
        before: null,
        after: { ...ALL, actor: 'robin', count: 1 },
      },
    ]);
  });

  it('keeps to an end that was asked for', async () => {
    const { audit } = open();
    const parts = await audit.handOut({ ...ALL, until: written.at }, ACTOR);
    expect((await collected(parts)).flat()).toEqual([]);
  });
});
