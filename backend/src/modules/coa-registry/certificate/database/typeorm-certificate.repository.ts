import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, Raw } from 'typeorm';
import type { BrandBatch } from '../../../../domain/coa-registry/certificate/batch-key.js';
import { type Certificate, DuplicateBatch } from '../../../../domain/coa-registry/certificate/certificate.js';
import {
  AmendmentUnderWay,
  ChangedMeanwhile,
} from '../../../../domain/coa-registry/certificate/certificate-lifecycle.js';
import { ReferenceTaken } from '../../../../domain/coa-registry/certificate/certificate-reference.js';
import { CertificateRepository, SENDERS_MAX } from '../../../../domain/coa-registry/certificate/ports.js';
import {
  PUBLISHED_OF_BATCH_MAX,
  type PublishedOfBatch,
} from '../../../../domain/coa-registry/certificate/publish-as.js';
import type {
  RevisionInContext,
  SubmissionRevision,
} from '../../../../domain/coa-registry/certificate/submission-revision.js';
import type { AuditEntry } from '../../../../domain/shared/audit.js';
import { nameKey } from '../../../../domain/shared/name-key.js';
import { appendToAuditLog } from '../../../../platform/database/audit-log.js';
import { violatedConstraint } from '../../../../platform/database/errors.js';
import { lockNames } from '../../../../platform/database/lock-names.js';
import { inTransaction, managerOf } from '../../../../platform/database/transaction.js';
import { deleteMail, findMail } from '../../../../platform/email/mail-about.js';
import { brandIdOf, ensureBrand } from '../../../brands/brands.sql.js';
import { certificateTable, rowOf } from './certificate.table.js';
import { newestTest, RELATED } from './certificate-columns.js';
import { lockForChange, lockForErasure } from './certificate-locks.js';
import { type RevisionRow, submissionRevisionTable } from './submission-revision.table.js';
import { VerdictStore } from './verdict-store.js';

const PENDING_FROM_MAX = 5;

@Injectable()
export class TypeOrmCertificateRepository extends CertificateRepository {
  /** @param verdicts without them, a job compares what is published with the rules */
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly verdicts?: VerdictStore,
  ) {
    super();
  }

  /** ON CONFLICT DO NOTHING, because an error would abort the caller's transaction. */
  async add(certificate: Certificate): Promise<void> {
    const { raw } = await managerOf(this.database)
      .createQueryBuilder()
      .insert()
      .into(certificateTable)
      .values(rowOf(certificate) as object)
      .orIgnore()
      .returning(['id'])
      .execute();
    if (raw.length === 1) return this.storeVerdicts(managerOf(this.database), certificate);
    const { reference } = certificate;
    if (await managerOf(this.database).existsBy(certificateTable, { reference })) throw new ReferenceTaken(reference);
    if (certificate.supersedes !== null) throw new AmendmentUnderWay();
    throw new Error('the certificate was not inserted, for an unknown reason');
  }

  async pendingFrom({
    batchKey,
    contactEmail,
  }: Pick<Certificate, 'batchKey' | 'contactEmail'>): Promise<Certificate[]> {
    if (contactEmail === null) return [];
    const manager = managerOf(this.database);
    const sender = contactEmail.toLowerCase();
    await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [
      `waiting-from ${sender} ${batchKey}`,
    ]);
    return manager.find(certificateTable, {
      where: {
        batchKey,
        contactEmail: Raw((column) => `lower(${column}) = :sender`, { sender }),
        lifecycle: 'pending',
      },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: PENDING_FROM_MAX,
    });
  }

  pendingWithDocument(sha256: string): Promise<Certificate[]> {
    return managerOf(this.database).find(certificateTable, {
      where: { documentId: sha256, lifecycle: 'pending', source: 'submitter' },
      order: { createdAt: 'ASC', id: 'ASC' },
      take: SENDERS_MAX,
    });
  }

  publishedOfBatch({ batchKey, brandKey }: BrandBatch): Promise<PublishedOfBatch[]> {
    return managerOf(this.database).query<PublishedOfBatch[]>(
      `SELECT ${RELATED}, c."labKey" FROM coa_data c
        WHERE c."batchKey" = $1 AND c."brandId" = ${brandIdOf('$2')} AND c."submissionStatus" = 'approved'
        ORDER BY ${newestTest('c')} LIMIT ${PUBLISHED_OF_BATCH_MAX}`,
      [batchKey, brandKey],
    );
  }

  async lockForPublication(certificates: readonly Pick<Certificate, 'batchKey' | 'brandName'>[]): Promise<void> {
    const manager = managerOf(this.database);
    const batches = [...new Set(certificates.map(({ batchKey }) => `published-batch ${batchKey}`))];
    await lockNames(manager, batches, 'alone');
    // Storing a certificate locks rows that an erasure, which has locked its brand's name, may wait for.
    const brands = certificates.map(({ brandName }) => nameKey(brandName));
    await lockNames(manager, brands, 'shared');
  }

  changeOne(certificate: Certificate, entry: AuditEntry): Promise<Certificate> {
    return inTransaction(this.database, async (manager) => {
      const stored = await this.storeChange(manager, certificate);
      await appendToAuditLog(manager, entry);
      return stored;
    });
  }

  publishAmendment(superseded: Certificate, amendment: Certificate, entries: readonly AuditEntry[]) {
    return inTransaction(this.database, async (manager): Promise<[Certificate, Certificate]> => {
      await lockForChange(manager, [superseded, amendment]);
      const ended = await this.storeChange(manager, superseded);
      const published = await this.storeChange(manager, amendment);
      for (const entry of entries) await appendToAuditLog(manager, entry);
      return [ended, published];
    });
  }

  byId(id: string): Promise<Certificate | null> {
    return managerOf(this.database).findOneBy(certificateTable, { id });
  }

  async idOfReference(reference: string): Promise<string | null> {
    const [row] = await managerOf(this.database).query<{ id: string }[]>(
      `SELECT "id" FROM coa_data WHERE "reference" = $1`,
      [reference],
    );
    return row?.id ?? null;
  }

  async referencesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await managerOf(this.database).query<{ id: string; reference: string }[]>(
      `SELECT "id", "reference" FROM coa_data WHERE "id" = ANY ($1::uuid[])`,
      [ids],
    );
    return new Map(rows.map(({ id, reference }) => [id, reference]));
  }

  async hadFinding(labId: string, since: Date): Promise<boolean> {
    const [row] = await managerOf(this.database).query<{ found: boolean }[]>(
      `SELECT EXISTS (SELECT 1 FROM coa_data WHERE "labId" = $1 AND "spotCheck" = 'differs' AND "endedAt" >= $2) AS "found"`,
      [labId, since],
    );
    return row?.found ?? false;
  }

  async addRevision(revision: SubmissionRevision): Promise<void> {
    const { certificateId, version, replacedAt, contactEmail, contactName, notes, testResults, findings, ...content } =
      revision;
    const row = {
      certificateId,
      version,
      replacedAt,
      contactEmail,
      contactName,
      notes,
      testResults,
      findings,
      content,
    };
    await managerOf(this.database).insert(submissionRevisionTable, row as object);
  }

  async lastRevision(certificateId: string): Promise<SubmissionRevision | null> {
    const [row] = await managerOf(this.database).find(submissionRevisionTable, {
      where: { certificateId },
      order: { version: 'DESC' },
      take: 1,
    });
    return row ? toRevision(row) : null;
  }

  async ofSubmitter(address: string) {
    const manager = managerOf(this.database);
    const certificates = await certificatesOf(manager, address).getMany();
    const revisions = await revisionsOf(manager, address);
    return { certificates, revisions, mail: await findMail(manager, mailTo(certificates)) };
  }

  eraseSubmitter(address: string, without: (certificate: Certificate) => Certificate) {
    return inTransaction(this.database, async (manager) => {
      await lockForErasure(manager, address);
      const certificates = await certificatesOf(manager, address).setLock('for_no_key_update').getMany();
      for (const one of certificates) await this.storeChange(manager, without(one));
      const revisions = await revisionsOf(manager, address);
      await manager.query(ERASE_REVISIONS, [address, certificates.map(({ id }) => id)]);
      return { certificates, revisions, mail: await deleteMail(manager, mailTo(certificates)) };
    });
  }

  private async storeChange(manager: EntityManager, certificate: Certificate): Promise<Certificate> {
    const becomesPublic = certificate.lifecycle === 'approved' && certificate.brandId === null;
    const stored = becomesPublic ? { ...certificate, ...(await findOrCreateBrand(manager, certificate)) } : certificate;
    const unchanged = { id: certificate.id, version: certificate.version - 1 };
    try {
      const { affected } = await manager.update(certificateTable, unchanged, rowOf(stored) as object);
      if (affected !== 1) throw new ChangedMeanwhile();
    } catch (error) {
      if (violatedConstraint(error) === 'coa_data_published_batch') throw new DuplicateBatch(certificate);
      if (violatedConstraint(error) === 'coa_data_amendment_key') throw new AmendmentUnderWay();
      throw error;
    }
    await this.storeVerdicts(manager, stored);
    return stored;
  }

  private async storeVerdicts(manager: EntityManager, certificate: Certificate): Promise<void> {
    if (certificate.lifecycle === 'approved') await this.verdicts?.storeNew(manager, [certificate]);
  }
}

const certificatesOf = (manager: EntityManager, address: string) =>
  manager
    .createQueryBuilder(certificateTable, 'c')
    .where('lower(c.contactEmail) = lower(:address)', { address })
    .orderBy({ 'c.createdAt': 'ASC', 'c.id': 'ASC' });

/** The rule of `withoutSubmitter`, in SQL. A later resubmission may carry another person's address. */
const ERASE_REVISIONS = `UPDATE submission_revisions
  SET "submittedBy" = NULL, "contactName" = NULL, "notes" = NULL, "testResults" = "testResults" - 'submitted'
  WHERE lower("submittedBy") = lower($1) OR "certificateId" = ANY ($2)`;

async function revisionsOf(manager: EntityManager, address: string): Promise<RevisionInContext[]> {
  const rows = await manager.query<(RevisionRow & Pick<RevisionInContext, 'reference' | 'lifecycle'>)[]>(
    `SELECT r."certificateId", r."version", r."replacedAt", r."submittedBy" AS "contactEmail", r."contactName", r."notes",
            r."content", r."testResults", r."findings", c."reference", c."submissionStatus" AS "lifecycle"
       FROM submission_revisions r JOIN coa_data c ON c."id" = r."certificateId"
      WHERE lower(r."submittedBy") = lower($1) ORDER BY r."replacedAt", r."certificateId"`,
    [address],
  );
  return rows.map(({ reference, lifecycle, ...row }) => ({ ...toRevision(row), reference, lifecycle }));
}

const toRevision = ({ content, ...row }: RevisionRow): SubmissionRevision => ({ ...row, ...content });

/** Mail to the submitter. Mail to staff about a certificate stays. */
const mailTo = (certificates: readonly Pick<Certificate, 'id'>[]) => ({
  kind: 'submission.',
  named: 'certificateId',
  ids: certificates.map(({ id }) => id),
});

/**
 * Finds the brand by its name or a former name, or creates it, unverified, from the submission. Concurrent calls create it
 * once.
 */
async function findOrCreateBrand(
  manager: EntityManager,
  certificate: Certificate,
): Promise<Pick<Certificate, 'brandId' | 'brandName'>> {
  const key = nameKey(certificate.brandName);
  const { brandName, contactEmail, contactName, website, demonstration } = certificate;
  // Keeps the brand from being renamed or merged before the certificate is stored.
  await lockNames(manager, [key], 'shared');
  const brand = await ensureBrand(manager, { brandName, key, contactEmail, contactName, website, demonstration });
  if (!brand) throw new ChangedMeanwhile();
  return { brandId: brand.id, brandName: brand.name };
}
