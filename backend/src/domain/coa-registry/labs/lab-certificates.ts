import type { Actor } from '../../shared/audit.js';
import { assertSandbox, type CallingLab } from '../../shared/calling-lab.js';
import { type FieldError, InvalidInput } from '../../shared/domain-error.js';
import type { Page } from '../../shared/page.js';
import { Clock, Ids, Transactions } from '../../shared/ports.js';
import { batchKey } from '../certificate/batch-key.js';
import { type Certificate, type CertificateDraft, type Submitter, submit } from '../certificate/certificate.js';
import { changeEntry } from '../certificate/certificate-audit.js';
import { type CertificateDocument, isRead } from '../certificate/certificate-document.js';
import { assertVersion, CertificateNotFound, isOpen } from '../certificate/certificate-lifecycle.js';
import type { Evidence } from '../certificate/evidence.js';
import type { Finding, FindingCode } from '../certificate/finding.js';
import { CertificateDocuments, CertificateRepository } from '../certificate/ports.js';
import { BatchAlreadyPublished, type SecondCertificate } from '../certificate/publish-as.js';
import { unresolvedMajors } from '../certificate/review-comment.js';
import { contradictionsIn, type ReportedResults } from '../certificate/test-results.js';
import type { Warning } from '../certificate/warning.js';
import { CertificateChecks } from '../checks/certificate-checks.js';
import { compareWithDocument, type DocumentComparison } from '../checks/document-comparison.js';
import { CertificateReview } from '../review/certificate-review.js';
import type { ListedCertificate } from '../review/listed-certificate.js';
import type { LabListCursor, OwnCertificatesQuery, Replacement } from '../review/ports.js';
import { SubmissionReader } from '../review/ports.js';
import { type Approval } from '../review/review.js';
import { EvidenceFinder } from '../submission/evidence-finder.js';
import { assertReportNotPublished, insertWithUniqueReference } from '../submission/insert-certificate.js';
import { amend, attach, correct } from '../submission/sender-changes.js';
import { Submissions } from '../submission/submissions.js';

/** What a laboratory sends: no contact fields, because it has a contact of record, and its own status and panels. */
export type LabContent = Omit<CertificateDraft, 'contactName' | 'contactEmail' | 'labName' | 'submittedResults'> & {
  readonly labReportId: string;
  readonly reported: ReportedResults;
  /** SHA-256 of the laboratory's PDF; it may arrive later. Null when the request names none. */
  readonly documentSha256: string | null;
};

/** The versions in an `If-Match` header. */
export type Seen = readonly number[] | 'any';

/** A certificate with today's findings of the automated checks. */
export interface CheckedCertificate {
  readonly certificate: Certificate;
  readonly document: CertificateDocument | null;
  readonly findings: readonly Finding[];
  /** Beside what software read from its document; null until that was read, and for a document that the lab did not send. */
  readonly documentComparison: DocumentComparison | null;
  /** Null unless it is superseded. */
  readonly replacedBy: Replacement | null;
  /** Notices about its batch, and incidents of its laboratory. */
  readonly warnings: readonly Warning[];
}

/** A laboratory's certificate in its list. */
export type OwnListedCertificate = ListedCertificate & Pick<CheckedCertificate, 'replacedBy'>;

/** A page of a laboratory's certificates. */
export type OwnCertificatesPage = Page<OwnListedCertificate, LabListCursor> & {
  /** A time before which no change is missing; the client's next query for changes starts there. */
  readonly updatedUntil: Date;
};

/** The result of validating a certificate without storing it. */
export interface DryRun {
  readonly isAcceptable: boolean;
  readonly errors: readonly FieldError[];
  readonly findings: readonly Finding[];
  /** What would be stored; null when a field could not be parsed. */
  readonly attempt: Pick<CheckedCertificate, 'certificate' | 'documentComparison'> | null;
}

export const SANDBOX_DECISIONS = ['approve', 'reject', 'request_changes'] as const;

/** A decision that a lab makes instead of a reviewer, in the sandbox only. */
export interface SandboxDecision {
  readonly decision: (typeof SANDBOX_DECISIONS)[number];
  /** The reviewer's words; null for a sentence of ours. */
  readonly reason: string | null;
}

const SANDBOX_REVIEWER: Actor = { id: 'sandbox-reviewer', name: 'Sandbox reviewer' };

/** A laboratory's query for its own certificates. The batch is compared by {@link batchKey}. */
export type LabListRequest = Omit<OwnCertificatesQuery, 'labId' | 'batchKey'> & { readonly batchId: string | null };

/**
 * The partner laboratories' use cases for their own certificates. A trusted laboratory's certificate is published at once
 * unless a check finds an error; all others wait for review. Other laboratories' certificates are not found.
 */
export class LabCertificates {
  constructor(
    private readonly certificates: CertificateRepository,
    private readonly lists: SubmissionReader,
    private readonly checks: CertificateChecks,
    private readonly submissions: Submissions,
    private readonly documents: CertificateDocuments,
    private readonly evidence: EvidenceFinder,
    private readonly review: CertificateReview,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** @throws InvalidInput, DuplicateBatch */
  async create(lab: CallingLab, content: LabContent): Promise<CheckedCertificate> {
    const draft = draftOf(content, lab);
    return this.receive(lab, content, (evidence) =>
      submit(draft, this.ids.uuid(), this.clock.now(), submitterOf(lab), evidence),
    );
  }

  /** @throws CertificateNotFound */
  async byId(lab: CallingLab, id: string): Promise<CheckedCertificate> {
    return this.checked(lab, await this.own(lab, id));
  }

  /** The newest first. */
  async list(lab: CallingLab, request: LabListRequest): Promise<OwnCertificatesPage> {
    const { batchId, ...rest } = request;
    const key = batchId === null ? null : batchKey(batchId);
    // Taken before the list is read. Taken afterwards, it could skip changes that became visible in between.
    const updatedUntil = await this.lists.changesKnownUntil();
    const page = await this.lists.ofLab({ ...rest, labId: lab.id, batchKey: key });
    const superseded = page.items.filter((one) => one.lifecycle === 'superseded').map(({ id }) => id);
    const replacements = await this.lists.replacementsOf(superseded);
    const items = page.items.map((one) => ({ ...one, replacedBy: replacements.get(one.id) ?? null }));
    return { ...page, items, updatedUntil };
  }

  /**
   * Corrects a pending certificate, or answers a request for changes.
   * @throws CertificateNotFound, AlreadyDecided, ChangedMeanwhile, InvalidInput, DuplicateBatch
   */
  async correct(lab: CallingLab, id: string, seen: Seen, content: LabContent): Promise<CheckedCertificate> {
    const before = await this.own(lab, id);
    const now = this.clock.now();
    const draft = draftOf(content, lab);
    await assertReportNotPublished(this.certificates, correct(before, draft, now));
    assertVersion(before, versionOf(before, seen));
    return this.transactions.run(async () => {
      const kept = before.awaitedDocument ?? before.documentId;
      const named = { documentId: content.documentSha256 ?? kept, confirmed: [] };
      const evidence = await this.evidence.ofLab({ draft, submitter: before, named, before });
      return this.change(lab, before, correct(before, draft, now, evidence), 'submission.corrected');
    });
  }

  /**
   * Attaches a document to a certificate that is not published yet, or replaces it. Attaching the same one again
   * changes nothing.
   * @throws CertificateNotFound, AlreadyDecided, ChangedMeanwhile, InvalidInput
   */
  async attach(lab: CallingLab, id: string, documentId: string): Promise<CheckedCertificate> {
    return this.transactions.run(async () => {
      const state = await this.documents.lockState(documentId);
      const before = await this.own(lab, id);
      if (before.documentId === documentId) return this.checked(lab, before);
      await this.documents.assertUsable(documentId, { labId: lab.id });
      const isAwaited = state === null || !isRead({ state });
      const after = attach(before, documentId, isAwaited, this.clock.now());
      return this.change(lab, before, after, 'submission.document-attached');
    });
  }

  /**
   * The identity of one of its certificates.
   * @param name its identity or its reference
   * @throws CertificateNotFound
   */
  async idOf(lab: CallingLab, name: string): Promise<string> {
    const id = REFERENCE.test(name) ? await this.certificates.idOfReference(name.toUpperCase()) : name;
    if (id === null || !UUID.test(id)) throw new CertificateNotFound();
    return (await this.own(lab, id)).id;
  }

  /** Stores a change of a lab's open certificate in the caller's transaction. */
  private async change(
    lab: CallingLab,
    before: Certificate,
    after: Certificate,
    action: string,
  ): Promise<CheckedCertificate> {
    const now = this.clock.now();
    await this.certificates.lockForPublication([after]);
    await this.certificates.changeOne(after, changeEntry(action, before, after, actorOf(lab), now));
    await this.submissions.storeRevision(before, now);
    const findings = await this.checks.findings(after, { labId: lab.id });
    return this.answer(await this.publishIfTrusted(lab, after, findings), findings);
  }

  private async answer(certificate: Certificate, findings: readonly Finding[]): Promise<CheckedCertificate> {
    const { id, documentId, lifecycle } = certificate;
    const replacements = lifecycle === 'superseded' ? await this.lists.replacementsOf([id]) : null;
    return {
      certificate,
      findings,
      document: documentId === null ? null : await this.documents.byId(documentId),
      documentComparison: await this.comparison(certificate),
      replacedBy: replacements?.get(id) ?? null,
      warnings: await this.checks.warningsOn(certificate),
    };
  }

  /** A lab may read what a document says only if it sent it. */
  private async comparison(certificate: Certificate): Promise<DocumentComparison | null> {
    const { documentId, labId } = certificate;
    if (documentId === null || labId === null) return null;
    if (!(await this.documents.isUploadedBy(documentId, { labId }))) return null;
    const read = await this.documents.read(documentId);
    return read && compareWithDocument(certificate, read.reading, read.text);
  }

  /**
   * Submits a certificate that is to replace a published one.
   * @throws CertificateNotFound, NotPublished, ChangedMeanwhile, AmendmentUnderWay, InvalidInput, DuplicateBatch
   */
  async amend(
    lab: CallingLab,
    id: string,
    seen: Seen,
    { content, reason }: { readonly content: LabContent; readonly reason: string },
  ): Promise<CheckedCertificate> {
    const original = await this.own(lab, id);
    const amendment = { draft: draftOf(content, lab), reason };
    const waiting = (evidence?: Evidence) =>
      amend(original, amendment, this.ids.uuid(), this.clock.now(), submitterOf(lab), evidence);
    waiting();
    assertVersion(original, versionOf(original, seen));
    return this.receive(lab, content, waiting, original);
  }

  /**
   * Withdraws a certificate, published or not.
   * @throws CertificateNotFound, NotPublished, AlreadyDecided, ChangedMeanwhile
   */
  async withdraw(lab: CallingLab, id: string, seen: Seen, reason: string): Promise<CheckedCertificate> {
    const before = await this.own(lab, id);
    const version = versionOf(before, seen);
    const certificate = isOpen(before)
      ? await this.review.withdrawUnpublished(id, version, reason, actorOf(lab))
      : await this.review.withdraw(id, version, reason, actorOf(lab));
    return this.checked(lab, certificate);
  }

  /**
   * In the sandbox, a lab decides about its own certificate as a reviewer would, so that its program meets every decision.
   * @throws CertificateNotFound, AlreadyDecided, ChangedMeanwhile, DocumentBeingRead, NotPublished
   */
  async decideInSandbox(
    lab: CallingLab,
    id: string,
    { decision, reason }: SandboxDecision,
  ): Promise<CheckedCertificate> {
    assertSandbox(lab);
    const words = reason ?? 'Decided in the sandbox.';
    const decided = await this.transactions.run(async () => {
      const { version } = await this.own(lab, id);
      if (decision === 'reject') return this.review.reject(id, version, words, SANDBOX_REVIEWER);
      if (decision === 'approve') return this.approveInSandbox(await this.withoutComments(lab, id), words);
      const comment = { code: 'other', weight: 'major', text: words } as const;
      return this.review.requestChanges(id, version, [comment], SANDBOX_REVIEWER);
    });
    return this.checked(lab, decided);
  }

  private async withoutComments(lab: CallingLab, id: string): Promise<Certificate> {
    let certificate = await this.own(lab, id);
    for (const comment of unresolvedMajors(certificate.comments)) {
      certificate = await this.review.resolveComment(id, certificate.version, comment.id, SANDBOX_REVIEWER);
    }
    return certificate;
  }

  private approveInSandbox(waiting: Certificate, overrideReason: string): Promise<Certificate> {
    const { id, version, documentId, testResults } = waiting;
    const approval: Approval = {
      status: testResults.reported?.status ?? 'pending',
      panels: testResults.reported?.panels ?? testResults.panels,
      overrideReason,
      labIncidentsRead: true,
      documentAbsence: documentId === null ? 'sent-as-data' : null,
      ...asRetest(waiting),
    };
    return this.review.approve(id, { version, documentId }, approval, SANDBOX_REVIEWER);
  }

  /**
   * Reports every error and finding of a certificate and stores nothing.
   * @param unreadable errors of the fields that hold placeholders because they could not be parsed
   */
  async dryRun(lab: CallingLab, content: LabContent, unreadable: readonly FieldError[]): Promise<DryRun> {
    const { reported, ...unreported } = content;
    const names = new Set(unreadable.map(({ field }) => field.split('.')[0] ?? ''));
    const areReadable = (fields: readonly string[]) => fields.every((field) => !names.has(field));
    const contradictions = areReadable(['status', 'panels']) ? contradictionsIn(reported) : [];
    const errors = [...unreadable, ...contradictions];
    // The errors of the report are already listed; checks that depend on it would only repeat them.
    const isReportUsable = areReadable(['status', 'panels']) && contradictions.length === 0;
    if (!isReportUsable) names.add('panels');
    const draft = draftOf(isReportUsable ? content : unreported, lab);
    const { certificate, findings: found, refusal } = await this.checkDraft(lab, draft, content.documentSha256);
    errors.push(...refusal);
    const findings = found.filter(({ code, field }) =>
      areReadable([field.split('.')[0] ?? '', ...(RELATED_FIELDS[code] ?? [])]),
    );
    const isReadable = unreadable.length === 0;
    return {
      isAcceptable: errors.length === 0 && !findings.some(isDuplicate),
      errors,
      findings,
      attempt: isReadable ? { certificate, documentComparison: await this.comparison(certificate) } : null,
    };
  }

  /** The findings, and why `create` would refuse the document; in that case the findings cover the rest. */
  private async checkDraft(lab: CallingLab, draft: CertificateDraft, documentId: string | null) {
    const submitter = submitterOf(lab);
    try {
      return { ...(await this.submissions.attempt(draft, { submitter, documentId })), refusal: [] };
    } catch (error) {
      const isRefused = error instanceof InvalidInput && error.fields.every(({ field }) => field === 'documentSha256');
      if (!isRefused) throw error;
      return { ...(await this.submissions.attempt(draft, { submitter })), refusal: error.fields };
    }
  }

  private receive(
    lab: CallingLab,
    content: LabContent,
    submission: (evidence: Evidence) => Certificate,
    original?: Certificate,
  ): Promise<CheckedCertificate> {
    const named = { documentId: content.documentSha256, confirmed: [] };
    const asked = { draft: draftOf(content, lab), submitter: submitterOf(lab), named, before: null };
    return this.transactions.run(async () => {
      const waiting = submission(await this.evidence.ofLab(asked));
      await this.certificates.lockForPublication([waiting, original ?? waiting]);
      const findings = await this.checks.findings(waiting, { labId: lab.id });
      const stored = await insertWithUniqueReference(this.certificates, this.ids, waiting);
      return this.answer(await this.publishIfTrusted(lab, stored, findings), findings);
    });
  }

  /** @param waiting as it is stored */
  private async publishIfTrusted(
    lab: CallingLab,
    waiting: Certificate,
    findings: readonly Finding[],
  ): Promise<Certificate> {
    const { reported } = waiting.testResults;
    if (!reported || !skipsReview(lab, waiting, findings)) return waiting;
    const { id, version, documentId } = waiting;
    const document = documentId === null ? null : await this.documents.byId(documentId);
    // The document has no text that software could read, so only a person can compare it with the figures.
    if (document !== null && document.state !== 'ready') return waiting;
    const documentAbsence = documentId === null ? 'sent-as-data' : null;
    try {
      const approval: Approval = { ...reported, documentAbsence, ...asRetest(waiting) };
      return await this.review.publishUnreviewed(id, { version, documentId }, approval, actorOf(lab));
    } catch (error) {
      // It changes the batch to one that has certificates, so a reviewer decides whether it belongs there.
      if (error instanceof BatchAlreadyPublished) return waiting;
      throw error;
    }
  }

  private async own(lab: CallingLab, id: string): Promise<Certificate> {
    const certificate = await this.certificates.byId(id);
    if (certificate?.labId !== lab.id) throw new CertificateNotFound();
    return certificate;
  }

  /** Checks only what is published or still open. */
  private async checked({ id: labId }: CallingLab, certificate: Certificate): Promise<CheckedCertificate> {
    const needsChecks = isOpen(certificate) || certificate.lifecycle === 'approved';
    return this.answer(certificate, needsChecks ? await this.checks.findings(certificate, { labId }) : []);
  }
}

/**
 * Even a trusted laboratory's certificate needs review if staff entered it, a check found an `error`, a major comment is
 * open, or it names who bought the can: that must be an organization, which only a person can tell. While it waits for
 * its document, the checks have not run on that.
 */
export const skipsReview = (
  lab: Pick<CallingLab, 'trusted'>,
  { source, comments, awaitedDocument, sample }: Certificate,
  findings: readonly Finding[],
): boolean =>
  lab.trusted &&
  source === 'lab' &&
  awaitedDocument === null &&
  sample?.boughtBy === undefined &&
  findings.every(({ severity }) => severity !== 'error') &&
  unresolvedMajors(comments).length === 0;

/** A lab that sends another report of a batch, and does not amend one, has tested it again. */
export const asRetest = ({ supersedes }: Pick<Certificate, 'supersedes'>): SecondCertificate =>
  supersedes === null ? { publishAs: 'retest' } : {};

/** The draft of a certificate in the laboratory's own name. */
export function draftOf(content: Omit<LabContent, 'reported'>, { name }: Pick<CallingLab, 'name'>): CertificateDraft {
  const { documentSha256: _document, ...draft } = content;
  return { ...draft, labName: name, contactName: null, contactEmail: null };
}

export const submitterOf = ({ id }: CallingLab): Submitter => ({ source: 'lab', labId: id });

/** The laboratory as an actor in the audit log. */
export const actorOf = ({ id, name }: Pick<CallingLab, 'id' | 'name'>): Actor => ({ id: `lab:${id}`, name });

/** The version that the change is based on: the current one if the caller saw it, or else 0, which never matches. */
const versionOf = ({ version }: Certificate, seen: Seen): number =>
  seen === 'any' || seen.includes(version) ? version : 0;

const REFERENCE = /^CB-[0-9A-Z]{4}-[0-9A-Z]{4}$/i;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Fields that a finding depends on, besides its own. */
const RELATED_FIELDS: Partial<Record<FindingCode, readonly string[]>> = {
  'far-over-label': ['productName'],
  'over-label': ['productName'],
  'under-label': ['productName'],
  'over-limit': ['panels', 'analytes'],
  'value-text-differs': ['analytes'],
  'decimal-comma': ['analytes'],
  'panel-line-open': ['panels', 'analytes'],
  'status-panels-differ': ['panels'],
  'thc-line-above-total': ['analytes', 'sample'],
  'thc-not-measured': ['analytes'],
  'unit-unknown': ['analytes'],
  'sample-contradicts': ['sample'],
  'test-dates-differ': ['sample'],
  'lod-above-loq': ['analytes'],
  'concentration-mismatch': ['analytes', 'thcContent', 'cbdContent', 'sample'],
  'document-value-differs': ['analytes'],
  'document-near-copy': ['batchId'],
  'batch-on-other-product': ['productName'],
  'batch-from-other-lab': ['batchId', 'productName'],
};

const isDuplicate = ({ code }: Finding): boolean => code === 'duplicate';
