import type { Actor, AuditEntry } from '../shared/audit.js';
import { businessDaysAfter, easternDay } from '../shared/business-days.js';
import { DomainError, domainError, InvalidInput } from '../shared/domain-error.js';
import type { Page } from '../shared/page.js';
import type { ErasedSection, ExportSection, MailRecord, PersonalDataProvider } from '../shared/personal-data.js';
import { pick } from '../shared/pick.js';
import { Clock, Ids } from '../shared/ports.js';
import type { ProblemOutcome, ProblemReason } from '../shared/public-problem.js';
import { publicTextErrors } from '../shared/public-text.js';

/** Business days after the report by which each step is due. [source:hearing-time] */
export const DUE_BUSINESS_DAYS = { acknowledgment: 1, hearing: 5, outcome: 10 } as const;
export type HearingStep = keyof typeof DUE_BUSINESS_DAYS;
export const HEARING_STEPS = Object.keys(DUE_BUSINESS_DAYS) as HearingStep[];

/** Length of a report in characters (code points). */
export const PROBLEM_TEXT = { min: 10, max: 2000 } as const;

/** Texts that are kept of one reporter on one certificate; more are only counted, or a flood could block a decision. */
export const TEXTS_MAX = 5;

export const SENTENCE_MAX = 300;

/** Reports that one action can be about. */
export const SELECTED_MAX = 100;

/** What a person sends. */
export interface ProblemDraft {
  readonly reason: ProblemReason;
  readonly text: string;
  /** Where we say what we found. */
  readonly email: string | null;
}

/** A report that something is wrong with a certificate. Only what {@link PublicProblem} has is ever public. */
export interface ProblemReport {
  readonly id: string;
  /** Short reference for the reporter and staff, such as `P-0F8FA-D5BD9`. */
  readonly reference: string;
  readonly certificateId: string;
  readonly reason: ProblemReason;
  /** Null once it was erased. */
  readonly text: string | null;
  readonly email: string | null;
  /** How often the same reporter sent one about the certificate while this was open. */
  readonly times: number;
  readonly reportedAt: Date;
  readonly acknowledgedAt: Date | null;
  /** When staff recorded that the brand and the laboratory had been heard. */
  readonly heardAt: Date | null;
  /** When it was first decided. */
  readonly closedAt: Date | null;
  /** The day by which the next step is due, `YYYY-MM-DD`; null once it is closed. */
  readonly dueBy: string | null;
  readonly outcome: ProblemOutcome | null;
  /** What staff found, for everybody to read. */
  readonly sentence: string | null;
  /** Name of a staff member, for staff only. */
  readonly decidedBy: string | null;
  /** Optimistic lock. */
  readonly version: number;
}

/** The certificate that a report is about. */
export interface ReportedCertificate {
  readonly certificate: string;
  readonly brandName: string;
  readonly productName: string;
  readonly batchId: string;
  readonly labName: string;
  readonly lifecycle: 'approved' | 'withdrawn' | 'superseded';
}

/** A report as staff see it. */
export interface ListedReport extends ProblemReport, ReportedCertificate {
  /** Open reports on the same certificate, this one included. */
  readonly openOnCertificate: number;
  /** Open reports of the same reporter on any certificate. */
  readonly openFromReporter: number;
}

/** Reports as they were seen by the person who acts on them. */
export type SelectedReports = readonly { readonly id: string; readonly version: number }[];

export interface ProblemQuery {
  readonly isOpen: boolean;
  /** Reference of a certificate; null for all. */
  readonly certificate: string | null;
  /** A report whose reporter sent the ones to find; null for all. */
  readonly sameReporterAs: string | null;
}

/** Of reports that arrived in the last {@link FIGURES_DAYS} days. */
export interface HearingFigures {
  readonly received: number;
  readonly open: number;
  readonly overdue: number;
  readonly outcomes: Readonly<Record<ProblemOutcome, number>>;
  /** Reports that still wait count with the time that they have waited. Null if there are too few to tell. */
  readonly medianHoursToAcknowledge: number | null;
  readonly medianDaysToOutcome: number | null;
}

export const FIGURES_DAYS = 365;

/** Fewer reports have no median worth reading. */
export const MEDIAN_MIN = 5;

export class ReportedCertificateNotFound extends domainError(
  'not-found',
  'coa-not-found',
  "We couldn't find this certificate.",
) {}

export class ProblemReportChanged extends domainError(
  'conflict',
  'problem-report-changed',
  'One of these reports changed after you opened the list. Reload it.',
) {}

/** The outcome says something that has not happened yet. */
export class ProblemOutcomePremature extends DomainError {
  constructor(detail: string) {
    super('conflict', 'problem-outcome-premature', detail);
  }
}

/** A port: stores reports and finds the certificates that they are about. */
export abstract class ProblemReportRepository {
  /**
   * Stores a report on a certificate that is or was published. An open one of the same reporter takes it in.
   * @param client the network address that it came from, which tells reporters without an email address apart
   * @returns the report as it is stored now; null if there is no such certificate
   */
  abstract add(
    report: Omit<ProblemReport, 'certificateId'>,
    certificate: string,
    client: string,
  ): Promise<ProblemReport | null>;

  /** Open ones by what is due first, closed ones by what was closed last; at most 200. */
  abstract page(query: ProblemQuery): Promise<Page<ListedReport, never>>;

  abstract byIds(ids: readonly string[]): Promise<readonly ListedReport[]>;

  /** Stores all changes or none, and queues an email about each whose reporter left an address. @throws ProblemReportChanged */
  abstract change(
    changes: readonly { readonly report: ProblemReport; readonly entry: AuditEntry }[],
    mail: 'acknowledged' | 'outcome' | null,
  ): Promise<void>;

  /** @param today `YYYY-MM-DD` */
  abstract figures(since: Date, now: Date, today: string): Promise<HearingFigures>;

  /** By email address, in any case; oldest first. */
  abstract byReporter(
    address: string,
  ): Promise<{ readonly reports: readonly ProblemReport[]; readonly mail: readonly MailRecord[] }>;

  /** Removes address and text from the reports of an address, and deletes the emails about them. @returns how many */
  abstract forgetReporter(address: string): Promise<{ readonly reports: number; readonly mail: number }>;
}

/** The day by which a step is due, `YYYY-MM-DD`. */
export const dueDay = (reportedAt: Date, step: HearingStep): string =>
  businessDaysAfter(reportedAt, DUE_BUSINESS_DAYS[step]);

/** The step that is due next; null once it is closed. */
export function nextStep({ acknowledgedAt, heardAt, closedAt }: ProblemReport): HearingStep | null {
  if (closedAt) return null;
  if (!acknowledgedAt) return 'acknowledgment';
  return heardAt ? 'outcome' : 'hearing';
}

/** A step is due until its day ends in Eastern time. */
export const isOverdue = ({ dueBy }: ProblemReport, now: Date): boolean => dueBy !== null && dueBy < easternDay(now);

const withDueDay = (report: ProblemReport): ProblemReport => {
  const step = nextStep(report);
  return { ...report, dueBy: step && dueDay(report.reportedAt, step) };
};

/** Its certificate is known once it is stored. */
export function newReport(draft: ProblemDraft, id: string, now: Date): Omit<ProblemReport, 'certificateId'> {
  const digits = id.replaceAll('-', '').toUpperCase();
  return {
    ...pick(draft, ['reason', 'text', 'email']),
    id,
    reference: `P-${digits.slice(0, 5)}-${digits.slice(5, 10)}`,
    times: 1,
    reportedAt: now,
    acknowledgedAt: null,
    heardAt: null,
    closedAt: null,
    dueBy: dueDay(now, 'acknowledgment'),
    outcome: null,
    sentence: null,
    decidedBy: null,
    version: 1,
  };
}

/** A person has read it. Nothing changes if that or more is recorded already. */
export function acknowledge(report: ProblemReport, now: Date): ProblemReport {
  if (report.closedAt || report.acknowledgedAt) return report;
  return withDueDay({ ...report, acknowledgedAt: now, version: report.version + 1 });
}

/** The brand and the laboratory were asked, and had the chance to answer. */
export function recordHearing(report: ProblemReport, now: Date): ProblemReport {
  if (report.closedAt || report.heardAt) return report;
  const acknowledgedAt = report.acknowledgedAt ?? now;
  return withDueDay({ ...report, acknowledgedAt, heardAt: now, version: report.version + 1 });
}

export interface OutcomeDecision {
  readonly outcome: ProblemOutcome;
  readonly sentence: string;
}

/**
 * Closes a report, or replaces the outcome of one that is closed.
 * @throws ProblemOutcomePremature, InvalidInput
 */
export function decide(
  report: ProblemReport & Pick<ReportedCertificate, 'certificate' | 'lifecycle'>,
  { outcome, sentence }: OutcomeDecision,
  now: Date,
  { name }: Actor,
): ProblemReport {
  const wrong = publicTextErrors('sentence', sentence);
  if (wrong.length > 0) throw new InvalidInput(wrong);
  requireTrue(report, outcome);
  return withDueDay({
    ...report,
    acknowledgedAt: report.acknowledgedAt ?? now,
    closedAt: report.closedAt ?? now,
    outcome,
    sentence: /[.?]$/.test(sentence) ? sentence : `${sentence}.`,
    decidedBy: name,
    version: report.version + 1,
  });
}

/** Nothing is found against a certificate before its brand and laboratory were heard, or said of it before it is so. */
function requireTrue(
  {
    heardAt,
    certificate,
    lifecycle,
  }: Pick<ProblemReport, 'heardAt'> & Pick<ReportedCertificate, 'certificate' | 'lifecycle'>,
  outcome: ProblemOutcome,
): void {
  if (outcome === 'no_error' || outcome === 'dismissed') return;
  if (!heardAt) {
    throw new ProblemOutcomePremature(
      `First hear the brand and the laboratory of ${certificate}, and record that you did.`,
    );
  }
  if (outcome === 'withdrawn' && lifecycle !== 'withdrawn') {
    throw new ProblemOutcomePremature(`${certificate} is not withdrawn. Withdraw it with a reason first.`);
  }
  if (outcome === 'corrected' && lifecycle !== 'superseded') {
    throw new ProblemOutcomePremature(`${certificate} was not replaced. Publish the correction first.`);
  }
}

/** Anybody reports a problem with a certificate, and staff decide about it once its brand and laboratory were heard. */
export class Hearing implements PersonalDataProvider {
  constructor(
    private readonly reports: ProblemReportRepository,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** @throws ReportedCertificateNotFound */
  async report(draft: ProblemDraft, certificate: string, client: string): Promise<ProblemReport> {
    const stored = await this.reports.add(newReport(draft, this.ids.uuid(), this.clock.now()), certificate, client);
    if (!stored) throw new ReportedCertificateNotFound();
    return stored;
  }

  page(query: ProblemQuery): Promise<Page<ListedReport, never>> {
    return this.reports.page(query);
  }

  /** Null if there is no such report. */
  async byId(id: string): Promise<ListedReport | null> {
    return (await this.reports.byIds([id]))[0] ?? null;
  }

  isOverdue(report: ProblemReport): boolean {
    return isOverdue(report, this.clock.now());
  }

  /** @throws ProblemReportChanged */
  acknowledge(selected: SelectedReports, actor: Actor): Promise<void> {
    return this.change(selected, 'acknowledged', actor, acknowledge, 'acknowledged');
  }

  /** @throws ProblemReportChanged */
  recordHearing(selected: SelectedReports, actor: Actor): Promise<void> {
    return this.change(selected, 'heard', actor, recordHearing, null);
  }

  /** One decision about all of them, or none. @throws ProblemReportChanged, ProblemOutcomePremature, InvalidInput */
  decide(selected: SelectedReports, decision: OutcomeDecision, actor: Actor): Promise<void> {
    return this.change(selected, 'decided', actor, (report, now) => decide(report, decision, now, actor), 'outcome');
  }

  async figures(): Promise<HearingFigures> {
    const now = this.clock.now();
    const since = new Date(now.getTime() - FIGURES_DAYS * 86_400_000);
    const found = await this.reports.figures(since, now, easternDay(now));
    if (found.received >= MEDIAN_MIN) return found;
    return { ...found, medianHoursToAcknowledge: null, medianDaysToOutcome: null };
  }

  async exportOf(address: string): Promise<readonly ExportSection[]> {
    const { reports, mail } = await this.reports.byReporter(address);
    return [
      {
        part: 'problem-reports',
        records: reports.map(({ id, certificateId, dueBy, decidedBy, version, ...report }) => report),
      },
      { part: 'mail', records: mail.map((record) => ({ ...record })) },
    ];
  }

  async erase(address: string): Promise<readonly ErasedSection[]> {
    const { reports, mail } = await this.reports.forgetReporter(address);
    return [
      { part: 'problem-reports', count: reports },
      { part: 'mail', count: mail },
    ];
  }

  private async change(
    selected: SelectedReports,
    verb: string,
    actor: Actor,
    changed: (report: ListedReport, now: Date) => ProblemReport,
    mail: 'acknowledged' | 'outcome' | null,
  ): Promise<void> {
    const now = this.clock.now();
    const seen = new Map(selected.map(({ id, version }) => [id, version]));
    const before = await this.reports.byIds([...seen.keys()]);
    if (before.length !== seen.size || before.some(({ id, version }) => seen.get(id) !== version)) {
      throw new ProblemReportChanged();
    }
    const changes = before.flatMap((one) => {
      const report = changed(one, now);
      if (report.version === one.version) return [];
      return [{ report, entry: entryOf(`problem-report.${verb}`, one, report, actor, now) }];
    });
    await this.reports.change(changes, mail);
  }
}

/** Without what the reporter wrote: the log can't be erased. */
function entryOf(action: string, before: ListedReport, after: ProblemReport, actor: Actor, at: Date): AuditEntry {
  return {
    at,
    actor,
    action,
    subject: `problem-report:${after.id}`,
    before: pick(before, ['outcome', 'sentence', 'version']),
    after: { certificate: before.certificate, ...pick(after, ['outcome', 'sentence', 'version']) },
  };
}
