import { Audit, timeRange } from '../../../src/domain/audit/audit.js';
import { CertificateReferences } from '../../../src/domain/audit/ports.js';
import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { ACTOR, NOW } from '../../support/builders.js';
import { collected } from '../../support/collected.js';
import { InMemoryAuditLog } from '../../support/in-memory-audit-log.js';
import { StoppedClock } from '../../support/in-memory-clock-and-ids.js';

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

describe('a certificate reference as the subject', () => {
  const entry = {
    at: new Date('2026-11-20T14:00:00Z'),
    actor: ACTOR,
    action: 'submission.approved',
    before: null,
    after: null,
  };
  function open() {
    const log = new InMemoryAuditLog();
    for (const subject of [`certificate:${ID}`, 'brand:12']) log.write({ ...entry, subject });
    return new Audit(log, new StubCertificateReferences(), new StoppedClock());
  }
  const page = (subject: string | null) => open().page({ ...ALL, subject, limit: 10, after: null });

  it.each([REFERENCE, 'cb-7k3m-9qxd', 'cb7k3m9qxd', `certificate:${ID}`])(
    'finds the entries by %s',
    async (subject) => {
      const { items } = await page(subject);
      expect(items).toEqual([{ ...entry, id: '1', subject: `certificate:${ID}`, reference: REFERENCE }]);
    },
  );

  it('is added to entries about certificates only', async () => {
    const { items } = await page(null);
    expect(items.map(({ subject, reference }) => [subject, reference])).toEqual([
      ['brand:12', null],
      [`certificate:${ID}`, REFERENCE],
    ]);
  });

  it('is rejected if unknown, for lists and exports', async () => {
    const message = 'No certificate has the reference CB-0000-0000. Check it for typing mistakes';
    await expect(page('CB0000-0000')).rejects.toThrow(message);
    await expect(open().exportEntries({ ...ALL, subject: 'CB0000-0000' }, ACTOR)).rejects.toThrow(message);
  });

  it('is resolved in an export, which names it as well', async () => {
    const parts = await open().exportEntries({ ...ALL, subject: REFERENCE }, ACTOR);
    expect((await collected(parts)).flat().map(({ reference }) => reference)).toEqual([REFERENCE]);
  });
});

describe('exporting the log', () => {
  const written = { at: new Date('2026-11-20T14:00:00Z'), actor: ACTOR, subject: 'a:1', before: null, after: null };
  function open() {
    const log = new InMemoryAuditLog();
    log.write({ ...written, action: 'a.done' });
    return { log, audit: new Audit(log, new StubCertificateReferences(), new StoppedClock()) };
  }

  it('adds an entry with filter and count, which the export itself does not contain', async () => {
    const { log, audit } = open();
    const parts = await audit.exportEntries({ ...ALL, actor: 'robin' }, ACTOR);
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

  it('respects an end date', async () => {
    const { audit } = open();
    const parts = await audit.exportEntries({ ...ALL, until: written.at }, ACTOR);
    expect((await collected(parts)).flat()).toEqual([]);
  });
});
