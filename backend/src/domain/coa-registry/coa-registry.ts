import type { Actor } from '../shared/audit.js';
import { DomainError } from '../shared/domain-error.js';
import { nameKey } from '../shared/name-key.js';
import { type Page, totalOf } from '../shared/page.js';
import { Clock, Ids } from '../shared/ports.js';
import {
  type Approval,
  approve,
  type Certificate,
  type CertificateDraft,
  type CertificateStatus,
  decisionEntry,
  reject,
  submit,
} from './certificate.js';
import {
  type CoaCursor,
  CoaRepository,
  type CoaSort,
  type CoaSummary,
  type Publication,
  type PublishedCoa,
  type QueueCursor,
  type QueueQuery,
} from './ports.js';
import { reviewDueOn } from './review-due.js';
import { searchTerm } from './search-text.js';

/** What a visitor asks of the list, in their words. */
export interface CoaListRequest {
  readonly search?: string;
  readonly brand?: string;
  readonly status?: CertificateStatus;
  readonly sort: CoaSort;
  readonly limit: number;
  readonly after: CoaCursor | null;
}

export interface CoaStatistics {
  readonly totalCoas: number;
  readonly totalBrands: number;
  readonly underDosedCount: number;
  /** Share of published certificates that are under-dosed, in percent with one decimal; 0 when there are none. */
  readonly underDosedPercent: number;
}

export interface SubmissionReceipt {
  readonly reference: string;
  /** Day by which the submission is to be reviewed, `YYYY-MM-DD`. */
  readonly reviewDueOn: string;
}

export class CoaNotFound extends DomainError {
  constructor() {
    super(
      'not-found',
      'coa-not-found',
      "The certificate of analysis you're looking for doesn't exist or has been removed.",
    );
  }
}

/** The open registry of laboratory certificates: submission, review, publication. */
export class CoaRegistry {
  constructor(
    private readonly coas: CoaRepository,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Takes in a certificate for review.
   * @throws InvalidInput, DuplicateBatch
   */
  async submit(draft: CertificateDraft): Promise<SubmissionReceipt> {
    const certificate = submit(draft, this.ids.uuid(), this.clock.now());
    await this.coas.add(certificate);
    return { reference: certificate.reference, reviewDueOn: reviewDueOn(certificate.createdAt) };
  }

  /** Published certificates. A search without a letter or digit matches none. */
  async list(request: CoaListRequest): Promise<Page<CoaSummary, CoaCursor>> {
    const { search, brand, status, sort, limit, after } = request;
    const term = search?.trim() ? searchTerm(search) : undefined;
    if (term === null) return { items: [], next: null, total: totalOf(0) };
    return this.coas.publishedPage({
      search: term ?? null,
      brandKey: brand === undefined ? null : nameKey(brand),
      status: status ?? null,
      sort,
      limit,
      after,
    });
  }

  /** @throws CoaNotFound */
  async byBatch(batchId: string): Promise<PublishedCoa> {
    const coa = await this.coas.publishedByBatch(nameKey(batchId));
    if (!coa) throw new CoaNotFound();
    return coa;
  }

  /** The certificates published last, the newest first. */
  latestPublished(limit: number): Promise<readonly Publication[]> {
    return this.coas.latestPublished(limit);
  }

  async statistics(): Promise<CoaStatistics> {
    const { coas, brands, underDosed } = await this.coas.totals();
    return {
      totalCoas: coas,
      totalBrands: brands,
      underDosedCount: underDosed,
      underDosedPercent: coas === 0 ? 0 : Math.round((underDosed / coas) * 1000) / 10,
    };
  }

  queue(query: QueueQuery): Promise<Page<Certificate, QueueCursor>> {
    return this.coas.queue(query);
  }

  /** @throws CoaNotFound */
  async submission(id: string): Promise<Certificate> {
    const certificate = await this.coas.byId(id);
    if (!certificate) throw new CoaNotFound();
    return certificate;
  }

  /**
   * Publishes a certificate.
   * @throws CoaNotFound, AlreadyDecided, InvalidInput
   */
  async approve(id: string, approval: Approval, actor: Actor): Promise<Certificate> {
    const before = await this.submission(id);
    const after = approve(before, approval, this.clock.now());
    return this.coas.decide(after, decisionEntry(before, after, actor));
  }

  /** @throws CoaNotFound, AlreadyDecided */
  async reject(id: string, reason: string, actor: Actor): Promise<Certificate> {
    const before = await this.submission(id);
    const after = reject(before, reason, this.clock.now());
    return this.coas.decide(after, decisionEntry(before, after, actor));
  }
}
