import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import {
  draftNotice,
  noticeEntry,
  publishNotice,
  withdrawNotice,
} from '../../src/domain/coa-registry/certificate/batch-notice.js';
import { endIncident } from '../../src/domain/coa-registry/certificate/lab-incident.js';
import { withoutSubmitter } from '../../src/domain/coa-registry/submission/submitter-data.js';
import { TypeOrmLabIncidentRepository } from '../../src/modules/coa-registry/certificate/database/typeorm-lab-incident.repository.js';
import { TypeOrmNoticeRepository } from '../../src/modules/coa-registry/certificate/database/typeorm-notice.repository.js';
import { FileAnchor, KeyFileSigner } from '../../src/modules/transparency/log-folder.js';
import { LogProofs } from '../../src/modules/transparency/log-proofs.js';
import { Sequencer } from '../../src/modules/transparency/sequencer.js';
import { TypeOrmLogStore } from '../../src/modules/transparency/typeorm-log.store.js';
import { ACTOR, aCertificate, aLine, aNoticeDraft, anIncident, approved, NOW } from '../support/builders.js';
import { type OpenRegistry, stepsIn } from './certificate-steps.js';
import { refusalOf } from './open-database.js';
import { registryOfThisFile } from './open-registry.js';
import { storedDocumentsIn } from './stored-documents.js';

const emptyRegistry = registryOfThisFile();
let registry: OpenRegistry & { database: DataSource };
let database: DataSource;
let folder: string;
let store: TypeOrmLogStore;
beforeEach(async () => {
  registry = await emptyRegistry();
  ({ database } = registry);
  folder = mkdtempSync(join(tmpdir(), 'clearbatch-log-'));
  store = new TypeOrmLogStore(database);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A process that has the folder. */
function sequencer(): Sequencer {
  const signer = KeyFileSigner.readOrCreate(folder, 'log.example/log');
  return new Sequencer(store, signer, new FileAnchor(folder, signer));
}
const advance = () => sequencer().advance();
const steps = stepsIn(() => registry);
const sha256 = (...parts: (string | Uint8Array)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

const entries = async (): Promise<Record<string, unknown>[]> => {
  const rows = await database.query<{ text: string }[]>('SELECT "text" FROM log_entries ORDER BY "position"');
  return rows.map(({ text }) => JSON.parse(text));
};
const types = async () => (await entries()).map(({ type, ref, seq }) => [type, ref, seq]);
const anchors = () => readdirSync(folder).filter((name) => name.startsWith('anchor'));
const checkpoints = async () =>
  (await database.query<{ note: string }[]>('SELECT "note" FROM log_checkpoints ORDER BY "size"')).map(
    ({ note }) => note,
  );
/** What a person with the database's password can do, and the server cannot. */
const tamper = (sql: string) =>
  database.query(
    ['log_entries', 'log_hashes', 'log_checkpoints']
      .map((table) => `ALTER TABLE ${table} DISABLE TRIGGER USER;`)
      .join('') +
      sql +
      ['log_entries', 'log_hashes', 'log_checkpoints']
        .map((table) => `;ALTER TABLE ${table} ENABLE TRIGGER USER`)
        .join(''),
  );
const extraOf = (proof: string) => JSON.parse(Buffer.from(/^extra (.*)$/m.exec(proof)?.[1] ?? '', 'base64').toString());
const proofsOf = async (ref: string) =>
  (await new LogProofs(store).about({ ref })).entries.map(({ proof }) => extraOf(proof));

describe('what enters the log', () => {
  it('is each publication, withdrawal and replacement, in the order in which they happened', async () => {
    const first = await steps.published();
    const second = await steps.published({ batchId: '#C9031' });
    const { reference } = await steps.withdraw(first);
    const [, current] = await steps.replace(second, await steps.amendmentOf(second));
    await advance();
    expect(await types()).toEqual([
      ['coa.published', reference, 1],
      ['coa.published', second.reference, 1],
      ['coa.withdrawn', reference, 2],
      ['coa.superseded', second.reference, 2],
      ['coa.published', current.reference, 1],
    ]);
    expect((await entries())[3]).toMatchObject({ replacedBy: current.reference, at: NOW.toISOString() });
  });

  it('is the outcome of what was not published, about a subject that only its sender knows', async () => {
    const { id, reference } = await steps.refuse(await steps.added());
    await advance();
    const ref = sha256(`${id} ${reference}`).toUpperCase();
    expect(await entries()).toEqual([{ v: 1, type: 'submission.rejected', at: NOW.toISOString(), ref, seq: 1 }]);
  });

  it('is the takedown of an original, which is not about the document itself', async () => {
    const documents = storedDocumentsIn(database);
    const documentId = 'd0'.repeat(32);
    await documents.put(documentId);
    const sent = await steps.add({ ...aCertificate(), documentId });
    const { reference } = await steps.change(sent, { ...approved(sent), documentId, documentAbsence: null });
    await steps.add({ ...aCertificate({ batchId: 'waiting' }), documentId });
    await advance();
    await documents.takeDown(documentId);
    await advance();
    expect(await types()).toEqual([
      ['coa.published', reference, 1],
      ['coa.original-removed', reference, 2],
    ]);
    expect((await entries()).map(({ file }) => file)).toEqual([documentId, undefined]);
  });

  it('is no other change', async () => {
    await steps.added();
    const published = await steps.published({ batchId: '#C9031' });
    await steps.change(published, { ...published, notes: 'Called the lab.', version: published.version + 1 });
    await advance();
    expect(await types()).toEqual([['coa.published', published.reference, 1]]);
  });

  it('is what was published before, once, and says what is made up', async () => {
    const [real, madeUp] = [aCertificate({ batchId: 'A' }), { ...aCertificate({ batchId: 'B' }), demonstration: true }];
    await registry.load([approved(real), approved(madeUp)]);
    await advance();
    const found = await entries();
    expect(found.map(({ type, demonstration }) => [type, demonstration])).toEqual([
      ['coa.recorded', undefined],
      ['coa.recorded', true],
    ]);
  });

  it('is what becomes of incidents and notices', async () => {
    const incidents = new TypeOrmLabIncidentRepository(database);
    const incident = anIncident();
    const entry = { at: NOW, actor: ACTOR, action: 'x.y', subject: 'x:1', before: null, after: null };
    await incidents.add(incident, entry);
    await incidents.end(endIncident(incident, 'retracted', 'It was another laboratory.', NOW, ACTOR), entry);
    const notices = new TypeOrmNoticeRepository(database);
    const change = { now: NOW, actor: ACTOR, version: 1 };
    const draft = draftNotice(aNoticeDraft(), randomUUID(), change);
    const notice = publishNotice(draft, 'CBN-2026-0001', { ...change, actor: { id: 'sam', name: 'sam' } }, false);
    const { batches } = await notices.resolve(aNoticeDraft().selection);
    await notices.add(draft, noticeEntry('drafted', draft, null, change));
    await notices.change(notice, batches, noticeEntry('published', notice, draft, change));
    const ended = withdrawNotice(notice, 'The agency closed the recall.', { ...change, version: notice.version });
    await notices.change(ended, null, noticeEntry('withdrawn', ended, notice, change));
    await advance();
    expect(await types()).toEqual([
      ['incident.open', incident.id, 1],
      ['incident.retracted', incident.id, 2],
      ['notice.published', 'CBN-2026-0001', 1],
      ['notice.withdrawn', 'CBN-2026-0001', 2],
    ]);
    const [{ record }] = (await proofsOf('CBN-2026-0001')) as [{ record: unknown }];
    expect(record).toMatchObject({ batches: [{ brandName: 'Juniper & Tide', batchId: '#C9030' }] });
    expect(JSON.stringify(await proofsOf(incident.id))).not.toContain(ACTOR.name);
  });

  it('has a hash that its proof opens, and no names', async () => {
    const { reference } = await steps.published({ testResults: { analytes: [aLine()] } } as object);
    await advance();
    const [{ entry, record, salt }] = (await proofsOf(reference)) as [{ entry: string; record: object; salt: string }];
    expect(record).toMatchObject({ reference, productName: 'Yuzu Seltzer 5 mg', testDate: '2026-10-14' });
    expect(Object.keys(record)).not.toContain('contactEmail');
    const canonical = JSON.stringify(record, (_, value) =>
      value && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    );
    expect(JSON.parse(entry).record).toBe(sha256(Buffer.from(salt, 'hex'), canonical));
    for (const name of ['Yuzu', 'Juniper', 'Example', 'robin', '#C9030']) expect(entry).not.toContain(name);
  });

  it('is nothing that did not commit', async () => {
    const { id } = await steps.published();
    const undone = database.transaction(async (manager) => {
      await manager.query(
        `UPDATE coa_data SET "submissionStatus" = 'withdrawn', "endedAt" = now(), "withdrawalReason" = '' WHERE "id" = $1`,
        [id],
      );
      await advance();
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await advance();
    expect((await types()).map(([type]) => type)).toEqual(['coa.published']);
  });
});

describe('what is erased', () => {
  it('leaves the log as it was, with a hash that nothing opens', async () => {
    const published = await steps.published();
    const ended = await steps.withdraw(published);
    await advance();
    const before = [await entries(), await checkpoints()];
    const [, withdrawal] = (await proofsOf(published.reference)) as [object, { salt: string }];
    const reason = sha256(Buffer.from(withdrawal.salt, 'hex'), JSON.stringify(ended.withdrawalReason));
    expect((await entries())[1]).toMatchObject({ reason });
    await database.query(`UPDATE coa_data SET "withdrawalReason" = '[removed]'`);
    await database.query(`UPDATE log_records SET "content" = replace("content"::text, 'Yuzu', '[removed]')::jsonb`);
    expect(await proofsOf(published.reference)).toEqual([
      { entry: expect.any(String), record: null, salt: null },
      { entry: expect.any(String), record: null, salt: null },
    ]);
    expect([await entries(), await checkpoints()]).toEqual(before);
  });

  it('of a sender changes no entry, and no entry has words of people', async () => {
    const sent = { contactName: 'Robin Vale', contactEmail: 'robin@submitter.example', notes: 'My own can.' };
    const [first, second] = [
      await steps.published({ ...sent, batchId: 'A' }),
      await steps.published({ ...sent, batchId: 'B' }),
    ];
    await steps.withdraw(first);
    await steps.replace(second, await steps.amendmentOf(second, sent));
    const refused = await steps.refuse(await steps.added({ ...sent, batchId: 'C' }));
    await advance();
    const texts = await database.query<{ text: string }[]>('SELECT "text" FROM log_entries ORDER BY "position"');
    expect(texts).toHaveLength(6);
    await registry.coas.eraseSubmitter(sent.contactEmail, (one) => withoutSubmitter(one, NOW));
    await advance();
    expect(await database.query('SELECT "text" FROM log_entries ORDER BY "position"')).toEqual(texts);
    const all = texts.map(({ text }) => text).join();
    const words = [...Object.values(sent), 'Robin', ACTOR.name, 'Yuzu', 'Juniper', 'voided', 'photo', 'container'];
    for (const word of [...words, refused.id, refused.reference]) expect(all).not.toContain(word);
  });

  it('is also what opens the entries of a certificate that is deleted', async () => {
    const { id, reference } = await steps.published();
    await advance();
    await database.query('DELETE FROM coa_data WHERE "id" = $1', [id]);
    expect(await proofsOf(reference)).toMatchObject([{ record: null, salt: null }]);
  });
});

describe('the log only grows', () => {
  it.each([
    `UPDATE log_entries SET "text" = ''`,
    'DELETE FROM log_entries',
    `UPDATE log_hashes SET "hash" = ''`,
    'DELETE FROM log_checkpoints',
    'TRUNCATE log_entries',
  ])('%s is refused', async (statement) => {
    await steps.published();
    await advance();
    expect(await refusalOf(database, statement)).toContain('is append-only');
  });

  it('over many batches, its checkpoints stay consistent', async () => {
    const certificates = Array.from({ length: 2_300 }, (_, index) => approved(aCertificate({ batchId: `B${index}` })));
    for (const part of [certificates.slice(0, 2), certificates.slice(2, 300), certificates.slice(300)]) {
      for (let at = 0; at < part.length; at += 500) {
        const some = part.slice(at, at + 500);
        await registry.load(
          some.map((one, index) => ({ ...one, brandName: `${one.brandName} ${one.batchId}-${index}` })),
        );
      }
      await advance();
    }
    expect((await checkpoints()).map((note) => note.split('\n')[1])).toEqual(['2', '300', '2300']);
    expect(await database.query('SELECT "level", count(*)::int AS n FROM log_hashes GROUP BY 1 ORDER BY 1')).toEqual([
      { level: 0, n: 2_300 },
      { level: 1, n: 8 },
    ]);
  });

  it('each decision is in it once, whichever processes look for them at the same time', async () => {
    const published = await Promise.all(['A', 'B', 'C', 'D', 'E', 'F'].map((batchId) => steps.published({ batchId })));
    const work = [...published.map((one) => steps.withdraw(one)), ...Array.from({ length: 8 }, advance)];
    await Promise.all(work);
    await advance();
    expect((await types()).toSorted()).toEqual(
      published
        .flatMap(({ reference }) => [
          ['coa.published', reference, 1],
          ['coa.withdrawn', reference, 2],
        ])
        .toSorted(),
    );
  });
});

describe('signing', () => {
  const ADVANCED = 3;
  beforeEach(async () => {
    for (const batchId of ['A', 'B', 'C']) await steps.published({ batchId });
    await advance();
  });
  const next = () => steps.published({ batchId: 'D' });
  const signedSizes = async () => (await checkpoints()).map((note) => Number(note.split('\n')[1]));

  it('after a crash between anchor and database gives the same bytes', async () => {
    const [before] = await checkpoints();
    await tamper('DELETE FROM log_checkpoints');
    await advance();
    expect(await checkpoints()).toEqual([before]);
    expect(anchors()).toHaveLength(1);
    expect(readFileSync(join(folder, anchors()[0] ?? ''), 'utf8')).toBe(before);
  });

  it.each([
    [
      'the database is older than the anchor',
      () => tamper('DELETE FROM log_entries WHERE "position" = 2; DELETE FROM log_checkpoints'),
      '3 were signed',
    ],
    [
      'the anchor is missing',
      async () => rmSync(join(folder, anchors()[0] ?? '')),
      'anchor of the public log is missing',
    ],
    ['the key is another', async () => rmSync(join(folder, 'key')), 'not of the key'],
  ])('stands still if %s, and places nothing', async (_, change, message) => {
    await change();
    await next();
    await expect(advance()).rejects.toThrow(message);
    expect(await database.query('SELECT 1 FROM log_records WHERE "position" IS NULL')).toHaveLength(1);
    expect(await signedSizes()).not.toContain(ADVANCED + 1);
  });

  it('stands still if an entry that was signed is another now', async () => {
    await tamper(`UPDATE log_hashes SET "hash" = sha256('other') WHERE "position" = 1`);
    await next();
    await expect(advance()).rejects.toThrow('differs from what was signed for its first 3 entries');
    expect(await signedSizes()).toEqual([ADVANCED]);
    expect(anchors()).toHaveLength(1);
  });

  it('goes on with the key that follows, which the log names once', async () => {
    const file = join(folder, 'key');
    const { nextVerifierKey } = KeyFileSigner.addNext(file);
    await Promise.all([advance(), advance()]);
    await next();
    await advance();
    const added = (await types()).filter(([type]) => type === 'key.added');
    expect(added).toEqual([['key.added', nextVerifierKey, 1]]);
    writeFileSync(file, readFileSync(file, 'utf8').split('\n')[1] ?? '');
    await steps.published({ batchId: 'E' });
    await advance();
    expect((await checkpoints()).at(-1)?.match(/^— /gm)).toHaveLength(1);
    expect((await signedSizes()).at(-1)).toBe(ADVANCED + 3);
  });

  it('stands still if the first key is taken away before the next one has signed', async () => {
    const file = join(folder, 'key');
    KeyFileSigner.addNext(file);
    writeFileSync(file, readFileSync(file, 'utf8').split('\n')[1] ?? '');
    await next();
    await expect(advance()).rejects.toThrow('not of the key');
  });

  it('goes on when the folder is back', async () => {
    const name = anchors()[0] ?? '';
    const kept = readFileSync(join(folder, name), 'utf8');
    rmSync(join(folder, name));
    await next();
    await expect(advance()).rejects.toThrow('missing');
    const signer = KeyFileSigner.readOrCreate(folder, 'log.example/log');
    await new FileAnchor(folder, signer).replace(null, signer.open(kept));
    await advance();
    expect(await signedSizes()).toEqual([ADVANCED, ADVANCED + 1]);
  });
});

describe('after a restore from a backup that is older than the anchor', () => {
  let lost: Record<string, unknown>[];
  /** The backup has the first entry, and the record of the second one without a place. */
  beforeEach(async () => {
    for (const batchId of ['A', 'B', 'C']) await steps.published({ batchId });
    await advance();
    lost = await entries();
    await tamper(`DELETE FROM log_entries WHERE "position" > 0;
      DELETE FROM log_hashes WHERE "position" > 0;
      DELETE FROM log_checkpoints;
      DELETE FROM log_records WHERE "position" = 2;
      UPDATE log_records SET "position" = NULL WHERE "position" = 1`);
  });

  it('lost entries go back to their places, and decisions that waited do not enter twice', async () => {
    await expect(advance()).rejects.toThrow('3 were signed');
    expect(await sequencer().recover()).toBe(2);
    expect(await entries()).toEqual(lost);
    const { reference } = await steps.published({ batchId: 'D' });
    await advance();
    expect((await types()).slice(3)).toEqual([['coa.published', reference, 1]]);
    expect(await proofsOf(String(lost[1]?.ref))).toMatchObject([{ record: { batchId: 'B' } }]);
    expect(await proofsOf(String(lost[2]?.ref))).toMatchObject([{ record: null, salt: null }]);
    expect(await sequencer().recover()).toBe(0);
  });

  it.each([
    ['another', (text: string) => text.replaceAll('coa.published', 'coa.recorded'), 'do not lead to the checkpoint'],
    ['missing', (text: string) => text.slice(0, text.lastIndexOf('\n')), 'lacks entry 2'],
  ])('nothing goes back if an entry that was kept is %s', async (_, change, message) => {
    const file = join(folder, 'entries');
    writeFileSync(file, change(readFileSync(file, 'utf8')));
    await expect(sequencer().recover()).rejects.toThrow(message);
    expect(await entries()).toHaveLength(1);
  });
});
