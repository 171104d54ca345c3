import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { DataSource } from 'typeorm';
import {
  AMENDMENT,
  DEMO_ANCHOR,
  DEMO_PARTNERS,
  DEMO_RECORDS,
  type DemoRecord,
  domainOf,
  WITHDRAWAL,
} from './demo-records.js';
import { Brands } from './domain/brands/brands.js';
import { type Certificate, submit } from './domain/coa-registry/certificate/certificate.js';
import { changeEntry } from './domain/coa-registry/certificate/certificate-audit.js';
import { approve, type DocumentAtHand, supersede, withdraw } from './domain/coa-registry/review/review.js';
import { amend } from './domain/coa-registry/submission/sender-changes.js';
import { Documents } from './domain/documents/documents.js';
import { UploadQuotas } from './domain/documents/upload-quotas.js';
import { labDetails, labEntry, newLab } from './domain/partners/lab.js';
import type { Actor } from './domain/shared/audit.js';
import { TypeOrmBrandRepository } from './modules/brands/typeorm-brand.repository.js';
import { TypeOrmCertificateRepository } from './modules/coa-registry/certificate/database/typeorm-certificate.repository.js';
import { PostgresDocumentStore } from './modules/documents/database/postgres-document.store.js';
import { TypeOrmDocumentRepository } from './modules/documents/database/typeorm-document.repository.js';
import { TypeOrmLabRepository } from './modules/partners/database/typeorm-lab.repository.js';
import { SystemClock } from './platform/clock-and-ids.js';
import { PublicReader } from './platform/database/public-reader.js';
import { TypeOrmTransactions } from './platform/database/transaction.js';
import { WakeSignal } from './platform/queue/wake-signal.js';

/** Audit log actor of the demo data. */
const DEMO_ACTOR: Actor = { id: 'system', name: 'demonstration data' };

const VERIFIED: readonly string[] = [
  'Juniper & Tide',
  'Paper Lantern',
  'Quiet Orchard',
  'Nordlicht Getränke',
  'Copper Finch',
];

/** The PDF, as if it had been read when the reviewer decided. It is read once the server runs. */
const LOOKED_AT: DocumentAtHand = { state: 'ready', fields: [] };

/** Loads demo data into an empty registry. @returns false if the registry is not empty */
export async function loadDemoData(database: DataSource): Promise<boolean> {
  const [found] = await database.query<{ some: boolean }[]>('SELECT EXISTS (SELECT 1 FROM coa_data) AS some');
  if (found?.some) return false;
  await addLabs(database);
  await addCertificates(database);
  await verifyBrands(database);
  return true;
}

async function addCertificates(database: DataSource): Promise<void> {
  const registry = new TypeOrmCertificateRepository(database);
  const now = new Date();
  const stored = new Map<string, Certificate>();
  const change = async (action: string, before: Certificate, after: Certificate, at: Date) => {
    const changed = await registry.changeOne(after, changeEntry(action, before, after, DEMO_ACTOR, at));
    stored.set(changed.id, changed);
    return changed;
  };
  for (const record of DEMO_RECORDS) {
    // What waits for review was received now, so that no installation starts with overdue reviews.
    const receivedAt = record.standing === 'waiting' ? now : record.receivedAt;
    const documentId = await storeDemoDocument(database, record.id, receivedAt);
    const replaced = stored.get(record.replaces ?? '');
    if (replaced) {
      await change('certificate.superseded', replaced, supersede(replaced, record.publishedAt), record.publishedAt);
    }
    const evidence = { documentId, provenance: record.provenance };
    const submitted = { ...submissionOf(record, replaced, receivedAt), ...evidence, demonstration: true };
    await registry.add(submitted);
    if (record.standing === 'waiting') continue;
    const approved = approve(submitted, record.approval, record.publishedAt, LOOKED_AT);
    const published = await change('submission.approved', submitted, approved, record.publishedAt);
    if (record.withdrawnAt === null) continue;
    const withdrawn = withdraw(published, WITHDRAWAL, record.withdrawnAt);
    await change('certificate.withdrawn', published, withdrawn, record.withdrawnAt);
  }
}

function submissionOf(record: DemoRecord, replaced: Certificate | undefined, receivedAt: Date): Certificate {
  const { id, draft, submitter } = record;
  if (!replaced) return submit(draft, id, receivedAt, submitter);
  return amend(replaced, { draft, reason: AMENDMENT }, id, receivedAt, submitter);
}

/** The build prints a PDF for each record there (scripts/demo-documents.mjs). */
const FOLDER = resolve(import.meta.dirname, '../dist/demo-documents');

/**
 * Stores the PDF of a demonstration record, as if its submitter had sent it. It is read like any other document.
 * @returns its SHA-256
 */
async function storeDemoDocument(database: DataSource, recordId: string, receivedAt: Date): Promise<string> {
  const content = await readFile(resolve(FOLDER, `${recordId}.pdf`)).catch((error) => {
    throw new Error(`The demonstration's PDFs are not there. Run: npm run build (${error.message})`);
  });
  const sha256 = createHash('sha256').update(content).digest('hex');
  const upload = { sha256, bytes: content.length, content: once(content) };
  await documentsAt(database, receivedAt).receive(upload, {
    from: 'submitter',
    labId: null,
    sender: null,
    isLimited: false,
  });
  return sha256;
}

async function* once(content: Uint8Array) {
  yield content;
}

function documentsAt(database: DataSource, now: Date): Documents {
  const clock = { now: () => now };
  const documents = new TypeOrmDocumentRepository(database, new WakeSignal());
  const none = { documents: 0, bytes: 0 };
  return new Documents(
    documents,
    new PostgresDocumentStore(database),
    new UploadQuotas(documents, { lab: none, address: none }, clock),
    new TypeOrmTransactions(database),
    clock,
  );
}

/** Adds partner laboratories without keys. */
async function addLabs(database: DataSource): Promise<void> {
  const labs = new TypeOrmLabRepository(database);
  for (const { id, name, domain } of DEMO_PARTNERS) {
    const details = { name, website: `https://${domain}`, contactEmail: `certificates@${domain}` };
    const lab = { ...newLab(details, id, DEMO_ANCHOR), demonstration: true };
    await labs.add(lab, labEntry('lab.created', lab, DEMO_ACTOR, DEMO_ANCHOR, null, labDetails(lab)));
  }
}

async function verifyBrands(database: DataSource): Promise<void> {
  const brands = new Brands(new TypeOrmBrandRepository(database, new PublicReader(database)), new SystemClock());
  for (const name of VERIFIED) {
    const { id, website } = await brands.byName(name);
    await brands.verify(id, { contactEmail: `hello@${domainOf(name)}`, website }, DEMO_ACTOR);
  }
}
