import type { Letter, LetterWriter } from './email-message.js';

/** What becomes of a mail that was given up, for whoever keeps the standing of an address. Part of its transaction. */
export type RefusalListener = (payload: Readonly<Record<string, unknown>>, reason: string) => Promise<void>;

/** What mail is about, as a part of its payload, e.g. `{ certificateId }`. */
export type MailTopic = Readonly<Record<string, string | number>>;

/**
 * Finds what mail may be about, by what staff typed: a whole address, compared without case, a reference, or a name.
 * @param typed trimmed
 */
export type MailFinder = (typed: string) => Promise<readonly MailTopic[]>;

/** Where contexts say what they mail. Each registers its kinds while the application starts (`onModuleInit`). */
export abstract class Mailroom {
  /**
   * Says who writes mail of a kind, and what an example of it looks like.
   * @param description of the mail, for staff, e.g. `To a submitter: the certificate was published`
   * @param example for the preview; its data is invented
   */
  abstract register(kind: string, description: string, writer: LetterWriter, example: () => Letter): void;

  /** Says how to find the things that mail of this context is about. */
  abstract registerFinder(finder: MailFinder): void;

  /** Says who wants to know when a mail of a kind is given up; the reason is a word like `recipient-refused`. */
  abstract whenRefused(kind: string, listener: RefusalListener): void;
}

/** What is known about a kind of mail. */
export interface LetterKind {
  readonly kind: string;
  readonly description: string;
  readonly writer: LetterWriter;
  readonly example: () => Letter;
}

export class RegisteredLetters extends Mailroom {
  private readonly known = new Map<string, LetterKind>();
  private readonly listeners = new Map<string, RefusalListener>();
  private readonly finders: MailFinder[] = [];

  register(kind: string, description: string, writer: LetterWriter, example: () => Letter): void {
    if (this.known.has(kind)) throw new Error(`Two writers for mail of the kind "${kind}"`);
    this.known.set(kind, { kind, description, writer, example });
  }

  registerFinder(finder: MailFinder): void {
    this.finders.push(finder);
  }

  async topics(typed: string): Promise<MailTopic[]> {
    return (await Promise.all(this.finders.map((find) => find(typed)))).flat();
  }

  whenRefused(kind: string, listener: RefusalListener): void {
    this.listeners.set(kind, listener);
  }

  /** By name. */
  kinds(): LetterKind[] {
    return [...this.known.values()].toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
  }

  kind(kind: string): LetterKind | null {
    return this.known.get(kind) ?? null;
  }

  async refused(kind: string, payload: Readonly<Record<string, unknown>>, reason: string): Promise<void> {
    await this.listeners.get(kind)?.(payload, reason);
  }
}
