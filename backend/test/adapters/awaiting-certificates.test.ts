import type { Certificate } from '../../src/domain/coa-registry/certificate/certificate.js';
import { SENDERS_MAX } from '../../src/domain/coa-registry/certificate/ports.js';
import { TypeOrmCertificateRepository } from '../../src/modules/coa-registry/certificate/database/typeorm-certificate.repository.js';
import { SqlAwaitingCertificates } from '../../src/modules/coa-registry/labs/database/sql-awaiting-certificates.js';
import { aCertificate, NOW, rejected, sentBack } from '../support/builders.js';
import { databaseOfThisFile } from './open-database.js';
import { storedDocumentsIn } from './stored-documents.js';

const emptyDatabase = databaseOfThisFile();

async function inPostgres() {
  const database = await emptyDatabase();
  const certificates = new TypeOrmCertificateRepository(database);
  return {
    awaiting: new SqlAwaitingCertificates(database),
    certificates,
    putDocument: storedDocumentsIn(database).put,
  };
}

type Opened = Awaited<ReturnType<typeof inPostgres>>;

const [PDF, OTHER] = ['a'.repeat(64), 'b'.repeat(64)] as const;
const later = (ms: number) => new Date(NOW.getTime() + ms);
const LEASED_UNTIL = later(60_000);

/** Attached to the document already, unless `documentId` is null. */
const awaitingPdf = (until: Date | null = later(3_600_000), documentId: string | null = PDF): Certificate => ({
  ...aCertificate(),
  documentId,
  awaitedDocument: PDF,
  awaitedUntil: until,
});

describe('PostgreSQL claims certificates that wait for a document', () => {
  let opened: Opened;
  beforeEach(async () => {
    opened = await inPostgres();
  });

  const added = async (certificate: Certificate): Promise<string> => {
    await opened.certificates.add(certificate);
    return certificate.id;
  };
  const claim = (now = NOW, limit = 10, leasedUntil = LEASED_UNTIL) => opened.awaiting.claim(limit, now, leasedUntil);

  it.each(['ready', 'unreadable'] as const)('once it is %s, however long they were to wait', async (state) => {
    await opened.putDocument(PDF, state);
    const ids = [await added(awaitingPdf()), await added(awaitingPdf(null)), await added(awaitingPdf(later(-1)))];
    expect((await claim()).toSorted()).toEqual(ids.toSorted());
  });

  it.each(['received', 'reading'] as const)('but not while it is %s, however long', async (state) => {
    await opened.putDocument(PDF, state);
    for (const until of [later(3_600_000), later(-1), null]) await added(awaitingPdf(until));
    expect(await claim()).toEqual([]);
  });

  it.each(['refused', 'removed'] as const)('when it was %s, unless the lab was told', async (state) => {
    await opened.putDocument(PDF, state);
    const id = await added(awaitingPdf());
    await added(awaitingPdf(null));
    expect(await claim()).toEqual([id]);
  });

  it('when it did not arrive in time, unless the lab was told', async () => {
    const id = await added(awaitingPdf(later(1), null));
    await added(awaitingPdf(null, null));
    expect(await claim()).toEqual([]);
    expect(await claim(later(1))).toEqual([id]);
  });

  it('when their time is up, although another sender uploaded it', async () => {
    await opened.putDocument(PDF, 'ready');
    const id = await added(awaitingPdf(later(1), null));
    expect(await claim()).toEqual([]);
    expect(await claim(later(1))).toEqual([id]);
  });

  it('if they are open, and wait for one', async () => {
    await opened.putDocument(PDF, 'ready');
    await added(rejected(awaitingPdf()));
    await added({ ...aCertificate(), documentId: PDF });
    const returned = await added(sentBack(awaitingPdf()));
    expect(await claim()).toEqual([returned]);
  });

  it('and leases each until a time', async () => {
    await opened.putDocument(PDF, 'ready');
    const id = await added(awaitingPdf());
    expect(await claim()).toEqual([id]);
    expect(await claim(later(59_999))).toEqual([]);
    expect(await claim(LEASED_UNTIL, 10, later(120_000))).toEqual([id]);
  });

  it('no more than asked for, and each for one of several workers at once', async () => {
    await opened.putDocument(PDF, 'ready');
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) ids.push(await added(awaitingPdf()));
    const claims = await Promise.all([claim(NOW, 2), claim(NOW, 2)]);
    expect(claims.map(({ length }) => length <= 2)).toEqual([true, true]);
    const rest = await claim();
    expect([...claims.flat(), ...rest].toSorted()).toEqual(ids.toSorted());
  });
});

describe('PostgreSQL finds who sent a document', () => {
  it('among submissions of the form that wait for review, the oldest first', async () => {
    const { certificates, putDocument } = await inPostgres();
    await putDocument(PDF, 'received');
    await putDocument(OTHER, 'received');
    const withPdf = (more: Partial<Certificate> = {}): Certificate => ({
      ...aCertificate(),
      documentId: PDF,
      ...more,
    });
    const sent = [withPdf({ createdAt: later(1) }), withPdf()];
    const left = [
      rejected(withPdf()),
      sentBack(withPdf()),
      withPdf({ source: 'staff' }),
      withPdf({ documentId: OTHER }),
      withPdf({ documentId: null }),
    ];
    for (const certificate of [...sent, ...left]) await certificates.add(certificate);
    const found = await certificates.pendingWithDocument(PDF);
    expect(found.map(({ id }) => id)).toEqual([sent[1]?.id, sent[0]?.id]);
    for (let more = sent.length; more < SENDERS_MAX + 1; more += 1) await certificates.add(withPdf());
    expect(await certificates.pendingWithDocument(PDF)).toHaveLength(SENDERS_MAX);
  });
});
