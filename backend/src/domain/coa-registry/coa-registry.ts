import type { Actor, AuditEntry } from '../shared/audit.js';
import { DomainError } from '../shared/domain-error.js';
import { nameKey } from '../shared/name-key.js';
import { type Page, totalOf } from '../shared/page.js';
import type { ErasedSection, ExportSection, PersonalDataProvider } from '../shared/personal-data.js';
import { Clock, Ids, Transactions } from '../shared/ports.js';
import { automatedChecks } from './automated-checks.js';
import { batchKey } from './batch-key.js';
import {
  type Certificate,
  type CertificateDraft,
  type Source,
  type Submitter,
  submit,
  withNewId,
} from './certificate.js';
import type { Finding } from './finding.js';
import { assertBatchIsFree, insertWithUniqueReference } from './insert-certificate.js';
import { labSearchParts } from './lab-search.js';
import type { ListedCertificate } from './listed-certificate.js';
import {
  type CertificateCursor,
  type CertificateEventType,
  CertificateRepository,
  type CertificateSort,
  type CertificateSummary,
  CORRECTION_DAYS,
  CorrectionTokenSigner,
  type LabCertificate,
  type LabCertificatesQuery,
  Notifier,
  type Publication,
  type PublicCertificate,
  type PublishedCertificate,
  type QueueCounts,
  type QueueCursor,
  type RelatedCertificate,
  type RelatedCertificates,
  type Viewer,
  type WaitingForBatch,
} from './ports.js';
import { assertSortable, type QueuePosition, type QueueSort, queueTerm } from './queue.js';
import { type RegistryEvent, registryEvents } from './registry-events.js';
import {
  type Approval,
  addComment,
  amend,
  approve,
  assertVersion,
  ChangedMeanwhile,
  changeEntry,
  createComment,
  NotAwaitingChanges,
  reject,
  requestChanges,
  resolveComment,
  resubmit,
  retract,
  supersede,
  withdraw,
} from './review.js';
import type { CommentDraft } from './review-comment.js';
import { hasSameContent } from './same-content.js';
import { type SearchTerm, searchTerm, wholeBatchTerm } from './search-text.js';
import { respell, wordsToCheck } from './spelling.js';
import { type HistoryEvent, historyOf } from './submission-history.js';
import { compareFindings, needsRevision, revisionOf, type SubmissionRevision } from './submission-revision.js';
import { erasedSections, exportSections, withoutSubmitter } from './submitter-data.js';
import type { CertificateStatus } from './test-results.js';
import { type Verdict, verdictOn } from './verdict.js';

/** What a visitor asks of the list, in their words. */
export interface CertificateListRequest {
  readonly search?: string;
  readonly brand?: string;
  readonly status?: CertificateStatus;
  readonly sort: CertificateSort;
  readonly limit: number;
  readonly after: CertificateCursor | null;
}

/** A page of the list. */
export interface CertificateList extends Page<CertificateSummary, CertificateCursor> {
  /** `similar` when nothing matches the search as it was typed, and this is what another spelling of it finds. */
  readonly match: SearchMatch;
}

export const SEARCH_MATCHES = ['exact', 'similar'] as const;
export type SearchMatch = (typeof SEARCH_MATCHES)[number];

/** What a reviewer asks of the queue. */
export interface QueueRequest {
  readonly submissionStatus: Certificate['submissionStatus'];
  readonly source?: Source;
  readonly overdueOnly: boolean;
  readonly search?: string;
  readonly sort: QueueSort;
  readonly limit: number;
  readonly after: QueuePosition | null;
}

/** A row of the queue. */
export interface QueuedSubmission {
  readonly certificate: ListedCertificate;
  /** Other submissions that wait for the same batch of the same brand, counted up to about 20. */
  readonly othersForBatch: number;
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

export interface SubmissionReceipt {
  readonly reference: string;
  /** Day by which the submission is to be reviewed, `YYYY-MM-DD`. */
  readonly reviewDueOn: string;
}

/** What opens a submission to whoever was asked for changes. */
export interface CorrectionLinkToken {
  readonly token: string;
  readonly expiresAt: Date;
}

/** A certificate as the public sees it, with what machines noticed about it. */
export interface CheckedPublicCertificate extends PublishedCertificate {
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
}

/** A submission beside what the registry already knows. */
export interface SubmissionInContext {
  readonly certificate: Certificate;
  readonly findings: readonly Finding[];
  readonly related: RelatedCertificates;
  /** Other submissions that wait for the same batch of the same brand. */
  readonly waitingForBatch: readonly RelatedCertificate[];
  /** The published certificate that it is to replace, or has replaced. */
  readonly original: Certificate | null;
  /** What it said before it was sent again; null when it was sent once. */
  readonly previous: SubmissionRevision | null;
  /** Of the findings, those that were not there before it was sent again; none when it was sent once. */
  readonly newFindings: readonly Finding[];
  /** What the checks found before it was sent again, and find no more. */
  readonly resolvedFindings: readonly Finding[];
}

/** What takes a published certificate's place, and why. */
export interface Amendment {
  readonly draft: CertificateDraft;
  /** For everybody to read. */
  readonly reason: string;
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

/** Whoever had a link could change what stands there in the laboratory's name. */
export class LabAnswersItself extends DomainError {
  constructor() {
    super(
      'conflict',
      'lab-answers-itself',
      'A lab sent this certificate with its own key. We told the lab what needs to change, and the lab will correct it.',
    );
  }
}

/** The link was made up, is too old, or was used: which of them is not said. */
export class CorrectionLinkClosed extends DomainError {
  constructor() {
    super(
      'not-found',
      'correction-link-closed',
      'This link no longer works. Either the correction was already sent, or the link expired. Write to us if you need a new one.',
    );
  }
}

/** The open registry of laboratory certificates: submission, review, publication. */
export class CoaRegistry implements PersonalDataProvider {
  constructor(
    private readonly certificates: CertificateRepository,
    private readonly notifier: Notifier,
    private readonly tokenSigner: CorrectionTokenSigner,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Takes in a certificate for review, and tells the submitter so, both or neither. The same one sent again while it
   * waits is answered with the same receipt.
   * @throws InvalidInput, DuplicateBatch
   */
  submit(draft: CertificateDraft): Promise<SubmissionReceipt> {
    return this.transactions.run(async () => {
      const now = this.clock.now();
      const submission = submit(draft, this.ids.uuid(), now);
      const waiting = await this.certificates.waitingFrom(submission);
      const sentBefore = waiting.find((one) => hasSameContent(one, submission));
      if (sentBefore) return receiptOf(sentBefore);
      const certificate = await insertWithUniqueReference(this.certificates, this.ids, submission);
      await this.notifier.confirmReceipt('received', certificate, now);
      return receiptOf(certificate);
    });
  }

  /** What machines would notice about a draft; stores nothing. @throws InvalidInput */
  async check(draft: CertificateDraft, sender?: Submitter): Promise<readonly Finding[]> {
    const certificate = submit(draft, this.ids.uuid(), this.clock.now(), sender);
    return this.findings(certificate, sender?.labId ? { labId: sender.labId } : 'public');
  }

  /**
   * Published certificates. A search without a letter or digit matches none. One that matches nothing is tried as a whole
   * batch id, and then with its words spelled another way.
   */
  async list(request: CertificateListRequest): Promise<CertificateList> {
    const { search, brand, status, sort, limit, after } = request;
    const term = search?.trim() ? searchTerm(search) : undefined;
    if (term === null) return { items: [], next: null, total: totalOf(0), match: 'exact' };
    const brandKey = brand === undefined ? null : nameKey(brand);
    const pageOf = (looksFor: SearchTerm | null) =>
      this.certificates.publishedPage({ search: looksFor, brandKey, status: status ?? null, sort, limit, after });
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
    return words.length === 0 ? [] : respell(text, await this.certificates.wordsLike(words));
  }

  /**
   * The certificate for a batch id; it says itself when it is no longer current, and which other brands use the id.
   * @param brand a present or former name of the brand; left out, the newest current one of any brand is meant
   * @throws CoaNotFound
   */
  async byBatch(batchId: string, brand?: string): Promise<CheckedPublicCertificate> {
    return this.checked(
      await this.certificates.publicByBatch(batchKey(batchId), brand === undefined ? null : nameKey(brand)),
    );
  }

  /** One certificate that is or was published, whatever has replaced it. @throws CoaNotFound */
  async byReference(reference: string): Promise<CheckedPublicCertificate> {
    return this.checked(await this.certificates.publicByReference(reference.toUpperCase()));
  }

  /** The certificates published last, the newest first. */
  latestPublished(limit: number): Promise<readonly Publication[]> {
    return this.certificates.latestPublished(limit);
  }

  /** What was published or withdrawn last, the newest first. */
  async latestNews(limit: number): Promise<readonly RegistryEvent[]> {
    const [published, withdrawn] = await Promise.all([
      this.certificates.latestPublished(limit),
      this.certificates.latestWithdrawn(limit),
    ]);
    return registryEvents(published, withdrawn, limit);
  }

  async statistics(): Promise<RegistryStatistics> {
    const { coas: certificates, brands, underDosed, allPanels } = await this.certificates.totals();
    return {
      totalCoas: certificates,
      totalBrands: brands,
      underDosedCount: underDosed,
      underDosedPercent: certificates === 0 ? 0 : Math.round((underDosed / certificates) * 1000) / 10,
      allPanelsCount: allPanels,
      // Down, so that "100%" is said only of all of them.
      allPanelsPercent: certificates === 0 ? 0 : Math.floor((allPanels / certificates) * 100),
    };
  }

  /** Submissions. A search without a letter or digit matches none. @throws InvalidInput */
  async queue(request: QueueRequest): Promise<Page<QueuedSubmission, QueuePosition>> {
    const { submissionStatus, source, overdueOnly, search, sort, limit, after } = request;
    assertSortable(sort, submissionStatus);
    const term = search?.trim() ? queueTerm(search) : undefined;
    if (term === null) return { items: [], next: null, total: totalOf(0) };
    const dueBefore = overdueOnly ? this.today() : null;
    const asked = { submissionStatus, source: source ?? null, dueBefore, search: term ?? null, sort, limit, after };
    const page = await this.certificates.queue(asked);
    return { ...page, items: await this.withOthersForBatch(page.items) };
  }

  private async withOthersForBatch(certificates: readonly ListedCertificate[]): Promise<readonly QueuedSubmission[]> {
    const open = certificates.filter(isOpen);
    const batches = open.map(({ batchKey, brandName }) => ({ batchKey, brandKey: nameKey(brandName) }));
    const waiting = batches.length === 0 ? [] : await this.certificates.waitingFor(batches);
    return certificates.map((certificate) => ({
      certificate,
      othersForBatch: isOpen(certificate) ? waiting.filter((other) => isSameBatch(certificate, other)).length : 0,
    }));
  }

  queueCounts(): Promise<QueueCounts> {
    return this.certificates.queueCounts(this.today());
  }

  /** @throws CoaNotFound */
  async submission(id: string): Promise<Certificate> {
    const certificate = await this.certificates.byId(id);
    if (!certificate) throw new CertificateNotFound();
    return certificate;
  }

  /** The identity of the certificate with this reference, whatever its status; null when there is none. */
  idOfReference(reference: string): Promise<string | null> {
    return this.certificates.idOfReference(reference);
  }

  /** A lab's certificates for staff, the newest first. */
  certificatesOfLab(
    request: Omit<LabCertificatesQuery, 'search'> & { readonly search?: string },
  ): Promise<Page<LabCertificate, QueueCursor>> {
    const typed = request.search?.trim();
    return this.certificates.searchOfLab({ ...request, search: typed ? labSearchParts(typed) : null });
  }

  /** References by certificate id, for lists that name certificates. */
  referencesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.certificates.referencesOf(ids);
  }

  /** What automated checks notice about it today, errors first. Others' submissions count only where the viewer may know of them. */
  async findings(certificate: Certificate, viewer: Viewer): Promise<readonly Finding[]> {
    const { id, brandName, batchKey, labKey, labId, labReportId, supersedes } = certificate;
    const except = supersedes === null ? [id] : [id, supersedes];
    const of = { brandKey: nameKey(brandName), batchKey, labKey, labId, labReportId, except, viewer };
    const [context, lookAlikes] = await Promise.all([
      this.certificates.checkContext(of),
      this.certificates.lookAlikes(certificate),
    ]);
    return automatedChecks(certificate, { today: this.today(), ...context, lookAlikes });
  }

  /** @throws CoaNotFound */
  async submissionInContext(id: string): Promise<SubmissionInContext> {
    const certificate = await this.submission(id);
    const [findings, related, original, previous] = await Promise.all([
      this.findings(certificate, 'staff'),
      this.certificates.related(certificate),
      certificate.supersedes === null ? null : this.certificates.byId(certificate.supersedes),
      this.certificates.lastRevision(id),
    ]);
    const { added, resolved } = compareFindings(previous?.findings ?? findings, findings);
    const ofBatch = related.sameBatch.filter(isOpen);
    const waitingForBatch = ofBatch.filter(({ brandName }) => isSameBrand(brandName, certificate.brandName));
    const changes = { previous, newFindings: added, resolvedFindings: resolved };
    return { certificate, findings, related, waitingForBatch, original, ...changes };
  }

  /**
   * Everything that happened to a submission, oldest first.
   * @param entries the audit log's entries about it
   * @throws CoaNotFound
   */
  async history(id: string, entries: readonly AuditEntry[]): Promise<readonly HistoryEvent[]> {
    const certificate = await this.submission(id);
    return historyOf(certificate, entries, await this.certificates.linksOf(certificate));
  }

  /**
   * Stores what a submission said before new content took its place, for the reviewer to compare. Part of the transaction
   * of that change, and after it: by then the row is locked, so no one else stores the same revision.
   */
  async keepRevision(before: Certificate, at: Date): Promise<void> {
    if (!needsRevision(before, await this.certificates.lastRevision(before.id))) return;
    await this.certificates.addRevision(revisionOf(before, await this.findings(before, 'staff'), at));
  }

  /**
   * Publishes a certificate; one that amends another takes its place.
   * @param seen the version that the reviewer decided on
   * @throws CoaNotFound, AlreadyDecided, ChangedMeanwhile, BlockedByComments, NotPublished, DuplicateBatch, InvalidInput
   */
  async approve(id: string, seen: number, approval: Approval, actor: Actor): Promise<Certificate> {
    const before = await this.submission(id);
    const after = approve(before, approval, this.clock.now());
    assertVersion(before, seen);
    return this.publish(before, after, actor);
  }

  /** @throws CoaNotFound, AlreadyDecided, ChangedMeanwhile */
  async reject(id: string, seen: number, reason: string, actor: Actor): Promise<Certificate> {
    const before = await this.submission(id);
    const after = reject(before, reason, this.clock.now());
    assertVersion(before, seen);
    return this.store('rejected', before, after, actor);
  }

  /** The laboratory that sent it takes it back. @throws CoaNotFound, AlreadyDecided, ChangedMeanwhile */
  async takeBack(id: string, seen: number, reason: string, actor: Actor): Promise<Certificate> {
    const before = await this.submission(id);
    const after = retract(before, reason, this.clock.now());
    assertVersion(before, seen);
    return this.store('withdrawn', before, after, actor, 'submission.taken-back');
  }

  /** @throws CoaNotFound, AlreadyDecided, NobodyToAsk, ChangedMeanwhile, InvalidInput */
  async requestChanges(id: string, seen: number, drafts: readonly CommentDraft[], actor: Actor): Promise<Certificate> {
    const before = await this.submission(id);
    const after = requestChanges(before, this.written(drafts, actor), this.clock.now());
    assertVersion(before, seen);
    return this.store('changes_requested', before, after, actor);
  }

  /** Adds comments for later. @throws CoaNotFound, AlreadyDecided, ChangedMeanwhile, InvalidInput */
  async comment(id: string, seen: number, drafts: readonly CommentDraft[], actor: Actor): Promise<Certificate> {
    const before = await this.submission(id);
    const after = addComment(before, this.written(drafts, actor));
    assertVersion(before, seen);
    return this.change('submission.commented', before, after, actor);
  }

  /** @throws CoaNotFound, AlreadyDecided, CommentNotFound, ChangedMeanwhile */
  async settleComment(id: string, seen: number, commentId: string, actor: Actor): Promise<Certificate> {
    const before = await this.submission(id);
    const after = resolveComment(before, commentId, this.clock.now());
    assertVersion(before, seen);
    return this.change('submission.comment-settled', before, after, actor);
  }

  /** @throws CoaNotFound, NotPublished, ChangedMeanwhile */
  async withdraw(id: string, seen: number, reason: string, actor: Actor): Promise<Certificate> {
    const before = await this.submission(id);
    const after = withdraw(before, reason, this.clock.now());
    assertVersion(before, seen);
    return this.store('withdrawn', before, after, actor);
  }

  /**
   * Staff correct a published certificate: the corrected one takes its place at once. Whoever sent the first is told.
   * @throws CoaNotFound, NotPublished, ChangedMeanwhile, AmendmentUnderWay, DuplicateBatch, InvalidInput
   */
  async amendAsStaff(
    id: string,
    seen: number,
    amendment: Amendment,
    approval: Approval,
    actor: Actor,
  ): Promise<Certificate> {
    const original = await this.submission(id);
    const now = this.clock.now();
    const { contactName, submittedBy: contactEmail } = original;
    const draft = withWhatFormsLack({ ...amendment.draft, contactName, contactEmail }, original);
    const sender = { source: 'staff', labId: original.labId } as const;
    const waiting = amend(original, { ...amendment, draft }, this.ids.uuid(), now, sender);
    assertVersion(original, seen);
    const approved = approve(waiting, approval, now);
    return this.transactions.run(async () => {
      const stored = await insertWithUniqueReference(this.certificates, this.ids, waiting);
      return this.publish(stored, withNewId(approved, stored.id), actor, original);
    });
  }

  /**
   * The token of the link by which the submitter sends the requested changes.
   * @throws CoaNotFound, LabAnswersItself, NotAwaitingChanges
   */
  async correctionToken(id: string): Promise<CorrectionLinkToken> {
    const { submissionStatus, reviewedAt, labId } = await this.submission(id);
    if (labId !== null) throw new LabAnswersItself();
    if (submissionStatus !== 'changes_requested' || !reviewedAt) throw new NotAwaitingChanges();
    const expiresAt = new Date(this.clock.now().getTime() + CORRECTION_DAYS * 86_400_000);
    return { token: this.tokenSigner.sign({ certificateId: id, askedAt: reviewedAt }, expiresAt), expiresAt };
  }

  /** The submission that a correction link is for. @throws CorrectionLinkClosed */
  async correctionOf(token: string): Promise<Certificate> {
    const correctionToken = this.tokenSigner.verify(token, this.clock.now());
    const certificate = correctionToken && (await this.certificates.byId(correctionToken.certificateId));
    if (certificate?.submissionStatus !== 'changes_requested') throw new CorrectionLinkClosed();
    if (certificate.reviewedAt?.getTime() !== correctionToken?.askedAt.getTime()) throw new CorrectionLinkClosed();
    return certificate;
  }

  /**
   * The submitter's answer to a request for changes. It closes the link.
   * @throws CorrectionLinkClosed, DuplicateBatch, InvalidInput
   */
  async resubmit(token: string, draft: CertificateDraft): Promise<SubmissionReceipt> {
    const before = await this.correctionOf(token);
    const after = resubmit(before, withWhatFormsLack(draft, before), this.clock.now());
    await assertBatchIsFree(this.certificates, after);
    try {
      return await this.transactions.run(async () => {
        const stored = await this.change('submission.resubmitted', before, after, SUBMITTER);
        await this.keepRevision(before, this.clock.now());
        await this.notifier.confirmReceipt('resubmitted', stored, this.clock.now());
        return receiptOf(stored);
      });
    } catch (error) {
      throw error instanceof ChangedMeanwhile ? new CorrectionLinkClosed() : error;
    }
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
   * Stores an approval: with the certificate it replaces, where it replaces one.
   * @param seen that one as the approval knows it; left out where it does not matter whether it changed since
   */
  private publish(before: Certificate, after: Certificate, actor: Actor, seen?: Certificate): Promise<Certificate> {
    if (before.supersedes === null) return this.store('published', before, after, actor);
    const at = after.reviewedAt ?? this.clock.now();
    return this.transactions.run(async () => {
      const original = seen ?? (await this.submission(before.supersedes ?? ''));
      const superseded = supersede(original, at);
      const entries = [
        changeEntry('certificate.superseded', original, superseded, actor, at),
        changeEntry('submission.approved', before, after, actor, at),
      ];
      const [ended, published] = await this.certificates.change([superseded, after], entries);
      if (!ended || !published) throw new Error('a changed certificate was not returned');
      await this.notifier.notify({ type: 'amended', at, certificate: ended, replacedBy: published });
      await this.notifier.notify({ type: 'published', at, certificate: published, replacedBy: null });
      return published;
    });
  }

  /** Stores a decision and tells the sender, both or neither. */
  private store(
    type: CertificateEventType,
    before: Certificate,
    after: Certificate,
    actor: Actor,
    action = ACTIONS[type],
  ): Promise<Certificate> {
    return this.transactions.run(async () => {
      const certificate = await this.change(action, before, after, actor);
      await this.notifier.notify({ type, at: this.clock.now(), certificate, replacedBy: null });
      return certificate;
    });
  }

  private async change(action: string, before: Certificate, after: Certificate, actor: Actor): Promise<Certificate> {
    const [stored] = await this.certificates.change(
      [after],
      [changeEntry(action, before, after, actor, this.clock.now())],
    );
    if (!stored) throw new Error('a changed certificate was not returned');
    return stored;
  }

  /**
   * What is no longer current is not compared with what came after it. The sender's mail address is not looked at again:
   * it is private, and the reviewer has weighed it.
   */
  private checked(found: PublicCertificate | null): CheckedPublicCertificate {
    if (!found) throw new CertificateNotFound();
    const { context, ...certificate } = found;
    const isCurrent = certificate.submissionStatus === 'approved';
    const today = this.today();
    const isWithdrawn = ({ submissionStatus }: Pick<Certificate, 'submissionStatus'>) =>
      submissionStatus === 'withdrawn';
    const surroundings = {
      today,
      labIsKnown: context.labIsKnown,
      sameBatch: isCurrent ? context.sameBatch.filter(isWithdrawn) : [],
      sameReport: isCurrent
        ? context.sameReport.filter((one) => isWithdrawn(one) || one.submissionStatus === 'approved')
        : [],
    };
    return {
      ...certificate,
      verdict: verdictOn(certificate, today),
      findings: automatedChecks({ ...certificate, website: null, submittedBy: null }, surroundings),
    };
  }

  private written(drafts: readonly CommentDraft[], actor: Actor) {
    return drafts.map((draft, index) => createComment(draft, index, this.ids.uuid(), actor, this.clock.now()));
  }

  private today(): string {
    return this.clock.now().toISOString().slice(0, 10);
  }
}

/** Who answered a request for changes: somebody without an account, whom the log does not name. */
const SUBMITTER: Actor = { id: 'submitter', name: 'submitter' };

const isOpen = ({ submissionStatus }: Pick<Certificate, 'submissionStatus'>): boolean =>
  submissionStatus === 'pending' || submissionStatus === 'changes_requested';

const isSameBrand = (one: string, other: string): boolean => nameKey(one) === nameKey(other);

/** A batch id belongs to a brand. See decision 0032. */
const isSameBatch = (one: ListedCertificate, other: WaitingForBatch): boolean =>
  one.id !== other.id && one.batchKey === other.batchKey && isSameBrand(one.brandName, other.brandName);

/** The form has no field for the report's number, nor for results in a shape of the sender's own: both stay. */
function withWhatFormsLack(draft: CertificateDraft, { labReportId, testResults }: Certificate): CertificateDraft {
  const { submitted } = testResults;
  return { labReportId, ...(submitted === undefined ? {} : { submittedResults: submitted }), ...draft };
}

const ACTIONS: Record<CertificateEventType, string> = {
  published: 'submission.approved',
  changes_requested: 'submission.changes-requested',
  rejected: 'submission.rejected',
  amended: 'certificate.superseded',
  withdrawn: 'certificate.withdrawn',
};

const receiptOf = ({ reference, dueOn }: Certificate): SubmissionReceipt => ({ reference, reviewDueOn: dueOn });
