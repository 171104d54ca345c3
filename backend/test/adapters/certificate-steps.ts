import type { BrandRepository } from '../../src/domain/brands/ports.js';
import type { Certificate, CertificateDraft } from '../../src/domain/coa-registry/certificate/certificate.js';
import { changeEntry } from '../../src/domain/coa-registry/certificate/certificate-audit.js';
import type { CertificateRepository } from '../../src/domain/coa-registry/certificate/ports.js';
import type { CheckContextReader } from '../../src/domain/coa-registry/checks/ports.js';
import type { PublishedCertificateReader } from '../../src/domain/coa-registry/registry/published-certificate.js';
import type { SubmissionReader } from '../../src/domain/coa-registry/review/ports.js';
import type { QueueQuery } from '../../src/domain/coa-registry/review/queue.js';
import type { AuditEntry } from '../../src/domain/shared/audit.js';
import type { Page } from '../../src/domain/shared/page.js';
import {
  ACTOR,
  aCertificate,
  anAmendment,
  approved,
  NOW,
  rejected,
  sentBack,
  superseded,
  withdrawn,
} from '../support/builders.js';

/** The identity of nothing. */
export const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/** That many hours after {@link NOW}. */
export const hour = (n: number) => new Date(NOW.getTime() + n * 3_600_000);

/** The first page of the review queue, without a filter. */
export const IN_QUEUE: QueueQuery = {
  lifecycle: 'pending',
  source: null,
  dueBefore: null,
  spotChecksOnly: false,
  search: null,
  sort: 'oldest',
  limit: 50,
  after: null,
};

/** A registry without certificates, and what surrounds it. */
export interface OpenRegistry {
  readonly coas: CertificateRepository;
  readonly published: PublishedCertificateReader;
  readonly checks: CheckContextReader;
  readonly submissions: SubmissionReader;
  readonly brands: BrandRepository;
  /** The audit log, oldest entry first. */
  readonly audit: () => Promise<readonly AuditEntry[]>;
  /** Stores certificates as they are, with the brands of published ones, many at once. */
  readonly load: (certificates: readonly Certificate[]) => Promise<void>;
  readonly renameBrand: (name: string, to: string) => Promise<void>;
  /** @returns the identity of a new partner laboratory */
  readonly addPartnerLab: (name: string) => Promise<string>;
}

/** What happens to certificates in a registry, each step as staff would have it. */
export function stepsIn(registry: () => Pick<OpenRegistry, 'coas'>) {
  const add = async (certificate: Certificate): Promise<Certificate> => {
    await registry().coas.add(certificate);
    return certificate;
  };
  const change = (before: Certificate, after: Certificate, action = 'submission.changed') =>
    registry().coas.changeOne(after, changeEntry(action, before, after, ACTOR, NOW));
  const added = (differing: Partial<CertificateDraft> = {}, at = NOW) => add(aCertificate(differing, at));
  const approve = (waiting: Certificate, at = NOW) => change(waiting, approved(waiting, {}, at), 'submission.approved');
  const published = async (differing: Partial<CertificateDraft> = {}, at = NOW) =>
    approve(await added(differing, at), at);
  return {
    add,
    added,
    change,
    approve,
    published,
    refuse: (waiting: Certificate) => change(waiting, rejected(waiting), 'submission.rejected'),
    sendBack: (waiting: Certificate) => change(waiting, sentBack(waiting), 'submission.changes-requested'),
    withdraw: (coa: Certificate, at = NOW) => change(coa, withdrawn(coa, at), 'certificate.withdrawn'),

    /** Publishes an amendment that waits, in place of what it amends. */
    replace: async (original: Certificate, amendment: Certificate, at = NOW) => {
      const [ended, current] = [superseded(original, at), approved(amendment, {}, at)];
      const entries = [
        changeEntry('certificate.superseded', original, ended, ACTOR, NOW),
        changeEntry('submission.approved', amendment, current, ACTOR, NOW),
      ];
      return registry().coas.publishAmendment(ended, current, entries);
    },

    amendmentOf: (original: Certificate, differing: Partial<CertificateDraft> = {}) =>
      add(anAmendment(original, differing)),
  };
}

/** Every page, each from where the one before ended. */
export async function walk<T, Cursor>(pageAfter: (after: Cursor | null) => Promise<Page<T, Cursor>>) {
  const pages: Page<T, Cursor>[] = [];
  for (let after: Cursor | null = null, isLast = false; !isLast; ) {
    const page: Page<T, Cursor> = await pageAfter(after);
    pages.push(page);
    if (pages.length > 1000) throw new Error('the pages do not end');
    after = page.next;
    isLast = page.next === null;
  }
  return pages;
}

export const aLine = (valueText: string, value: number | null) => ({
  panel: 'heavyMetals' as const,
  name: 'Lead',
  valueText,
  value,
  unit: 'µg/g',
  lod: 0.001,
  loq: 0.005,
  limit: 0.5,
  method: null,
});
