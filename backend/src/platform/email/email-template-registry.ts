import type { EmailMessage, EmailRenderer } from './email-message.js';

/** Called in the same transaction when delivery of an email is given up. */
type DeliveryFailureListener = (payload: Readonly<Record<string, unknown>>, reason: string) => Promise<void>;

/** Part of an email's payload that names its subject, e.g. `{ certificateId }`. */
export type MailSubject = Readonly<Record<string, string | number>>;

/**
 * Finds subjects of emails by search text of staff: a whole address (case-insensitive), a reference, or a name.
 * @param typed trimmed
 */
type MailSubjectFinder = (typed: string) => Promise<readonly MailSubject[]>;

/** A registered kind of email. */
export interface EmailTemplate {
  readonly kind: string;
  readonly description: string;
  readonly render: EmailRenderer;
  readonly example: () => EmailMessage;
}

/** Where contexts register their email templates while the application starts. */
export class EmailTemplateRegistry {
  private readonly templates = new Map<string, EmailTemplate>();
  private readonly listeners = new Map<string, DeliveryFailureListener>();
  private readonly finders: MailSubjectFinder[] = [];

  /**
   * Registers the template of a kind of email, with an example.
   * @param description of the mail, for staff, e.g. `To a submitter: the certificate was published`
   * @param example for the preview; its data is invented
   */
  register(kind: string, description: string, render: EmailRenderer, example: () => EmailMessage): void {
    if (this.templates.has(kind)) throw new Error(`Two templates for mail of the kind "${kind}"`);
    this.templates.set(kind, { kind, description, render, example });
  }

  /** Registers a search for the payloads of a context's emails. */
  registerFinder(finder: MailSubjectFinder): void {
    this.finders.push(finder);
  }

  async topics(typed: string): Promise<MailSubject[]> {
    return (await Promise.all(this.finders.map((find) => find(typed)))).flat();
  }

  /** Registers a listener for emails of a kind that are given up; the reason is a word like `recipient-refused`. */
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
