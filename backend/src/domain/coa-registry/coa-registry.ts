import { DomainError } from '../shared/domain-error.js';
import { nameKey } from '../shared/name-key.js';
import { type Page, totalOf } from '../shared/page.js';
import type { ErasedSection, ExportSection, PersonalDataProvider } from '../shared/personal-data.js';
import { Clock } from '../shared/ports.js';
import { automatedChecks } from './automated-checks.js';
import { batchKey } from './batch-key.js';
import type { Certificate } from './certificate.js';
import type { Finding } from './finding.js';
import { CertificateRepository, PublishedCertificateReader } from './ports.js';
import type {
  CertificateCursor,
  CertificateSort,
  CertificateSummary,
  Publication,
  PublicCertificate,
  PublishedCertificate,
} from './published-certificate.js';
import { type RegistryEvent, registryEvents } from './registry-events.js';
import { type SearchTerm, searchTerm, wholeBatchTerm } from './search-text.js';
import { respell, wordsToCheck } from './spelling.js';
import { erasedSections, exportSections, withoutSubmitter } from './submitter-data.js';
import type { CertificateStatus } from './test-results.js';
import { type Verdict, verdictOn } from './verdict.js';

/** A visitor's query for the public list. */
export interface CertificateListRequest {
  readonly search?: string;
  readonly brand?: string;
  readonly outcome?: CertificateStatus;
  readonly sort: CertificateSort;
  readonly limit: number;
  readonly after: CertificateCursor | null;
}

/** A page of the list. */
export interface CertificateList extends Page<CertificateSummary, CertificateCursor> {
  /** `similar` when the search as typed matches nothing and these are the results of another spelling. */
  readonly match: SearchMatch;
}

export const SEARCH_MATCHES = ['exact', 'similar'] as const;
export type SearchMatch = (typeof SEARCH_MATCHES)[number];

export interface RegistryStatistics {
  readonly totalCoas: number;
  readonly totalBrands: number;
  readonly underDosedCount: number;
  /** Share of published certificates that are under-dosed, in percent with one decimal; 0 when there are none. */
  readonly underDosedPercent: number;
  readonly allPanelsCount: number;
  /** Share of published certificates that report all four contaminant panels, rounded down to whole percent; 0 for none. */
  readonly allPanelsPercent: number;
}

/** A public certificate with its verdict and the findings of the automated checks. */
export interface CheckedPublicCertificate extends PublishedCertificate {
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
}

export class CertificateNotFound extends DomainError {
  constructor() {
    super(
      'not-found',
      'coa-not-found',
      "The certificate of analysis you're looking for doesn't exist or has been removed.",
    );
  }
}

/**
 * The front door of the registry of laboratory certificates: public reading, references, and the personal data of
 * submitters. `Submissions`, `ReviewQueue`, `Review` and `LabCertificates` hold the other use cases.
 */
export class CoaRegistry implements PersonalDataProvider {
  constructor(
    private readonly certificates: CertificateRepository,
    private readonly published: PublishedCertificateReader,
    private readonly clock: Clock,
  ) {}

  /**
   * Published certificates. A search without a letter or digit matches none. If a search matches nothing, it is tried as a
   * whole batch id and then with corrected spelling.
   */
  async list(request: CertificateListRequest): Promise<CertificateList> {
    const { search, brand, outcome, sort, limit, after } = request;
    const term = search?.trim() ? searchTerm(search) : undefined;
    if (term === null) return { items: [], next: null, total: totalOf(0), match: 'exact' };
    const brandKey = brand === undefined ? null : nameKey(brand);
    const pageOf = (looksFor: SearchTerm | null) =>
      this.published.publishedPage({ search: looksFor, brandKey, outcome: outcome ?? null, sort, limit, after });
    const page = await pageOf(term ?? null);
    if (term === undefined || page.total.count > 0) return { ...page, match: 'exact' };
    const wholeBatch = wholeBatchTerm(term);
    const ofBatch = wholeBatch && (await pageOf(wholeBatch));
    if (ofBatch && ofBatch.total.count > 0) return { ...ofBatch, match: 'exact' };
    for (const spelling of await this.spellings(term)) {
      const similar = await pageOf(searchTerm(spelling));
      if (similar.total.count > 0) return { ...similar, match: 'similar' };
    }
    return { ...page, match: 'exact' };
  }

  private async spellings({ text }: SearchTerm): Promise<readonly string[]> {
    const words = wordsToCheck(text);
    return words.length === 0 ? [] : respell(text, await this.published.wordsLike(words));
  }

  /**
   * The certificate for a batch id; it says when it is no longer current and which other brands use the id.
   * @param brand a present or former name of the brand; omit it for the newest current one of any brand
   * @throws CertificateNotFound
   */
  async byBatch(batchId: string, brand?: string): Promise<CheckedPublicCertificate> {
    return this.checked(
      await this.published.publicByBatch(batchKey(batchId), brand === undefined ? null : nameKey(brand)),
    );
  }

  /** One certificate that is or was published, whatever has replaced it. @throws CertificateNotFound */
  async byReference(reference: string): Promise<CheckedPublicCertificate> {
    return this.checked(await this.published.publicByReference(reference.toUpperCase()));
  }

  /** The certificates published last, the newest first. */
  latestPublished(limit: number): Promise<readonly Publication[]> {
    return this.published.latestPublished(limit);
  }

  /** What was published or withdrawn last, the newest first. */
  async latestEvents(limit: number): Promise<readonly RegistryEvent[]> {
    const [published, withdrawn] = await Promise.all([
      this.published.latestPublished(limit),
      this.published.latestWithdrawn(limit),
    ]);
    return registryEvents(published, withdrawn, limit);
  }

  async statistics(): Promise<RegistryStatistics> {
    const { coas: certificates, brands, underDosed, allPanels } = await this.published.totals();
    return {
      totalCoas: certificates,
      totalBrands: brands,
      underDosedCount: underDosed,
      underDosedPercent: certificates === 0 ? 0 : Math.round((underDosed / certificates) * 1000) / 10,
      allPanelsCount: allPanels,
      // Rounded down, so that 100% means all of them.
      allPanelsPercent: certificates === 0 ? 0 : Math.floor((allPanels / certificates) * 100),
    };
  }

  /** The identity of the certificate with this reference, whatever its status; null when there is none. */
  idOfReference(reference: string): Promise<string | null> {
    return this.certificates.idOfReference(reference);
  }

  /** References by certificate id, for lists that name certificates. */
  referencesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.certificates.referencesOf(ids);
  }

  async exportOf(address: string): Promise<readonly ExportSection[]> {
    const { certificates, revisions, mail } = await this.certificates.ofSubmitter(address);
    return [...exportSections(certificates, revisions), { part: 'mail', records: mail.map((one) => ({ ...one })) }];
  }

  async erase(address: string): Promise<readonly ErasedSection[]> {
    const now = this.clock.now();
    const { certificates, revisions, mail } = await this.certificates.eraseSubmitter(address, (one) =>
      withoutSubmitter(one, now),
    );
    return [...erasedSections(certificates, revisions), { part: 'mail', count: mail }];
  }

  /**
   * Runs the checks as the public may see them. A certificate that is no longer current is not compared with later ones.
   * The submitter's private address and website are left out; the reviewer already weighed them.
   */
  private checked(found: PublicCertificate | null): CheckedPublicCertificate {
    if (!found) throw new CertificateNotFound();
    const { context, ...certificate } = found;
    const isCurrent = certificate.lifecycle === 'approved';
    const today = this.today();
    const isWithdrawn = ({ lifecycle }: Pick<Certificate, 'lifecycle'>) => lifecycle === 'withdrawn';
    const checkContext = {
      today,
      labIsKnown: context.labIsKnown,
      sameBatch: isCurrent ? context.sameBatch.filter(isWithdrawn) : [],
      sameReport: isCurrent ? context.sameReport.filter((one) => isWithdrawn(one) || one.lifecycle === 'approved') : [],
    };
    return {
      ...certificate,
      verdict: verdictOn(certificate, today),
      findings: automatedChecks({ ...certificate, website: null, contactEmail: null }, checkContext),
    };
  }

  private today(): string {
    return this.clock.now().toISOString().slice(0, 10);
  }
}
