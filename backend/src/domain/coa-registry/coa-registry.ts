import { domainError } from '../shared/domain-error.js';
import { DAY_MS } from '../shared/durations.js';
import { nameKey } from '../shared/name-key.js';
import { type Page, totalOf } from '../shared/page.js';
import type { ErasedSection, ExportSection, PersonalDataProvider } from '../shared/personal-data.js';
import { Clock } from '../shared/ports.js';
import { respell, wordsToCheck } from '../shared/spelling.js';
import { utcDay } from '../shared/utc-day.js';
import { batchKey } from './certificate/batch-key.js';
import { AFFECTED_MAX, type AffectedBatch, NoticeNotFound, type PublicNotice } from './certificate/batch-notice.js';
import type { Certificate } from './certificate/certificate.js';
import { CertificateNotFound } from './certificate/certificate-lifecycle.js';
import type { Finding } from './certificate/finding.js';
import type { LabIncident } from './certificate/lab-incident.js';
import {
  CertificateRepository,
  LabIncidentRepository,
  type NoticeCursor,
  NoticeRepository,
  type NoticeScope,
} from './certificate/ports.js';
import type { SampledBy } from './certificate/printed-sample.js';
import {
  type BatchMatch,
  batchMatch,
  isSimilarLot,
  productWords,
  type SearchTerm,
  searchTerm,
  similarLotTerm,
  wholeBatchTerm,
  wholeFieldTerm,
  wordsTerm,
} from './certificate/search-text.js';
import type { CertificateStatus } from './certificate/test-results.js';
import { isIncident, isNotice, sayNotToDrink, type Warning } from './certificate/warning.js';
import { automatedChecks } from './checks/automated-checks.js';
import { agreementOf, byNewestTest, failedTests, type TestAgreement } from './checks/batch-tests.js';
import type { CheckedDocument } from './checks/document-checks.js';
import { reportHostsOf } from './checks/qr-host.js';
import { doubtOf, statusDisplay } from './checks/status-display.js';
import { type Verdict, verdictOn } from './checks/verdict.js';
import type { VerdictText } from './checks/verdict-changes.js';
import { type Laboratory, laboratoryOf } from './registry/laboratory.js';
import { comparedLaboratory } from './registry/laboratory-comparison.js';
import { COMPARED_BATCHES_MAX, type ListedBatch, nearestBatches } from './registry/nearest-batches.js';
import { PRODUCT_CERTIFICATES_MAX, type ProductHistory, productHistory } from './registry/product-history.js';
import type {
  CertificateCursor,
  CertificateSort,
  CertificateSummary,
  EndedCertificate,
  EventScope,
  Publication,
  PublicCertificate,
  PublishedCertificate,
} from './registry/published-certificate.js';
import { PublishedCertificateReader } from './registry/published-certificate.js';
import {
  isIncidentIn,
  isOfProduct,
  noticeEvent,
  type RegistryEvent,
  registryEvents,
} from './registry/registry-events.js';
import { erasedSections, exportSections, withoutSubmitter } from './submission/submitter-data.js';

/** Other contexts see only this file. */
export { batchKey, CertificateNotFound, isIncident, isNotice, type RegistryEvent, sayNotToDrink, type Warning };

/** A visitor's query for the public list. */
export interface CertificateListRequest {
  readonly search?: string;
  readonly brand?: string;
  readonly outcome?: CertificateStatus;
  /** Only certificates tested at most this many days before today (UTC). */
  readonly testedWithinDays?: number;
  readonly panelsComplete?: boolean;
  readonly sampledBy?: SampledBy;
  readonly verdict?: VerdictText | null;
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

export type BatchOfBrand = Pick<Certificate, 'brandName' | 'batchId'>;

/** More batches than share one id. */
const BATCHES_MEANT_MAX = 20;

/** Certificates that match a search across the site. */
export interface CertificateSearch {
  /** Published ones: those with exactly this batch id or name first, then by test date, newest first. */
  readonly published: readonly (CertificateSummary & { readonly batchMatch: BatchMatch | null })[];
  /** Withdrawn and replaced ones, the most recently ended first. */
  readonly ended: readonly (EndedCertificate & { readonly batchMatch: BatchMatch | null })[];
  /** Whether further published ones match. */
  readonly hasMore: boolean;
  /** The corrected spelling that these match; null when they match the input. */
  readonly spelling: string | null;
  /** Where nothing matches: published ones whose batch id differs from the one in the input by one digit. */
  readonly similarLots: readonly (CertificateSummary & { readonly batchMatch: null })[];
}

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

/** A public certificate with its verdict, the comparison with other tests, newest first, and the findings of the automated checks. */
export interface CheckedPublicCertificate extends PublishedCertificate {
  readonly verdict: Verdict;
  /** How far it agrees with {@link otherTests}; null when there are none. */
  readonly agreement: TestAgreement | null;
  readonly findings: readonly Finding[];
}

export class CertificateHasNoDocument extends domainError(
  'not-found',
  'document-not-found',
  'This certificate has no PDF here.',
) {}

/**
 * The registry of laboratory certificates as the public reads it, with references, and the personal data of submitters.
 * `Submissions`, `ReviewQueue`, `CertificateReview` and `LabCertificates` hold the other use cases.
 */
export class CoaRegistry implements PersonalDataProvider {
  constructor(
    private readonly certificates: CertificateRepository,
    private readonly published: PublishedCertificateReader,
    private readonly incidents: LabIncidentRepository,
    private readonly notices: NoticeRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Published certificates. A search without a letter or digit matches none. If a search matches nothing, it is tried as a
   * whole batch id, then by each of its words in any field, and then with corrected spelling.
   */
  async list(request: CertificateListRequest): Promise<CertificateList> {
    const { spelling, byWords: _, ...page } = await this.pageAndSpelling(request);
    return { ...page, match: spelling === null ? 'exact' : 'similar' };
  }

  /**
   * Certificates for the search across the site, withdrawn and replaced ones included. Another spelling is tried only
   * if no certificate, not even an ended one, matches as typed.
   * @param limit most published and most ended ones, apart from those that are named exactly
   */
  async search(text: string, limit: number): Promise<CertificateSearch> {
    const term = searchTerm(text);
    if (!term) return { published: [], ended: [], hasMore: false, spelling: null, similarLots: [] };
    const request = { sort: 'newest', limit, after: null } as const;
    const [page, asTyped] = await Promise.all([
      this.pageAndSpelling({ ...request, search: text }),
      this.published.endedMatching([...term.parts, ...(wholeBatchTerm(term)?.parts ?? [])], [], limit),
    ]);
    const { spelling, items, next, byWords } = page;
    const isTyped = asTyped.length > 0 || (items.length > 0 && !byWords && spelling === null);
    const ended = isTyped ? asTyped : await this.endedByWords(term, limit);
    const isReplacedByEnded = spelling !== null && ended.length > 0;
    // Certificates with exactly this batch id or name may be older than what else matches.
    const named = next === null || spelling !== null ? [] : (await this.pageOf(wholeFieldTerm(term), request)).items;
    const shown = isReplacedByEnded ? [] : [...new Map([...named, ...items].map((one) => [one.id, one])).values()];
    const matchOf = (one: Pick<Certificate, 'productName' | 'brandName' | 'batchId'>) => ({
      batchMatch: batchMatch(one, term),
    });
    return {
      published: shown.map((one) => ({ ...one, ...matchOf(one) })),
      ended: ended.map((one) => ({ ...one, ...matchOf(one) })),
      hasMore: next !== null,
      spelling: isReplacedByEnded ? null : spelling,
      similarLots: items.length === 0 && ended.length === 0 ? await this.similarLots(term, request) : [],
    };
  }

  /**
   * The batches that a typed id means, current or ended: exactly this one, or else those whose id is spelled otherwise, such as
   * "VT 552" for "vt552".
   * @param brandName null for those of all brands
   */
  async batchesMeant(typed: string, brandName: string | null): Promise<readonly BatchOfBrand[]> {
    const { published, ended } = await this.search(typed, BATCHES_MEANT_MAX);
    const named = [...published, ...ended].filter(
      (one) => one.batchMatch === 'whole' && (brandName === null || nameKey(one.brandName) === nameKey(brandName)),
    );
    const exact = named.filter(({ batchId }) => batchKey(batchId) === batchKey(typed));
    const meant = exact.length > 0 ? exact : named;
    return [
      ...new Map(
        meant.map(({ brandName, batchId }) => [`${nameKey(brandName)} ${batchKey(batchId)}`, { brandName, batchId }]),
      ).values(),
    ];
  }

  private async endedByWords(term: SearchTerm, limit: number): Promise<readonly EndedCertificate[]> {
    const words = wordsTerm(term);
    if (!words) return [];
    return this.published.endedMatching(words.parts, words.others ?? [], limit);
  }

  private async similarLots(term: SearchTerm, request: CertificateListRequest) {
    const lot = similarLotTerm(term);
    if (!lot) return [];
    const { items } = await this.pageOf(lot, request);
    return items.filter(({ batchId }) => isSimilarLot(batchId, lot)).map((one) => ({ ...one, batchMatch: null }));
  }

  /**
   * @returns with the spelling that the page matches, or null if it is the search's own, and whether it matches only word by
   * word
   */
  private async pageAndSpelling(request: CertificateListRequest) {
    const { search } = request;
    const term = search?.trim() ? searchTerm(search) : undefined;
    if (term === null) return { items: [], next: null, total: totalOf(0), spelling: null, byWords: false };
    const pageOf = (looksFor: SearchTerm | null) => this.pageOf(looksFor, request);
    const page = await pageOf(term ?? null);
    if (term === undefined || page.total.count > 0) return { ...page, spelling: null, byWords: false };
    const wholeBatch = wholeBatchTerm(term);
    const ofBatch = wholeBatch && (await pageOf(wholeBatch));
    if (ofBatch && ofBatch.total.count > 0) return { ...ofBatch, spelling: null, byWords: false };
    const words = wordsTerm(term);
    const ofWords = words && (await pageOf(words));
    if (ofWords && ofWords.total.count > 0) return { ...ofWords, spelling: null, byWords: true };
    const spellings = await this.spellings(term);
    for (const spelling of spellings) {
      const similar = await pageOf(searchTerm(spelling));
      if (similar.total.count > 0) return { ...similar, spelling, byWords: false };
    }
    const [likeliest] = spellings;
    const likeliestTerm = likeliest === undefined ? null : searchTerm(likeliest);
    const corrected = likeliestTerm && wordsTerm(likeliestTerm);
    const ofCorrected = corrected && (await pageOf(corrected));
    if (likeliest !== undefined && ofCorrected && ofCorrected.total.count > 0) {
      return { ...ofCorrected, spelling: likeliest, byWords: true };
    }
    return { ...page, spelling: null, byWords: false };
  }

  /** @param search instead of the request's own */
  private pageOf(search: SearchTerm | null, request: CertificateListRequest) {
    const { brand, outcome, testedWithinDays, panelsComplete, sampledBy, verdict, sort, limit, after } = request;
    return this.published.publishedPage({
      search,
      brandKey: brand === undefined ? null : nameKey(brand),
      outcome: outcome ?? null,
      testedFrom: testedWithinDays === undefined ? null : dayBefore(this.clock.now(), testedWithinDays),
      panelsComplete: panelsComplete ?? false,
      sampledBy: sampledBy ?? null,
      verdict: verdict ?? null,
      sort,
      limit,
      after,
    });
  }

  /**
   * How many published certificates have no stored verdicts for a basis (rules and vocabulary) yet, so that lists can't
   * filter them by verdict: all of them while some are still being compared, otherwise new ones. Not exact if there are
   * many.
   */
  uncompared(basis: string): Promise<number> {
    return this.published.uncompared(basis);
  }

  private async spellings({ text }: SearchTerm): Promise<readonly string[]> {
    const words = wordsToCheck(text);
    return words.length === 0 ? [] : respell(text, await this.published.wordsLike(words));
  }

  /**
   * The certificate for a batch id; of several current ones, the one with the newest test. The result says whether it
   * is still current and which other brands use the id.
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

  /**
   * The SHA-256 of the document of a certificate that is or was published.
   * @throws CertificateNotFound, CertificateHasNoDocument
   */
  async documentOf(reference: string): Promise<string> {
    const found = await this.published.publicDocumentOf(reference.toUpperCase());
    if (!found) throw new CertificateNotFound();
    if (found.documentId === null) throw new CertificateHasNoDocument();
    return found.documentId;
  }

  /**
   * The certificates of a brand's product.
   * @param brand a present or former name of the brand
   * @throws ProductNotFound
   */
  async productHistory(brand: string, productName: string): Promise<ProductHistory> {
    const [found, discontinuedOn] = await Promise.all([
      this.published.ofProduct(nameKey(brand), productWords(productName), PRODUCT_CERTIFICATES_MAX + 1),
      this.published.discontinuedOn(nameKey(brand), nameKey(productName)),
    ]);
    return productHistory(productName, found, discontinuedOn);
  }

  /**
   * The batches of a brand whose ids are nearest to one without a certificate.
   * @param brand a present or former name of the brand; of an unknown one there are none
   */
  async batchesNear(brand: string, batchId: string): Promise<readonly ListedBatch[]> {
    return nearestBatches(await this.published.batchesOf(nameKey(brand), COMPARED_BATCHES_MAX), batchId);
  }

  /** The most recently published certificates, the newest first. */
  latestPublished(limit: number): Promise<readonly Publication[]> {
    return this.published.latestPublished(limit);
  }

  /**
   * The most recent publications, withdrawals and changes to notices and incidents of laboratories, the newest first.
   * @param scope left out for all
   */
  async latestEvents(limit: number, scope?: EventScope): Promise<readonly RegistryEvent[]> {
    // One after the other, because an email reads them in a transaction, on one connection.
    const found = await this.published.latestPublished(limit, scope);
    const ended = await this.published.latestWithdrawn(limit, scope);
    const incidents = await this.incidents.all();
    const published = found.filter((certificate) => isOfProduct(scope, certificate));
    const withdrawn = ended.filter((certificate) => isOfProduct(scope, certificate));
    const about = incidents.filter((incident) => isIncidentIn(scope, incident, published));
    const notices = await this.notices.lastModified(limit, noticesIn(scope));
    return registryEvents(published, withdrawn, about, notices, limit);
  }

  /** What became of notices, the last change first. */
  async latestNotices(limit: number): Promise<readonly RegistryEvent[]> {
    return (await this.notices.lastModified(limit)).map(noticeEvent);
  }

  /** Notices over many batches that are or were published, the newest first. */
  noticePage(limit: number, after: NoticeCursor | null) {
    return this.notices.published(limit, after);
  }

  /**
   * A notice that is or was published, with what it is about.
   * @param batchesMax how many of its batches
   * @throws NoticeNotFound
   */
  async notice(number: string, batchesMax = AFFECTED_MAX): Promise<NoticeWithBatches> {
    const notice = await this.notices.byNumber(number.toUpperCase());
    if (!notice) throw new NoticeNotFound();
    const { batches, total } = await this.notices.affectedBy(notice.id, batchesMax);
    return { ...notice, affected: batches, affectedBatches: total };
  }

  /** Incidents of all laboratories with their history, the newest first. */
  labIncidents(): Promise<readonly LabIncident[]> {
    return this.incidents.all();
  }

  /**
   * A laboratory as certificates name it.
   * @param limitsMg limits of THC in one container, close to which its results are compared with others
   * @throws LaboratoryNotFound
   */
  async laboratory(name: string, limitsMg: readonly number[]): Promise<Laboratory> {
    const labKey = nameKey(name);
    const figures = await this.published.laboratory(labKey);
    const counts = await this.published.laboratoryCounts(labKey, limitsMg);
    return laboratoryOf(figures, await this.incidents.ofLab(labKey), counts.map(comparedLaboratory));
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
   * Runs the checks as the public may see them. A certificate that is no longer current is not compared with later
   * ones. Checks of the submitter's private address and website are left out, because the reviewer already considered
   * them. So is the check that the document's text contains batch and product, because reading all its text takes long.
   */
  private checked(found: PublicCertificate | null): CheckedPublicCertificate {
    if (!found) throw new CertificateNotFound();
    const { context, documentContext, ...certificate } = found;
    const isCurrent = certificate.lifecycle === 'approved';
    const today = utcDay(this.clock.now());
    const isWithdrawn = ({ lifecycle }: Pick<Certificate, 'lifecycle'>) => lifecycle === 'withdrawn';
    const checkContext = {
      today,
      labIsKnown: context.labIsKnown,
      sameBatch: isCurrent ? context.sameBatch.filter(isWithdrawn) : [],
      document: isCurrent ? checkedDocument(certificate, documentContext) : null,
      sameReport: isCurrent ? context.sameReport.filter((one) => isWithdrawn(one) || one.lifecycle === 'approved') : [],
    };
    const otherTests = certificate.otherTests.toSorted(byNewestTest);
    const findings = automatedChecks({ ...certificate, website: null, contactEmail: null }, checkContext);
    return {
      ...certificate,
      contradictory: certificate.overrideReason !== null || findings.some(({ severity }) => severity === 'error'),
      otherTests,
      agreement: agreementOf([certificate, ...otherTests], certificate.currentTests),
      verdict: verdictOn(certificate, today, {
        failedTests: failedTests(otherTests),
        findings,
        warnings: certificate.warnings,
        overrideReason: certificate.overrideReason,
      }),
      findings,
    };
  }
}

/** A notice with its batches, or the first of them. */
export type NoticeWithBatches = PublicNotice & {
  readonly affected: readonly AffectedBatch[];
  readonly affectedBatches: number;
};

function noticesIn(scope?: EventScope): NoticeScope | undefined {
  if (!scope) return undefined;
  if ('notices' in scope) return { ids: scope.notices };
  const { brand, productName } = scope;
  return { brandKey: nameKey(brand), productKey: productName === null ? null : nameKey(productName) };
}

/** The word that lists show for a certificate's status. */
export const statusWord = (certificate: CertificateSummary): string =>
  statusDisplay(certificate.outcome, certificate.pesticideStatus, doubtOf(certificate)).label;

/** The calendar day (UTC) that many days before. */
const dayBefore = (now: Date, days: number) => utcDay(new Date(now.getTime() - days * DAY_MS));

const checkedDocument = (
  { document }: PublishedCertificate,
  context: PublicCertificate['documentContext'],
): CheckedDocument | null =>
  document && context
    ? {
        ...context,
        receivedOn: utcDay(document.receivedAt),
        text: null,
        reportHosts: context.lab && reportHostsOf(context.lab),
      }
    : null;
