import type { Actor, AuditEntry } from '../../shared/audit.js';
import { DomainError, domainError, type FieldError, InvalidInput } from '../../shared/domain-error.js';
import { longDay } from '../../shared/long-day.js';
import { foldSpaces, nameKey } from '../../shared/name-key.js';
import { pick } from '../../shared/pick.js';
import { publicTextErrors } from '../../shared/public-text.js';
import { utcDay } from '../../shared/utc-day.js';
import type { Certificate } from './certificate.js';

/** What a source says of a laboratory. */
export const INCIDENT_KINDS = ['suspended', 'accreditation_lost', 'out_of_scope', 'in_question'] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

/** `cleared`: it is over. `retracted`: opening it was our mistake, such as for the wrong laboratory. */
export const INCIDENT_STATES = ['open', 'cleared', 'retracted'] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];

/** Certificates of a laboratory by the day of their test, `YYYY-MM-DD`. */
export interface IncidentWindow {
  /** As certificates name it. */
  readonly labName: string;
  readonly testedFrom: string;
  /** The last day; null while the end is not known. */
  readonly testedTo: string | null;
}

/** What is published of an incident with each certificate that it covers. */
export interface IncidentNotice extends IncidentWindow {
  readonly id: string;
  readonly kind: IncidentKind;
  /** Who says so, such as an authority. */
  readonly sourceName: string;
  readonly sourceUrl: string;
  /** The day of the source, `YYYY-MM-DD`. */
  readonly sourceDate: string;
  /** What it means, in our words. */
  readonly statement: string;
}

/** Something that makes the results of a laboratory doubtful. Its history is public, and nothing of it is deleted. */
export interface LabIncident extends IncidentNotice {
  /** {@link nameKey} of the laboratory's name. */
  readonly labKey: string;
  readonly state: IncidentState;
  readonly openedAt: Date;
  /** Name of the staff member; for staff only, like `endedBy`. */
  readonly openedBy: string;
  readonly endedAt: Date | null;
  readonly endedBy: string | null;
  /** Why it was cleared or retracted. Public. */
  readonly endReason: string | null;
  /** Optimistic lock. */
  readonly version: number;
}

/** What staff enter. */
export type IncidentDraft = Omit<IncidentNotice, 'id'>;

export const STATEMENT_MAX = 300;
export const SOURCE_NAME_MAX = 120;

export class IncidentNotFound extends domainError(
  'not-found',
  'lab-incident-not-found',
  "We couldn't find this incident. Reload the list.",
) {}

/** The same notice about the same laboratory is open already. */
export class IncidentAlreadyOpen extends DomainError {
  constructor({ labName }: Pick<IncidentWindow, 'labName'>) {
    super(
      'conflict',
      'lab-incident-already-open',
      `An incident of this kind that begins on the same day is already open for ${labName}. Reload the list.`,
    );
  }
}

export class IncidentEnded extends domainError(
  'conflict',
  'lab-incident-ended',
  'This incident has already ended. Reload the list to see how.',
) {}

/** It covers more or fewer certificates than the person confirmed. */
export class IncidentCountChanged extends DomainError {
  constructor(now: number) {
    const certificates = now === 1 ? '1 published certificate' : `${now} published certificates`;
    super(
      'conflict',
      'lab-incident-count-changed',
      `It would now cover ${certificates}, not the number you confirmed. Check the laboratory and the days again.`,
    );
  }
}

/** @throws InvalidInput */
export function openIncident(draft: IncidentDraft, id: string, now: Date, { name }: Actor): LabIncident {
  const wrong = [
    ...windowErrors(draft, utcDay(now)),
    ...(draft.sourceDate > utcDay(now)
      ? [{ field: 'sourceDate', message: 'The source cannot be from the future' }]
      : []),
    ...(draft.sourceUrl.toLowerCase().startsWith('https://')
      ? []
      : [{ field: 'sourceUrl', message: 'Source link must start with https://' }]),
    ...publicTextErrors('labName', draft.labName),
    ...publicTextErrors('statement', draft.statement),
    ...publicTextErrors('sourceName', draft.sourceName),
  ];
  if (wrong.length > 0) throw new InvalidInput(wrong);
  return {
    ...draft,
    labName: foldSpaces(draft.labName),
    statement: /[.?]$/.test(draft.statement) ? draft.statement : `${draft.statement}.`,
    labKey: nameKey(draft.labName),
    id,
    state: 'open',
    openedAt: now,
    openedBy: name,
    endedAt: null,
    endedBy: null,
    endReason: null,
    version: 1,
  };
}

/** @throws IncidentEnded, InvalidInput */
export function endIncident(
  incident: LabIncident,
  state: Exclude<IncidentState, 'open'>,
  reason: string,
  now: Date,
  { name }: Actor,
): LabIncident {
  if (incident.state !== 'open') throw new IncidentEnded();
  const wrong = publicTextErrors('reason', reason);
  if (wrong.length > 0) throw new InvalidInput(wrong);
  return { ...incident, state, endedAt: now, endedBy: name, endReason: reason, version: incident.version + 1 };
}

/** For the audit log. */
export function incidentEntry(
  action: string,
  incident: LabIncident,
  before: LabIncident | null,
  actor: Actor,
  at: Date,
) {
  const entry: AuditEntry = {
    at,
    actor,
    action,
    subject: `lab-incident:${incident.id}`,
    before: before && pick(before, ['state', 'version']),
    after: { ...incident },
  };
  return entry;
}

/** @param today `YYYY-MM-DD` */
export function windowErrors({ labName, testedFrom, testedTo }: IncidentWindow, today: string): readonly FieldError[] {
  if (nameKey(labName) === '') return [{ field: 'labName', message: 'Laboratory is required' }];
  if (testedFrom > today) return [{ field: 'testedFrom', message: 'The first test day cannot be in the future' }];
  if (testedTo === null || testedTo >= testedFrom) return [];
  return [{ field: 'testedTo', message: 'The last test day cannot be before the first' }];
}

type Tested = Pick<Certificate, 'testDate' | 'sample'>;

/**
 * Whether the test was in the window on any day from the first to the last that are printed for it. SQL has the same rule:
 * `testedWithin`.
 */
export function covers({ testedFrom, testedTo }: IncidentWindow, { testDate, sample }: Tested): boolean {
  const other = sample?.testedOn ?? testDate;
  const [first, last] = testDate < other ? [testDate, other] : [other, testDate];
  return last >= testedFrom && (testedTo === null || first <= testedTo);
}

/** @param incidents of its laboratory */
export const openIncidentsOn = (certificate: Tested, incidents: readonly LabIncident[]): readonly LabIncident[] =>
  incidents.filter((incident) => incident.state === 'open' && covers(incident, certificate));

const KIND_WORDS: Readonly<Record<IncidentKind, string>> = {
  suspended: 'was suspended',
  accreditation_lost: 'lost its accreditation',
  out_of_scope: 'was not accredited for these tests',
  in_question: 'reported results that are in question',
};

/** The notice as a certificate carries it: who says what of the laboratory, for which tests, and what that means. */
export function noticeSentence(incident: Omit<IncidentNotice, 'id' | 'sourceUrl'>): string {
  const { labName, kind, sourceName, sourceDate, statement } = incident;
  const said = `${sourceName} (${longDay(sourceDate)}) says that ${labName} ${KIND_WORDS[kind]}`;
  return `Notice about the laboratory. ${said}. It is about ${testsIn(incident)}. ${statement}`;
}

function testsIn({ testedFrom, testedTo }: Pick<IncidentWindow, 'testedFrom' | 'testedTo'>): string {
  if (testedTo === null) return `tests from ${longDay(testedFrom)} on`;
  if (testedTo === testedFrom) return `tests of ${longDay(testedFrom)}`;
  return `tests from ${longDay(testedFrom)} to ${longDay(testedTo)}`;
}
