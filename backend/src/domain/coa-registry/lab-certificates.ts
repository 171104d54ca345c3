import type { Actor } from '../shared/audit.js';
import type { CallingLab } from '../shared/calling-lab.js';
import type { FieldError } from '../shared/domain-error.js';
import type { Page } from '../shared/page.js';
import { Clock, Ids, Transactions } from '../shared/ports.js';
import { batchKey } from './batch-key.js';
import { type Certificate, type CertificateDraft, type Lifecycle, type Submitter, submit } from './certificate.js';
import { CertificateChecks } from './certificate-checks.js';
import { Review } from './certificate-review.js';
import { CertificateNotFound } from './coa-registry.js';
import type { Finding, FindingCode } from './finding.js';
import { assertBatchIsFree, insertWithUniqueReference } from './insert-certificate.js';
import type { LabListCursor } from './lab-certificate-queries.js';
import type { ListedCertificate } from './listed-certificate.js';
import { CertificateRepository, SubmissionReader } from './ports.js';
import { amend, assertVersion, changeEntry, correct } from './review.js';
import { openMajors } from './review-comment.js';
import { Submissions } from './submissions.js';
import { contradictionsIn, type ReportedResults } from './test-results.js';

/** What a laboratory sends: it is asked through its own contact, and says what status and panels are. */
export type LabContent = Omit<CertificateDraft, 'contactName' | 'contactEmail' | 'labName' | 'submittedResults'> & {
  readonly labReportId: string;
  readonly reported: ReportedResults;
};

/** The versions that a caller says they saw, or that any will do. */
export type Seen = readonly number[] | 'any';

/** A certificate with what machines notice about it today. */
export interface CheckedCertificate {
  readonly certificate: Certificate;
  readonly findings: readonly Finding[];
}

/** What would be said about a certificate if it were sent. */
export interface DryRun {
  readonly isAcceptable: boolean;
  readonly errors: readonly FieldError[];
  readonly findings: readonly Finding[];
}

/** What a laboratory asks of the list of its certificates. */
export interface LabListRequest {
  readonly standing: Lifecycle | null;
  /** The lab's own report number; case and runs of spaces do not matter. */
  readonly labReportId: string | null;
  /** Compared as batch ids are anywhere: see {@link batchKey}. */
  readonly batchId: string | null;
  readonly limit: number;
  readonly after: LabListCursor | null;
}

/**
 * What partner laboratories do with their own certificates. Those of a trusted one are published at once where no
 * machine found an error; everything else waits for review. Another laboratory's certificate is not there.
 */
export class LabCertificates {
  constructor(
    private readonly certificates: CertificateRepository,
    private readonly lists: SubmissionReader,
    private readonly checks: CertificateChecks,
    private readonly submissions: Submissions,
    private readonly review: Review,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** @throws InvalidInput, DuplicateBatch */
  async create(lab: CallingLab, content: LabContent): Promise<CheckedCertificate> {
    const draft = draftOf(content, lab);
    return this.takeIn(lab, submit(draft, this.ids.uuid(), this.clock.now(), submitterOf(lab)));
  }

  /** @throws CertificateNotFound */
  async byId(lab: CallingLab, id: string): Promise<CheckedCertificate> {
    return this.checked(lab, await this.own(lab, id));
  }

  /** The newest first. */
  list(lab: CallingLab, request: LabListRequest): Promise<Page<ListedCertificate, LabListCursor>> {
    const { standing: lifecycle, batchId, ...rest } = request;
    const key = batchId === null ? null : batchKey(batchId);
    return this.lists.ofLab({ labId: lab.id, lifecycle, batchKey: key, ...rest });
  }

  /**
   * Corrects what waits for review, or answers a request for changes.
   * @throws CertificateNotFound, AlreadyDecided, ChangedMeanwhile, InvalidInput, DuplicateBatch
   */
  async correct(lab: CallingLab, id: string, seen: Seen, content: LabContent): Promise<CheckedCertificate> {
    const before = await this.own(lab, id);
    const now = this.clock.now();
    const after = correct(before, draftOf(content, lab), now);
    assertVersion(before, versionOf(before, seen));
    await assertBatchIsFree(this.certificates, after);
    const findings = await this.checks.findings(after, { labId: lab.id });
    return this.transactions.run(async () => {
      await this.certificates.changeOne(after, changeEntry('submission.corrected', before, after, actorOf(lab), now));
      await this.submissions.storeRevision(before, now);
      return { certificate: await this.publishedIfTrusted(lab, after, findings), findings };
    });
  }

  /**
   * Hands in what is to replace a published certificate.
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
    const waiting = amend(original, amendment, this.ids.uuid(), this.clock.now(), submitterOf(lab));
    assertVersion(original, versionOf(original, seen));
    return this.takeIn(lab, waiting);
  }

  /**
   * Withdraws a published certificate, or takes back one that is not published yet.
   * @throws CertificateNotFound, NotPublished, AlreadyDecided, ChangedMeanwhile
   */
  async withdraw(lab: CallingLab, id: string, seen: Seen, reason: string): Promise<CheckedCertificate> {
    const before = await this.own(lab, id);
    const version = versionOf(before, seen);
    const certificate = isOpen(before)
      ? await this.review.retract(id, version, reason, actorOf(lab))
      : await this.review.withdraw(id, version, reason, actorOf(lab));
    return this.checked(lab, certificate);
  }

  /**
   * Says everything that there is to say about a certificate, and stores nothing.
   * @param unreadable what is wrong with fields for which something harmless stands in
   */
  async dryRun(lab: CallingLab, content: LabContent, unreadable: readonly FieldError[]): Promise<DryRun> {
    const { reported, ...unreported } = content;
    const names = new Set(unreadable.map(({ field }) => field.split('.')[0] ?? ''));
    const areReadable = (fields: readonly string[]) => fields.every((field) => !names.has(field));
    const contradictions = areReadable(['status', 'panels']) ? contradictionsIn(reported) : [];
    const errors = [...unreadable, ...contradictions];
    // What is wrong with the report has been said; without it, nothing can rest on it.
    const isReportUsable = areReadable(['status', 'panels']) && contradictions.length === 0;
    if (!isReportUsable) names.add('panels');
    const draft = draftOf(isReportUsable ? content : unreported, lab);
    const found = await this.submissions.check(draft, submitterOf(lab));
    const findings = found.filter(({ code, field }) => areReadable([field, ...(ALSO_ABOUT[code] ?? [])]));
    return { isAcceptable: errors.length === 0 && !findings.some(isRefused), errors, findings };
  }

  private async takeIn(lab: CallingLab, waiting: Certificate): Promise<CheckedCertificate> {
    const findings = await this.checks.findings(waiting, { labId: lab.id });
    return this.transactions.run(async () => {
      const stored = await insertWithUniqueReference(this.certificates, this.ids, waiting);
      return { certificate: await this.publishedIfTrusted(lab, stored, findings), findings };
    });
  }

  /** @param waiting as it is stored */
  private async publishedIfTrusted(
    lab: CallingLab,
    waiting: Certificate,
    findings: readonly Finding[],
  ): Promise<Certificate> {
    const { reported } = waiting.testResults;
    if (!reported || !skipsReview(lab, waiting, findings)) return waiting;
    return this.review.approve(waiting.id, waiting.version, reported, actorOf(lab));
  }

  private async own(lab: CallingLab, id: string): Promise<Certificate> {
    const certificate = await this.certificates.byId(id);
    if (certificate?.labId !== lab.id) throw new CertificateNotFound();
    return certificate;
  }

  /** What is neither current nor on its way there is not looked at again. */
  private async checked({ id: labId }: CallingLab, certificate: Certificate): Promise<CheckedCertificate> {
    const matters = isOpen(certificate) || certificate.lifecycle === 'approved';
    return { certificate, findings: matters ? await this.checks.findings(certificate, { labId }) : [] };
  }
}

/** An `error` found by a machine, or a reviewer's major comment, asks for a person even where a laboratory is trusted. */
export const skipsReview = (lab: CallingLab, { comments }: Certificate, findings: readonly Finding[]): boolean =>
  lab.trusted && findings.every(({ severity }) => severity !== 'error') && openMajors(comments).length === 0;

/** What the domain calls a draft, in the laboratory's own name. */
export const draftOf = (content: Omit<LabContent, 'reported'>, { name }: CallingLab): CertificateDraft => ({
  ...content,
  labName: name,
  contactName: null,
  contactEmail: null,
});

export const submitterOf = ({ id }: CallingLab): Submitter => ({ source: 'lab', labId: id });

/** Who the audit log says it was. */
export const actorOf = ({ id, name }: CallingLab): Actor => ({ id: `lab:${id}`, name });

/** The version that the change is based on; none that there is, when the caller saw others. */
const versionOf = ({ version }: Certificate, seen: Seen): number =>
  seen === 'any' || seen.includes(version) ? version : 0;

const isOpen = ({ lifecycle }: Certificate): boolean => lifecycle === 'pending' || lifecycle === 'changes_requested';

/** What a finding rests on besides the field that it is about. */
const ALSO_ABOUT: Partial<Record<FindingCode, readonly string[]>> = {
  'far-over-label': ['productName'],
  'over-label': ['productName'],
  'under-label': ['productName'],
  'over-limit': ['panels', 'analytes'],
  'value-text-differs': ['analytes'],
  'lod-above-loq': ['analytes'],
  'concentration-mismatch': ['analytes', 'thcContent', 'cbdContent'],
  'batch-on-other-product': ['productName'],
  'batch-from-other-lab': ['batchId', 'productName'],
};

const isRefused = ({ code }: Finding): boolean => code === 'duplicate';
