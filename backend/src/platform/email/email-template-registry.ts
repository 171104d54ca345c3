import type { EmailMessage, EmailRenderer } from './email-message.js';

/** What becomes of a mail that was given up, for whoever keeps the standing of an address. Part of its transaction. */
export type DeliveryFailureListener = (payload: Readonly<Record<string, unknown>>, reason: string) => Promise<void>;

/** What mail is about, as a part of its payload, e.g. `{ certificateId }`. */
export type MailSubject = Readonly<Record<string, string | number>>;

/**
 * Finds what mail may be about, by what staff typed: a whole address, compared without case, a reference, or a name.
 * @param typed trimmed
 */
export type MailSubjectFinder = (typed: string) => Promise<readonly MailSubject[]>;

/** Where contexts say what they mail. Each registers its kinds while the application starts (`onModuleInit`). */
export abstract class EmailTemplates {
  /**
   * Says who writes mail of a kind, and what an example of it looks like.
   * @param description of the mail, for staff, e.g. `To a submitter: the certificate was published`
   * @param example for the preview; its data is invented
   */
  abstract register(kind: string, description: string, writer: EmailRenderer, example: () => EmailMessage): void;

  /** Says how to find the things that mail of this context is about. */
  abstract registerFinder(finder: MailSubjectFinder): void;

  /** Says who wants to know when a mail of a kind is given up; the reason is a word like `recipient-refused`. */
  abstract onDeliveryFailure(kind: string, listener: DeliveryFailureListener): void;
}

/** What is known about a kind of mail. */
export interface EmailTemplate {
  readonly kind: string;
  readonly description: string;
  readonly render: EmailRenderer;
  readonly example: () => EmailMessage;
}

export class EmailTemplateRegistry extends EmailTemplates {
  private readonly templates = new Map<string, EmailTemplate>();
  private readonly listeners = new Map<string, DeliveryFailureListener>();
  private readonly finders: MailSubjectFinder[] = [];

  register(find: string, description: string, writer: EmailRenderer, example: () => EmailMessage): void {
    if (this.templates.has(find)) throw new Error(`Two writers for mail of the kind "${find}"`);
    this.templates.set(find, { kind: find, description, render: writer, example });
  }

  registerFinder(finder: MailSubjectFinder): void {
    this.finders.push(finder);
  }

  async topics(typed: string): Promise<MailSubject[]> {
    return (await Promise.all(this.finders.map((find) => find(typed)))).flat();
  }

  onDeliveryFailure(kind: string, listener: DeliveryFailureListener): void {
    this.listeners.set(kind, listener);
  }

  /** By name. */
  all(): EmailTemplate[] {
    return [...this.templates.values()].toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
  }

  kind(kind: string): EmailTemplate | null {
    return this.templates.get(kind) ?? null;
  }

  async notifyDeliveryFailure(kind: string, payload: Readonly<Record<string, unknown>>, reason: string): Promise<void> {
    await this.listeners.get(kind)?.(payload, reason);
  }
}
