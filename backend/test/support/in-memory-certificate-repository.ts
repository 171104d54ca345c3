import type { CheckContextQuery } from '../../src/domain/coa-registry/automated-checks.js';
import type { BrandBatch } from '../../src/domain/coa-registry/batch-key.js';
import { type BatchTest, byNewestTest } from '../../src/domain/coa-registry/batch-tests.js';
import { type Certificate, DuplicateBatch } from '../../src/domain/coa-registry/certificate.js';
import { ChangedMeanwhile } from '../../src/domain/coa-registry/certificate-lifecycle.js';
import { ReferenceTaken } from '../../src/domain/coa-registry/certificate-reference.js';
import type {
  LabCertificate,
  LabCertificatesQuery,
  LabListCursor,
  OwnCertificatesQuery,
  Replacement,
} from '../../src/domain/coa-registry/lab-certificate-queries.js';
import { labSearchText } from '../../src/domain/coa-registry/lab-search.js';
import { type ListedCertificate, listed } from '../../src/domain/coa-registry/listed-certificate.js';
import { reportsAllPanels } from '../../src/domain/coa-registry/panel-reports.js';
import {
  type CertificateRepository,
  type CheckContextReader,
  type DocumentUsed,
  type DocumentUsesQuery,
  type PublishedCertificateReader,
  SENDERS_MAX,
  type SubmissionReader,
} from '../../src/domain/coa-registry/ports.js';
import type { ProductCertificate } from '../../src/domain/coa-registry/product-history.js';
import {
  type CertificateCursor,
  type CertificateQuery,
  type CertificateSort,
  type CertificateSummary,
  type EndedCertificate,
  OTHER_BRANDS_MAX,
  type OtherBrandCertificate,
  type Publication,
  type PublicCertificate,
  type PublishedCertificate,
  type RegistryTotals,
  type Withdrawal,
} from '../../src/domain/coa-registry/published-certificate.js';
import type { QueueCounts } from '../../src/domain/coa-registry/queue.js';
import {
  matchesQueue,
  type QueuePosition,
  type QueueQuery,
  queueSortKey,
  queueText,
} from '../../src/domain/coa-registry/queue.js';
import {
  PUBLISHED_OF_BATCH_MAX,
  type PublishedOfBatch,
  type RelatedCertificates,
  WAITING_FOR_BATCH_MAX,
  type WaitingForBatch,
} from '../../src/domain/coa-registry/related-certificates.js';
import { isSameReport, reportKey } from '../../src/domain/coa-registry/report-key.js';
import { AmendmentUnderWay } from '../../src/domain/coa-registry/review.js';
import { matches, sameCodePart, searchTerm } from '../../src/domain/coa-registry/search-text.js';
import { doubtAbout, type StatusDisplay, statusDisplay } from '../../src/domain/coa-registry/status-display.js';
import type { HistoryLinks } from '../../src/domain/coa-registry/submission-history.js';
import type { RevisionInContext } from '../../src/domain/coa-registry/submission-revision.js';
import {
  type SubmissionRevision,
  withoutRevisionSubmitter,
} from '../../src/domain/coa-registry/submission-revision.js';
import { isDoNotDrink } from '../../src/domain/coa-registry/verdict.js';
import type { VerdictText } from '../../src/domain/coa-registry/verdict-changes.js';
import type { AuditEntry } from '../../src/domain/shared/audit.js';
import { nameKey } from '../../src/domain/shared/name-key.js';
import { COUNTED_EXACTLY_UP_TO, type Page, totalOf } from '../../src/domain/shared/page.js';
import { CORRECTED_FROM } from '../../src/domain/shared/spelling.js';
import { InMemoryBrandRepository } from './in-memory-brand-repository.js';
import {
  batchTest,
  compare,
  labCertificate,
  type Order,
  otherBrand,
  pageOf,
  publishedCoa,
  relatedCoa,
  sameBatch,
  sameReport,
  summary,
  withdrawal,
} from './in-memory-certificate-rows.js';
import type { Restorable } from './rollback-transactions.js';

export class InMemoryCertificateRepository
  implements CertificateRepository, PublishedCertificateReader, CheckContextReader, SubmissionReader, Restorable
{
  audit: readonly AuditEntry[] = [];
  /** Name keys of partner laboratories. */
  readonly partnerLabs = new Set<string>();
  /** By the id of a certificate. */
  readonly compared = new Map<string, { readonly basis: string; readonly verdicts: readonly string[] }>();
  private certificates: ReadonlyMap<string, Certificate> = new Map();
  private revisions: readonly SubmissionRevision[] = [];
  /** What certificates are shown as. They never change, and judging one takes a while. */
  private readonly marks = new WeakMap<Certificate, StatusDisplay['mark']>();

  constructor(readonly brands = new InMemoryBrandRepository()) {}

  async add(certificate: Certificate): Promise<void> {
    const { id, supersedes, reference } = certificate;
    if (this.stored().some((other) => other.reference === reference)) throw new ReferenceTaken(reference);
    if (supersedes !== null && this.stored().some((other) => isAmendmentOf(other, supersedes))) {
      throw new AmendmentUnderWay();
    }
    this.certificates = new Map(this.certificates).set(id, certificate);
  }

  async pendingFrom({ batchKey, contactEmail }: Certificate): Promise<readonly Certificate[]> {
    const isFrom = (one: Certificate) =>
      contactEmail !== null && one.contactEmail?.toLowerCase() === contactEmail.toLowerCase();
    return this.stored()
      .filter((one) => one.batchKey === batchKey && one.lifecycle === 'pending' && isFrom(one))
      .sort(newestFirst)
      .slice(0, 5);
  }

  async pendingWithDocument(sha256: string): Promise<readonly Certificate[]> {
    return this.stored()
      .filter((one) => one.documentId === sha256 && one.lifecycle === 'pending' && one.source === 'submitter')
      .sort((one, other) => newestFirst(other, one))
      .slice(0, SENDERS_MAX);
  }

  async publishedOfBatch({ batchKey, brandKey }: BrandBatch): Promise<PublishedOfBatch[]> {
    const brand = this.brands.known(brandKey);
    return this.published()
      .filter((one) => one.batchKey === batchKey && one.brandId === brand?.id)
      .sort(byNewestTest)
      .slice(0, PUBLISHED_OF_BATCH_MAX)
      .map((one) => ({ ...relatedCoa(one), labKey: one.labKey }));
  }

  /** One thing happens after the other in memory. */
  async lockForPublication(): Promise<void> {}

  async publicByBatch(batchKey: string, brandKey: string | null): Promise<PublicCertificate | null> {
    const brand = brandKey === null ? null : await this.brands.byNameKey(brandKey);
    if (brandKey !== null && brand === null) return null;
    const [found] = this.publicOnes()
      .filter((one) => one.batchKey === batchKey && (brand === null || one.brandId === brand.id))
      .sort(currentFirst);
    return found ? this.inContext(found) : null;
  }

  async publicDocumentOf(reference: string): Promise<{ readonly documentId: string | null } | null> {
    const found = this.stored().find((one) => one.reference === reference);
    const isPublic = found && ['approved', 'withdrawn', 'superseded'].includes(found.lifecycle);
    return isPublic ? { documentId: found.documentId } : null;
  }

  async publicByReference(reference: string): Promise<PublicCertificate | null> {
    const found = this.publicOnes().find((certificate) => certificate.reference === reference);
    return found ? this.inContext(found) : null;
  }

  private async inContext(found: Certificate): Promise<PublicCertificate> {
    const { batchKey, labKey, labReportId, id } = found;
    const of = { batchKey, brandKey: nameKey(found.brandName), labKey, labId: null, labReportId };
    const { sameBatch, sameReport, labIsKnown } = await this.checkContext({ ...of, except: [id], viewer: 'staff' });
    const otherTests = this.otherTestsOf(found);
    const currentTests = found.lifecycle === 'approved' ? 1 + otherTests.length : 0;
    const others = { otherBrands: this.otherBrandsOf(found), otherTests, currentTests };
    const context = { sameBatch, sameReport, labIsKnown };
    return { ...this.whole(found), context, documentContext: null, ...others };
  }

  /** Keys of batches with a failed report. */
  private failedBatches(): ReadonlySet<string> {
    return new Set(this.published().filter(isFailure).map(batchOf));
  }

  private summaryOf(certificate: Certificate, failed = this.failedBatches()): CertificateSummary {
    return { ...summary(certificate), doNotDrink: isDoNotDrink(certificate) || failed.has(batchOf(certificate)) };
  }

  async publishedPage(query: CertificateQuery): Promise<Page<CertificateSummary, CertificateCursor>> {
    const found = this.published().filter((certificate) => this.isAskedFor(certificate, query));
    const cursor = ({ testDate, thcContent, id }: Certificate): CertificateCursor => ({
      value: isByDate(query.sort) ? testDate : thcContent,
      id,
    });
    const order = orderOf(query.sort);
    const rows = found.toSorted((a, b) => order(cursor(a), cursor(b)));
    const { items, next } = pageOf(rows, query, cursor, order);
    const failed = this.failedBatches();
    return { items: items.map((one) => this.summaryOf(one, failed)), next, total: totalOf(found.length) };
  }

  async ofProduct(brandKey: string, words: string, limit: number): Promise<ProductCertificate[]> {
    const brand = await this.brands.byNameKey(brandKey);
    const failed = this.failedBatches();
    return this.publicOnes()
      .filter((one) => brand !== null && one.brandId === brand.id && one.searchText.startsWith(`${words}|`))
      .sort((a, b) => -compare(a.testDate, b.testDate) || -compare(a.id, b.id))
      .slice(0, limit)
      .map((one) => ({ ...this.summaryOf(one, failed), lifecycle: one.lifecycle }));
  }

  /** All there are: which of them are meant is the domain's to say. */
  async wordsLike(): Promise<readonly string[]> {
    const fields = this.published().flatMap(({ searchText }) => searchText.split('|').slice(0, 2));
    const words = fields.flatMap((field) => field.trim().split(' '));
    return [...new Set(words.filter((word) => word.length >= CORRECTED_FROM && !/\d/.test(word)))];
  }

  async endedMatching(parts: readonly string[], limit: number): Promise<EndedCertificate[]> {
    return this.stored()
      .filter(({ lifecycle }) => lifecycle === 'withdrawn' || lifecycle === 'superseded')
      .filter(({ searchText }) => parts.some((part) => searchText.includes(part)))
      .sort((a, b) => -compare(a.endedAt ?? NEVER, b.endedAt ?? NEVER) || -compare(a.id, b.id))
      .slice(0, limit)
      .map(otherBrand);
  }

  async latestPublished(limit: number): Promise<Publication[]> {
    const failed = this.failedBatches();
    return this.published()
      .map((certificate) => ({
        ...this.summaryOf(certificate, failed),
        publishedAt: certificate.reviewedAt ?? certificate.createdAt,
      }))
      .sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime() || (a.id < b.id ? 1 : -1))
      .slice(0, limit);
  }

  async latestWithdrawn(limit: number): Promise<Withdrawal[]> {
    return this.stored()
      .filter(({ lifecycle }) => lifecycle === 'withdrawn')
      .sort((a, b) => -compare(a.endedAt ?? NEVER, b.endedAt ?? NEVER) || -compare(a.id, b.id))
      .slice(0, limit)
      .map(withdrawal);
  }

  async totals(): Promise<RegistryTotals> {
    const published = this.published();
    return {
      coas: published.length,
      brands: (await this.brands.all()).length,
      underDosed: published.filter(({ underDosed }) => underDosed).length,
      allPanels: published.filter(({ testResults }) => reportsAllPanels(testResults.panels)).length,
    };
  }

  async byId(id: string): Promise<Certificate | null> {
    return this.certificates.get(id) ?? null;
  }

  async idOfReference(reference: string): Promise<string | null> {
    return this.stored().find((one) => one.reference === reference)?.id ?? null;
  }

  async referencesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const named = this.stored().filter(({ id }) => ids.includes(id));
    return new Map(named.map(({ id, reference }) => [id, reference]));
  }

  async ofSubmitter(address: string) {
    const certificates = this.stored()
      .filter(({ contactEmail }) => contactEmail?.toLowerCase() === address.toLowerCase())
      .sort(byArrival);
    return { certificates, revisions: this.revisionsOf(address), mail: [] };
  }

  async eraseSubmitter(address: string, without: (certificate: Certificate) => Certificate) {
    const { certificates, revisions } = await this.ofSubmitter(address);
    const own = (one: SubmissionRevision) =>
      isSentBy(one, address) || certificates.some(({ id }) => id === one.certificateId);
    this.revisions = this.revisions.map((one) => (own(one) ? withoutRevisionSubmitter(one) : one));
    this.certificates = new Map([...this.certificates, ...certificates.map((one) => [one.id, without(one)] as const)]);
    return { certificates, revisions, mail: 0 };
  }

  private revisionsOf(address: string): RevisionInContext[] {
    return this.revisions
      .filter((one) => isSentBy(one, address))
      .flatMap((one) => {
        const certificate = this.certificates.get(one.certificateId);
        if (!certificate) return [];
        return [{ ...one, reference: certificate.reference, lifecycle: certificate.lifecycle }];
      });
  }

  async addRevision(revision: SubmissionRevision): Promise<void> {
    this.revisions = [...this.revisions, revision];
  }

  async lastRevision(certificateId: string): Promise<SubmissionRevision | null> {
    const ofCertificate = this.revisions.filter((one) => one.certificateId === certificateId);
    return ofCertificate.sort((a, b) => b.version - a.version)[0] ?? null;
  }

  async linksOf({ id, supersedes }: Certificate): Promise<HistoryLinks> {
    const linkTo = (one: Certificate | undefined) => (one ? { id: one.id, reference: one.reference } : null);
    return {
      original: linkTo(this.certificates.get(supersedes ?? '')),
      replacement: linkTo(this.stored().find((other) => isAmendmentOf(other, id))),
    };
  }

  async waitingFor(batches: readonly BrandBatch[]): Promise<WaitingForBatch[]> {
    const isWaiting = ({ lifecycle }: Certificate) => ['pending', 'changes_requested'].includes(lifecycle);
    const distinct = new Map(batches.map((batch) => [JSON.stringify([batch.batchKey, batch.brandKey]), batch]));
    return [...distinct.values()].flatMap((batch) =>
      this.stored()
        .filter((one) => one.batchKey === batch.batchKey && nameKey(one.brandName) === batch.brandKey && isWaiting(one))
        .slice(0, WAITING_FOR_BATCH_MAX)
        .map(({ id, batchKey, brandName }) => ({ id, batchKey, brandName })),
    );
  }

  async queue(query: QueueQuery): Promise<Page<ListedCertificate, QueuePosition>> {
    const { lifecycle, source, dueBefore, spotChecksOnly, search } = query;
    const found = this.stored().filter(
      (one) =>
        one.lifecycle === lifecycle &&
        (source === null || one.source === source) &&
        (dueBefore === null || one.reviewDueDate < dueBefore) &&
        (!spotChecksOnly || one.spotCheck === 'due') &&
        (search === null || matchesQueue(queueText(one), search)),
    );
    const positionOf = (one: Certificate): QueuePosition => ({ value: queueSortKey(one, query.sort), id: one.id });
    const sign = query.sort === 'newest' ? -1 : 1;
    const order: Order<QueuePosition> = (a, b) => sign * (compare(a.value, b.value) || compare(a.id, b.id));
    const rows = found.toSorted((a, b) => order(positionOf(a), positionOf(b)));
    const { items, next } = pageOf(rows, query, positionOf, order);
    return { items: items.map(listed), next, total: totalOf(found.length) };
  }

  async hadFinding(labId: string, since: Date): Promise<boolean> {
    return this.stored().some(
      (one) => one.labId === labId && one.spotCheck === 'differs' && one.endedAt !== null && one.endedAt >= since,
    );
  }

  async queueCounts(today: string): Promise<QueueCounts> {
    const count = (isCounted: (certificate: Certificate) => boolean) =>
      totalOf(Math.min(this.stored().filter(isCounted).length, COUNTED_EXACTLY_UP_TO + 1));
    return {
      pending: count(({ lifecycle }) => lifecycle === 'pending'),
      overdue: count(({ lifecycle, reviewDueDate }) => lifecycle === 'pending' && reviewDueDate < today),
      changesRequested: count(({ lifecycle }) => lifecycle === 'changes_requested'),
      spotChecks: count(({ lifecycle, spotCheck }) => lifecycle === 'approved' && spotCheck === 'due'),
    };
  }

  async ofLab(query: OwnCertificatesQuery): Promise<Page<ListedCertificate, LabListCursor>> {
    const { labId, lifecycle, labReportId, batchKey, updatedSince } = query;
    const found = this.stored().filter(
      (one) =>
        one.labId === labId &&
        (lifecycle === null || one.lifecycle === lifecycle) &&
        (labReportId === null || reportKey(one) === reportKey({ labReportId })) &&
        (batchKey === null || one.batchKey === batchKey) &&
        (updatedSince === null || lastChange(one) >= updatedSince),
    );
    return arrivals(found, query, (a, b) => byArrival(b, a));
  }

  /** There are no transactions here. */
  async changesKnownUntil(): Promise<Date> {
    return new Date();
  }

  async replacementsOf(ids: readonly string[]): Promise<ReadonlyMap<string, Replacement>> {
    const all = this.stored();
    const isSuperseded = (id: string) => all.some((one) => one.id === id && one.lifecycle === 'superseded');
    return new Map(
      all.flatMap(({ id, reference, batchId, supersedes, lifecycle }) =>
        supersedes !== null && lifecycle !== 'rejected' && ids.includes(supersedes) && isSuperseded(supersedes)
          ? [[supersedes, { id, reference, batchId }]]
          : [],
      ),
    );
  }

  async searchOfLab(query: LabCertificatesQuery): Promise<Page<LabCertificate, LabListCursor>> {
    const { labId, lifecycle, search } = query;
    const found = this.stored().filter(
      (one) =>
        one.labId === labId &&
        (lifecycle === null || one.lifecycle === lifecycle) &&
        (search === null || search.some((part) => labSearchText(one).includes(part))),
    );
    const page = arrivals(found, query, (a, b) => byArrival(b, a));
    return { ...page, items: page.items.map(labCertificate) };
  }

  async checkContext({ batchKey, brandKey, labKey, labId, labReportId, except, viewer }: CheckContextQuery) {
    const all = this.stored().filter(({ id }) => !except.includes(id));
    const others = all.filter(
      ({ lifecycle, labId }) =>
        viewer === 'staff' ||
        ['approved', 'withdrawn'].includes(lifecycle) ||
        (viewer !== 'public' && labId === viewer.labId),
    );
    const brand = this.brandOf({ brandId: null, brandName: brandKey });
    const ofBatch = others.filter(
      (one) => one.batchKey === batchKey && one.lifecycle !== 'superseded' && this.brandOf(one) === brand,
    );
    const counts = ({ lifecycle }: Certificate) => !['rejected', 'superseded'].includes(lifecycle);
    const ofReport = others.filter(
      (one) => labReportId !== null && isSameReport(one, { labKey, labReportId }) && counts(one),
    );
    const hasPublished = all.some((one) => one.labKey === labKey && one.lifecycle === 'approved');
    return {
      sameBatch: ofBatch.sort(newestFirst).slice(0, 20).map(sameBatch),
      sameReport: ofReport.sort(newestFirst).slice(0, 5).map(sameReport),
      labIsKnown: labId !== null || this.partnerLabs.has(labKey) || hasPublished,
      isInPartnersName: viewer === 'staff' && labId === null && this.partnerLabs.has(labKey),
      brandIsVerified: viewer === 'staff' && ((await this.brands.byNameKey(brandKey))?.verified ?? false),
    };
  }

  async documentUses({ documentIds, except, viewer }: DocumentUsesQuery): Promise<DocumentUsed[]> {
    const isSeen = ({ lifecycle, labId }: Certificate) =>
      viewer === 'staff' ||
      ['approved', 'withdrawn'].includes(lifecycle) ||
      (viewer !== 'public' && labId === viewer.labId);
    return this.stored()
      .filter(({ id, lifecycle }) => !except.includes(id) && !['rejected', 'superseded'].includes(lifecycle))
      .filter(isSeen)
      .sort(newestFirst)
      .flatMap(({ documentId, reference, batchId, productName, lifecycle }) =>
        documentId !== null && documentIds.includes(documentId)
          ? [{ documentId, reference, batchId, productName, lifecycle }]
          : [],
      )
      .slice(0, 20);
  }

  async lookAlikes({ brandName, batchId, batchKey }: Pick<Certificate, 'brandName' | 'batchId' | 'batchKey'>) {
    const part = sameCodePart(batchId);
    const brand = await this.brands.byNameKey(nameKey(brandName));
    return this.published()
      .filter((one) => one.brandId === brand?.id && one.batchKey !== batchKey)
      .filter(({ searchText }) => part !== null && searchText.includes(part))
      .sort(newestFirst)
      .slice(0, 3)
      .map((one) => one.batchId);
  }

  async related({ id, batchKey, brandName, productName }: Certificate): Promise<RelatedCertificates> {
    const others = this.stored().filter((one) => one.id !== id);
    const published = others.filter(({ lifecycle }) => lifecycle === 'approved').sort(latestTestFirst);
    const brand = await this.brands.byNameKey(nameKey(brandName));
    const term = searchTerm(productName);
    const isSimilar = ({ searchText }: Certificate) => term !== null && searchText.includes(` ${term.text} |`);
    const first = (rows: readonly Certificate[], limit: number) => rows.slice(0, limit).map(relatedCoa);
    return {
      sameBatch: first(
        this.ofBrandFirst(
          brandName,
          others.filter((one) => one.batchKey === batchKey),
        ),
        20,
      ),
      sameBrand: first(
        published.filter(({ brandId }) => brandId === (brand?.id ?? 0)),
        5,
      ),
      similarProducts: first(published.filter(isSimilar), 5),
    };
  }

  async changeOne(certificate: Certificate, entry: AuditEntry): Promise<Certificate> {
    return this.storeAll([certificate], [entry])[0] as Certificate;
  }

  async publishAmendment(superseded: Certificate, amendment: Certificate, entries: readonly AuditEntry[]) {
    return this.storeAll([superseded, amendment], entries) as [Certificate, Certificate];
  }

  private storeAll(changed: readonly Certificate[], entries: readonly AuditEntry[]): readonly Certificate[] {
    const after = new Map(this.certificates);
    for (const certificate of changed) {
      const { id, batchKey, version, lifecycle, supersedes } = certificate;
      if (after.get(id)?.version !== version - 1) throw new ChangedMeanwhile();
      const brand = this.brandOf(certificate);
      const isPublished = [...after.values()].some(
        (one) =>
          one.id !== id &&
          one.batchKey === batchKey &&
          one.lifecycle === 'approved' &&
          one.brandId === brand &&
          isSameReport(one, certificate),
      );
      const isAmended = [...after.values()].some((one) => one.id !== id && isAmendmentOf(one, supersedes ?? ''));
      if (isAmended && lifecycle === 'approved') throw new AmendmentUnderWay();
      if (lifecycle === 'approved' && isPublished) throw new DuplicateBatch(certificate);
      after.set(id, certificate);
    }
    const stored = changed.map((certificate) => this.countedWithBrand(certificate));
    for (const certificate of stored) after.set(certificate.id, certificate);
    this.certificates = after;
    this.audit = [...this.audit, ...entries];
    return stored;
  }

  /** Does not roll back brands: after a failure, tests compare certificates and the log only. */
  snapshot(): () => void {
    const { certificates, revisions, audit } = this;
    return () => {
      this.revisions = revisions;
      this.certificates = certificates;
      this.audit = audit;
    };
  }

  /** Ties a certificate that becomes public to its brand, and keeps the brand's count. */
  private countedWithBrand(certificate: Certificate): Certificate {
    const was = this.certificates.get(certificate.id)?.lifecycle === 'approved';
    const is = certificate.lifecycle === 'approved';
    const tied = is && certificate.brandId === null ? this.tiedToBrand(certificate) : certificate;
    if (tied.brandId !== null && was !== is) this.brands.countCertificate(tied.brandId, is ? 1 : -1);
    return tied;
  }

  private tiedToBrand(certificate: Certificate): Certificate {
    const { contactName, website, demonstration, contactEmail } = certificate;
    const contact = { contactEmail: contactEmail ?? '', contactName, website, demonstration };
    const { id, name } = this.brands.add(certificate.brandName, contact);
    return { ...certificate, brandId: id, brandName: name };
  }

  /** The brand's number, or the key of its name as long as it has none. */
  private brandOf({ brandId, brandName }: Pick<Certificate, 'brandId' | 'brandName'>): number | string {
    return brandId ?? this.brands.known(nameKey(brandName))?.id ?? nameKey(brandName);
  }

  private ofBrandFirst(brandName: string, records: readonly Certificate[]): readonly Certificate[] {
    const brand = this.brandOf({ brandId: null, brandName });
    const rank = (one: Certificate) => Number(this.brandOf(one) === brand);
    return records.toSorted((a, b) => rank(b) - rank(a) || newestFirst(a, b));
  }

  private otherBrandsOf({ batchKey, brandId }: Certificate): readonly OtherBrandCertificate[] {
    const others = this.publicOnes().filter((one) => one.batchKey === batchKey && one.brandId !== brandId);
    const byBrand = new Map(
      others
        .toSorted(currentFirst)
        .toReversed()
        .map((one) => [one.brandId, one]),
    );
    return [...byBrand.values()]
      .sort((a, b) => compare(a.brandName, b.brandName))
      .slice(0, OTHER_BRANDS_MAX)
      .map(otherBrand);
  }

  private otherTestsOf({ id, batchKey, brandId, lifecycle }: Certificate): readonly BatchTest[] {
    if (lifecycle !== 'approved') return [];
    return this.published()
      .filter((one) => one.id !== id && one.batchKey === batchKey && one.brandId === brandId)
      .map(batchTest);
  }

  private whole(certificate: Certificate): Omit<PublishedCertificate, 'otherBrands' | 'otherTests' | 'currentTests'> {
    const original = this.certificates.get(certificate.supersedes ?? '') ?? null;
    const replacement = this.replacementOf(certificate) ?? null;
    const { doNotDrink } = this.summaryOf(certificate);
    return { ...publishedCoa(certificate, original, replacement, this.currentOf(certificate)), doNotDrink };
  }

  /** What replaced it, followed to the end, or else what is published for its batch. */
  private currentOf(certificate: Certificate): Certificate | null {
    if (certificate.lifecycle === 'approved') return null;
    for (let one: Certificate | undefined = certificate; one; one = this.replacementOf(one)) {
      if (one.lifecycle === 'approved') return one;
    }
    const isOfBatch = ({ batchKey, brandId }: Certificate) =>
      batchKey === certificate.batchKey && brandId === certificate.brandId;
    return this.published().filter(isOfBatch).sort(currentFirst)[0] ?? null;
  }

  private replacementOf({ id, lifecycle }: Certificate): Certificate | undefined {
    if (lifecycle !== 'superseded') return undefined;
    return this.stored().find((one) => isAmendmentOf(one, id));
  }

  private markOf(certificate: Certificate): StatusDisplay['mark'] {
    const mark = this.marks.get(certificate) ?? statusDisplay(certificate.outcome, null, doubtAbout(certificate)).mark;
    this.marks.set(certificate, mark);
    return mark;
  }

  private isAskedFor(certificate: Certificate, query: CertificateQuery): boolean {
    const { search, brandKey, outcome, testedFrom, panelsComplete, verdict } = query;
    return (
      (search === null || matches(certificate.searchText, search)) &&
      (brandKey === null || nameKey(certificate.brandName) === brandKey) &&
      (outcome === null || this.markOf(certificate) === outcome) &&
      (testedFrom === null || certificate.testDate >= testedFrom) &&
      (!panelsComplete || reportsAllPanels(certificate.testResults.panels)) &&
      (verdict === null || this.hasVerdict(certificate, verdict))
    );
  }

  private hasVerdict({ id }: Certificate, verdict: VerdictText): boolean {
    return this.compared.get(id)?.verdicts.includes(verdict) ?? false;
  }

  async uncompared(basis: string): Promise<number> {
    return this.published().filter(({ id }) => this.compared.get(id)?.basis !== basis).length;
  }

  /** Everything that is stored, oldest first. */
  stored(): Certificate[] {
    return [...this.certificates.values()];
  }

  private published(): Certificate[] {
    return this.stored().filter(({ lifecycle }) => lifecycle === 'approved');
  }

  private publicOnes(): Certificate[] {
    return this.stored().filter(({ lifecycle }) => ['approved', 'withdrawn', 'superseded'].includes(lifecycle));
  }
}

const NEVER = new Date(0);

const isAmendmentOf = ({ supersedes, lifecycle }: Certificate, id: string) =>
  supersedes === id && lifecycle !== 'rejected';

const isByDate = (sort: CertificateSort) => sort === 'newest' || sort === 'oldest';

function orderOf(sort: CertificateSort): Order<CertificateCursor> {
  const sign = sort === 'oldest' || sort === 'mildest' ? 1 : -1;
  return (a, b) => sign * (compare(a.value, b.value) || compare(a.id, b.id));
}

const isSentBy = ({ contactEmail }: SubmissionRevision, address: string) =>
  contactEmail?.toLowerCase() === address.toLowerCase();

const byArrival: Order<LabListCursor> = (a, b) => compare(a.createdAt, b.createdAt) || compare(a.id, b.id);

const newestFirst: Order<Certificate> = (a, b) => byArrival(b, a);

const latestTestFirst: Order<Certificate> = (a, b) => compare(b.testDate, a.testDate) || compare(b.id, a.id);

/** What is current comes first, by its test, then what ended last. */
const currentFirst: Order<Certificate> = (a, b) =>
  compare(b.endedAt ?? new Date(8.64e15), a.endedAt ?? new Date(8.64e15)) || byNewestTest(a, b);

function arrivals(
  found: readonly Certificate[],
  query: { limit: number; after: LabListCursor | null },
  order: Order<LabListCursor>,
): Page<ListedCertificate, LabListCursor> {
  const cursor = ({ createdAt, id }: Certificate): LabListCursor => ({ createdAt, id });
  const rows = found.toSorted(order);
  const { items, next } = pageOf(rows, query, cursor, order);
  return { items: items.map(listed), next, total: totalOf(found.length) };
}

/** Remembered: each page needs it for every certificate, and certificates never change. */
const FAILURES = new WeakMap<Certificate, boolean>();

function isFailure(certificate: Certificate): boolean {
  const known = FAILURES.get(certificate);
  if (known !== undefined) return known;
  const isOne = isDoNotDrink(certificate);
  FAILURES.set(certificate, isOne);
  return isOne;
}

const batchOf = ({ batchKey, brandId }: Certificate) => `${brandId} ${batchKey}`;

/** Decisions only: when a comment was settled is not stored. */
const lastChange = ({ createdAt, reviewedAt, endedAt }: Certificate): Date => endedAt ?? reviewedAt ?? createdAt;
