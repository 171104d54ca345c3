import type { AuditEntry } from '../shared/audit.js';
import type { Page } from '../shared/page.js';
import type { ChangeContent, ChangeKind, ReferenceChange } from './reference-change.js';

/** Where a page of certificates begins: the last one of the page before. */
export interface PrintedNamesCursor {
  readonly publishedAt: Date;
  readonly id: string;
}

/** A name that certificates print, and how many of the examined ones do. */
export interface PrintedName {
  /** As printed. */
  readonly name: string;
  readonly panel: string;
  /** Published certificates with it. */
  readonly published: number;
  /** Submissions with it that wait for review. */
  readonly waiting: number;
  /** An example among published certificates; null if only submissions print it. */
  readonly exampleReference: string | null;
  /** An example among submissions; null if only published certificates print it. */
  readonly exampleSubmission: string | null;
}

/** What the newest certificates before a cursor print. */
export interface PrintedNamesPart {
  readonly names: readonly PrintedName[];
  /** Published certificates that were examined. */
  readonly published: number;
  /** Submissions that were examined. */
  readonly waiting: number;
  /** Null when there are no older certificates. */
  readonly next: PrintedNamesCursor | null;
}

export type ChangeCursor = Pick<ReferenceChange, 'proposedAt' | 'id'>;

export interface ChangeQuery {
  /** Whether they wait for a second person, or were decided. */
  readonly isOpen: boolean;
  readonly limit: number;
  readonly after: ChangeCursor | null;
}

/** Stores proposed changes and their outcomes. */
export abstract class ReferenceChangeRepository {
  /** Newest first. */
  abstract page(query: ChangeQuery): Promise<Page<ReferenceChange, ChangeCursor>>;

  abstract byId(id: string): Promise<ReferenceChange | null>;

  /** Those of one kind that wait for a second person. */
  abstract open(kind: ChangeKind): Promise<readonly ReferenceChange[]>;

  /** In the order of confirmation. */
  abstract confirmed(): Promise<readonly ReferenceChange[]>;

  /** Stores a proposal and its audit entry in one transaction. @throws ChangeAlreadyProposed */
  abstract add(change: ReferenceChange, entry: AuditEntry): Promise<void>;

  /**
   * Stores a decision and its audit entry in one transaction.
   * @throws ChangeAlreadyDecided if the stored version is not the one before
   */
  abstract decide(change: ReferenceChange, entry: AuditEntry): Promise<void>;

  /** Which names certificates print. The first part includes the submissions that wait. */
  abstract printedNames(after: PrintedNamesCursor | null): Promise<PrintedNamesPart>;

  /** Whether one person made or reset the account of another since then. */
  abstract hasMadeAccount(makerId: string, accountId: string, since: Date): Promise<boolean>;

  /** Confirmations wait for each other until their transactions end, so that each is checked against all before it. */
  abstract lockConfirmations(): Promise<void>;
}

/** The vocabulary and the rules: the files, with the confirmed changes on top. */
export abstract class ReferenceData {
  /**
   * Checks a change against the files and the confirmed changes.
   * @param today `YYYY-MM-DD`
   * @throws DomainError that says why it does not fit
   */
  abstract check(content: ChangeContent, confirmed: readonly ReferenceChange[], today: string): void;

  /** From now on, every page and call of this process reads the files with these changes. */
  abstract apply(confirmed: readonly ReferenceChange[]): void;

  /** Whether a printed name means an analyte, or could mean several, so that there is nothing to explain. */
  abstract isSettled(name: string, panel: string): boolean;

  /** Reads the edition of a rule that staff wrote. @throws InvalidInput, RuleNotFound, RuleAlreadyKnown */
  abstract readEdition(draft: EditionDraft): ChangeContent;

  /** The edition before, for comparison; null where there is none. */
  abstract predecessorOf(content: ChangeContent): Readonly<Record<string, unknown>> | null;
}

/** A new edition of a rule as staff write it. */
export interface EditionDraft {
  readonly ruleId: string;
  /** The edition that the person read; 0 for a new rule. */
  readonly basedOn: number;
  readonly reason: string;
  readonly readOn: string;
  readonly rereadBy: string;
  /** The other fields of the edition. */
  readonly content: Readonly<Record<string, unknown>>;
}
