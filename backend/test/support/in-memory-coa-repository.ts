import { AlreadyDecided, type Certificate, DuplicateBatch } from '../../src/domain/coa-registry/certificate.js';
import {
  type CoaCursor,
  type CoaQuery,
  CoaRepository,
  type CoaSort,
  type CoaSummary,
  type CoaTotals,
  type Publication,
  type PublishedCoa,
  type QueueCursor,
  type QueueQuery,
} from '../../src/domain/coa-registry/ports.js';
import { matches } from '../../src/domain/coa-registry/search-text.js';
import type { AuditEntry } from '../../src/domain/shared/audit.js';
import { nameKey } from '../../src/domain/shared/name-key.js';
import { type Page, totalOf } from '../../src/domain/shared/page.js';
import { InMemoryBrandRepository } from './in-memory-brand-repository.js';

export class InMemoryCoaRepository extends CoaRepository {
  readonly audit: AuditEntry[] = [];
  private readonly certificates = new Map<string, Certificate>();

  constructor(readonly brands = new InMemoryBrandRepository()) {
    super();
  }

  async add(certificate: Certificate): Promise<void> {
    const open = this.stored().find(
      ({ batchKey, submissionStatus }) => batchKey === certificate.batchKey && submissionStatus !== 'rejected',
    );
    if (open) {
      throw new DuplicateBatch(certificate.batchId, open.submissionStatus === 'approved' ? 'approved' : 'pending');
    }
    this.certificates.set(certificate.id, certificate);
  }

  async publishedByBatch(batchKey: string): Promise<PublishedCoa | null> {
    const found = this.published().find((certificate) => certificate.batchKey === batchKey);
    return found ? publishedCoa(found) : null;
  }

  async publishedPage(query: CoaQuery): Promise<Page<CoaSummary, CoaCursor>> {
    const found = this.published().filter((certificate) => this.isAskedFor(certificate, query));
    const cursor = ({ testDate, thcContent, id }: CoaSummary): CoaCursor => ({
      value: isByDate(query.sort) ? testDate : thcContent,
      id,
    });
    const order = orderOf(query.sort);
    const rows = found.map(summary).sort((a, b) => order(cursor(a), cursor(b)));
    return { ...pageOf(rows, query, cursor, order), total: totalOf(found.length) };
  }

  async latestPublished(limit: number): Promise<Publication[]> {
    return this.published()
      .map((certificate) => ({ ...summary(certificate), publishedAt: certificate.reviewedAt ?? certificate.createdAt }))
      .sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime() || (a.id < b.id ? 1 : -1))
      .slice(0, limit);
  }

  async totals(): Promise<CoaTotals> {
    const published = this.published();
    return {
      coas: published.length,
      brands: (await this.brands.all()).length,
      underDosed: published.filter(({ underDosed }) => underDosed).length,
    };
  }

  async byId(id: string): Promise<Certificate | null> {
    return this.certificates.get(id) ?? null;
  }

  async queue(query: QueueQuery): Promise<Page<Certificate, QueueCursor>> {
    const found = this.stored().filter(({ submissionStatus }) => submissionStatus === query.submissionStatus);
    const cursor = ({ createdAt, id }: Certificate): QueueCursor => ({ createdAt, id });
    const rows = found.sort((a, b) => byArrival(cursor(a), cursor(b)));
    return { ...pageOf(rows, query, cursor, byArrival), total: totalOf(found.length) };
  }

  async decide(decided: Certificate, entry: AuditEntry): Promise<Certificate> {
    if (this.certificates.get(decided.id)?.submissionStatus !== 'pending') throw new AlreadyDecided();
    const stored = decided.submissionStatus === 'approved' ? this.tiedToBrand(decided) : decided;
    this.certificates.set(stored.id, stored);
    this.audit.push(entry);
    return stored;
  }

  private tiedToBrand(certificate: Certificate): Certificate {
    const { contactName, website, demonstration, submittedBy } = certificate;
    const contact = { contactEmail: submittedBy ?? '', contactName, website, demonstration };
    const { id, name } = this.brands.add(certificate.brandName, contact);
    this.brands.countCertificate(id);
    return { ...certificate, brandId: id, brandName: name };
  }

  private isAskedFor(certificate: Certificate, { search, brandKey, status }: CoaQuery): boolean {
    return (
      (search === null || matches(certificate.searchText, search)) &&
      (brandKey === null || nameKey(certificate.brandName) === brandKey) &&
      (status === null || certificate.status === status)
    );
  }

  private stored(): Certificate[] {
    return [...this.certificates.values()];
  }

  private published(): Certificate[] {
    return this.stored().filter(({ submissionStatus }) => submissionStatus === 'approved');
  }
}

const isByDate = (sort: CoaSort) => sort === 'newest' || sort === 'oldest';

/** Orders two rows; zero only for one and the same. */
type Order<Cursor> = (a: Cursor, b: Cursor) => number;

function orderOf(sort: CoaSort): Order<CoaCursor> {
  const sign = sort === 'oldest' || sort === 'mildest' ? 1 : -1;
  return (a, b) => sign * (compare(a.value, b.value) || compare(a.id, b.id));
}

const byArrival: Order<QueueCursor> = (a, b) => compare(a.createdAt, b.createdAt) || compare(a.id, b.id);

function compare<T extends string | number | Date>(a: T, b: T): number {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

/** @param rows in order */
function pageOf<Row, Cursor>(
  rows: readonly Row[],
  { limit, after }: { limit: number; after: Cursor | null },
  cursor: (row: Row) => Cursor,
  order: Order<Cursor>,
): Omit<Page<Row, Cursor>, 'total'> {
  const left = rows.filter((row) => after === null || order(cursor(row), after) > 0);
  const items = left.slice(0, limit);
  const last = items.at(-1);
  return { items, next: left.length > limit && last ? cursor(last) : null };
}

function summary(certificate: Certificate): CoaSummary {
  const { id, brandName, productName, batchId, thcContent, cbdContent, labName, testDate } = certificate;
  const { status, underDosed, demonstration, testResults } = certificate;
  return {
    ...{ id, brandName, productName, batchId, thcContent, cbdContent, labName, testDate },
    ...{ status, underDosed, demonstration, pesticideStatus: testResults.panels.pesticides },
  };
}

function publishedCoa(certificate: Certificate): PublishedCoa {
  const { version, panels, analytes } = certificate.testResults;
  const { coaFileUrl, reviewedAt } = certificate;
  return { ...summary(certificate), testResults: { version, panels, analytes }, coaFileUrl, reviewedAt };
}
