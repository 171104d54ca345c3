import type { AuditCursor, AuditFilter, AuditLog, AuditQuery } from '../../src/domain/audit/ports.js';
import type { AuditEntry } from '../../src/domain/shared/audit.js';
import { TypeOrmAuditLog } from '../../src/modules/audit/typeorm-audit-log.js';
import { appendToAuditLog } from '../../src/platform/database/audit-log.js';
import { ACTOR, NOW } from '../support/builders.js';
import { collected } from '../support/collected.js';
import { walk } from './certificate-steps.js';
import { databaseOfThisFile } from './open-database.js';

const emptyDatabase = databaseOfThisFile();

async function inPostgres() {
  const database = await emptyDatabase();
  return {
    log: new TypeOrmAuditLog(database),
    write: (entry: AuditEntry) => appendToAuditLog(database.manager, entry),
  };
}

type Opened = Awaited<ReturnType<typeof inPostgres>>;

const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

const anEntry = (differing: Partial<AuditEntry> = {}): AuditEntry => ({
  at: NOW,
  actor: ACTOR,
  action: 'article.withdrawn',
  subject: 'article:article-001',
  before: { standing: 'published' },
  after: { standing: 'withdrawn', reason: 'Größe', nested: { list: [1, null, 'x'] } },
  ...differing,
});

const KIM = { id: 'd0000000-0000-4000-8000-000000000002', name: 'kim' };

const ENTRIES: readonly AuditEntry[] = [
  anEntry({ at: later(0) }),
  anEntry({ at: later(1), action: 'article.published', actor: KIM, after: null }),
  anEntry({ at: later(2), action: 'article-list.read', subject: 'article:article-0010', before: null }),
  anEntry({ at: later(3), action: 'message.handled', subject: 'message:1' }),
  anEntry({ at: later(3), action: 'message.reopened', subject: 'message:1', actor: KIM }),
];

const EVERYTHING: AuditQuery = {
  action: null,
  actor: null,
  subject: null,
  from: null,
  until: null,
  limit: 10,
  after: null,
};

describe('PostgreSQL reads the audit log', () => {
  let log: AuditLog;
  let write: Opened['write'];
  beforeEach(async () => {
    ({ log, write } = await inPostgres());
    for (const entry of ENTRIES) await write(entry);
  });

  const pageOf = (query: Partial<AuditQuery>) => log.page({ ...EVERYTHING, ...query });

  it('gives each entry as it was written', async () => {
    const { items } = await pageOf({});
    expect(items.map(({ id, ...entry }) => entry)).toEqual(ENTRIES.toReversed());
    expect(new Set(items.map(({ id }) => id)).size).toBe(ENTRIES.length);
  });

  const FOUND: [string, Partial<AuditFilter>, number[]][] = [
    ['all', {}, [4, 3, 2, 1, 0]],
    ['one action', { action: 'article.withdrawn' }, [0]],
    ['actions that begin alike', { action: 'article.' }, [1, 0]],
    ['the beginning of a word', { action: 'message.re' }, [4]],
    ['every action', { action: 'a' }, [2, 1, 0]],
    ['an action that never was', { action: 'brand.' }, []],
    ['a sign that means something elsewhere', { action: '%' }, []],
    ['one actor', { actor: 'kim' }, [4, 1]],
    ['part of a name', { actor: 'ki' }, []],
    ['one thing, and not those that begin alike', { subject: 'article:article-001' }, [1, 0]],
    ['from an instant on', { from: later(2) }, [4, 3, 2]],
    ['until an instant, without it', { until: later(2) }, [1, 0]],
    ['a time between', { from: later(1), until: later(3) }, [2, 1]],
    ['all at once', { action: 'article', actor: 'kim', from: later(1), until: later(2) }, [1]],
  ];

  it('finds what is asked for, newest first, and exports the same', async () => {
    for (const [what, filter, places] of FOUND) {
      const asked = { until: later(5), ...filter }; // each export adds an entry after that
      const { items, total } = await pageOf(asked);
      const found = items.map(({ id, ...entry }) => entry);
      expect([what, found]).toEqual([what, places.map((index) => ENTRIES[index])]);
      expect(total).toEqual({ count: places.length, relation: 'eq' });
      const parts = await log.exportAll({ ...EVERYTHING, ...asked }, () => anEntry({ at: later(9) }));
      expect((await collected(parts)).flat()).toEqual(items);
    }
  });

  it.each<[string, Partial<AuditFilter>]>([
    ['everything', {}],
    ['some actions', { action: 'm' }],
    ['one thing', { subject: 'message:1' }],
  ])('goes on page by page through %s, also among entries of one moment', async (_, filter) => {
    for (let n = 0; n < 5; n += 1) await write(ENTRIES[3] as AuditEntry);
    const whole = await pageOf({ ...filter, limit: 20 });
    const pages = await walk((after: AuditCursor | null) => pageOf({ ...filter, limit: 2, after }));
    expect(pages.flatMap(({ items }) => items)).toEqual(whole.items);
  });

  it('hands nothing out before that is written down', async () => {
    const entry = anEntry({ at: later(9), action: 'audit-log.exported' });
    const parts = await log.exportAll({ ...EVERYTHING, until: later(9) }, (count) => ({
      ...entry,
      after: { count },
    }));
    const { items } = await pageOf({ action: 'audit-log.' });
    expect(items).toEqual([expect.objectContaining({ after: { count: 5 } })]);
    expect((await collected(parts)).flat()).toHaveLength(5);
  });
});
