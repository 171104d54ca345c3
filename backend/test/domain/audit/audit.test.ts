import { Audit, timeRange } from '../../../src/domain/audit/audit.js';
import {
  type AuditFilter,
  type AuditLog,
  type AuditQuery,
  CertificateReferences,
} from '../../../src/domain/audit/ports.js';
import type { AuditEntry } from '../../../src/domain/shared/audit.js';
import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { totalOf } from '../../../src/domain/shared/page.js';
import { ACTOR, NOW } from '../../support/builders.js';
import { collected } from '../../support/collected.js';
import { StoppedClock } from '../../support/in-memory-clock-and-ids.js';
import { stub } from '../../support/stub.js';

const ALL = { action: null, actor: null, subject: null, from: null, until: null };

describe('a date range', () => {
  it.each([
    [null, null, null, null],
    ['2026-11-20', null, '2026-11-20T00:00:00Z', null],
    [null, '2026-11-20', null, '2026-11-21T00:00:00Z'],
    ['2026-11-20', '2026-11-20', '2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z'],
    ['2026-12-31', '2027-01-01', '2026-12-31T00:00:00Z', '2027-01-02T00:00:00Z'],
  ])('from %s to %s covers whole days', (from, to, first, end) => {
    const instant = (text: string | null) => text && new Date(text);
    expect(timeRange({ from, to })).toEqual({ from: instant(first), until: instant(end) });
  });

  it('does not run backwards', () => {
    const backwards = () => timeRange({ from: '2026-11-21', to: '2026-11-20' });
    expect(backwards).toThrow(InvalidInput);
    expect(backwards).toThrow('The end date is before the start date');
  });
});

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const REFERENCE = 'CB-7K3M-9QXD';

class StubCertificateReferences extends CertificateReferences {
  async idOfReference(reference: string): Promise<string | null> {
    return reference === REFERENCE ? ID : null;
  }

  async referencesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return new Map(ids.includes(ID) ? [[ID, REFERENCE]] : []);
  }
}

const entry = {
  at: new Date('2026-11-20T14:00:00Z'),
  actor: ACTOR,
  action: 'submission.approved',
  before: null,
  after: null,
};

/** A log with these entries, which remembers what it was asked for and what was written to it. */
function open(...subjects: string[]) {
  const entries = subjects.map((subject, i) => ({ ...entry, id: String(i + 1), subject }));
  const asked: (AuditQuery | AuditFilter)[] = [];
  const written: AuditEntry[] = [];
  const log = stub<AuditLog>({
    page: async (query) => {
      asked.push(query);
      return { items: entries, next: null, total: totalOf(entries.length) };
    },
    exportAll: async (filter, entryOf) => {
      asked.push(filter);
      written.push(entryOf(entries.length));
      return (async function* () {
        yield entries;
      })();
    },
  });
  return { asked, written, audit: new Audit(log, new StubCertificateReferences(), new StoppedClock()) };
}

describe('a certificate reference as the subject', () => {
  const ofSubject = (subject: string | null) => ({ ...ALL, subject, limit: 10, after: null });

  it.each([REFERENCE, 'cb-7k3m-9qxd', 'cb7k3m9qxd', `certificate:${ID}`])(
    'asks for the entries of the certificate by %s',
    async (subject) => {
      const { asked, audit } = open();
      await audit.page(ofSubject(subject));
      expect(asked).toEqual([ofSubject(`certificate:${ID}`)]);
    },
  );

  it('is added to entries about certificates only', async () => {
    const { items } = await open('brand:12', `certificate:${ID}`).audit.page(ofSubject(null));
    expect(items).toEqual([
      { ...entry, id: '1', subject: 'brand:12', reference: null },
      { ...entry, id: '2', subject: `certificate:${ID}`, reference: REFERENCE },
    ]);
  });

  it('is rejected if unknown, for lists and exports', async () => {
    const { asked, audit } = open();
    const message = 'No certificate has the reference CB-0000-0000. Check it for typing mistakes';
    await expect(audit.page(ofSubject('CB0000-0000'))).rejects.toThrow(message);
    await expect(audit.exportEntries({ ...ALL, subject: 'CB0000-0000' }, ACTOR)).rejects.toThrow(message);
    expect(asked).toEqual([]);
  });

  it('is resolved in an export, which names it as well', async () => {
    const { asked, audit } = open(`certificate:${ID}`);
    const parts = await audit.exportEntries({ ...ALL, subject: REFERENCE }, ACTOR);
    expect(asked).toMatchObject([{ subject: `certificate:${ID}` }]);
    expect((await collected(parts)).flat().map(({ reference }) => reference)).toEqual([REFERENCE]);
  });
});

describe('exporting the log', () => {
  it('adds an entry with filter and count', async () => {
    const { written, audit } = open('a:1');
    await audit.exportEntries({ ...ALL, actor: 'robin' }, ACTOR);
    expect(written).toEqual([
      {
        at: NOW,
        actor: ACTOR,
        action: 'audit-log.exported',
        subject: 'audit-log:entries',
        before: null,
        after: { ...ALL, actor: 'robin', count: 1 },
      },
    ]);
  });

  it.each([
    ['up to now, which leaves out that entry', null, NOW],
    ['up to an end date', entry.at, entry.at],
    ['up to now, if the end date is later', new Date(NOW.getTime() + 1), NOW],
  ])('is of entries %s', async (_what, until, end) => {
    const { asked, audit } = open();
    await audit.exportEntries({ ...ALL, until }, ACTOR);
    expect(asked).toEqual([{ ...ALL, until: end }]);
  });
});
