import type { Actor, AuditEntry } from '../shared/audit.js';
import type { Page } from '../shared/page.js';
import { Clock, Transactions } from '../shared/ports.js';
import { type MailCounts, type MailCursor, MailQueue, MailSearch } from './ports.js';
import { close, MAIL_STATES, MailNotFound, type MailState, type QueuedMail, sendAgain } from './queued-mail.js';

export const MAIL_SELECTIONS = ['open', 'all', ...MAIL_STATES] as const;
/** `open`: what waits, is being sent or retried, or has failed and needs a person. */
export type MailSelection = (typeof MAIL_SELECTIONS)[number];

const SELECTED: Record<MailSelection, readonly MailState[]> = {
  open: ['waiting', 'dead'],
  all: MAIL_STATES,
  waiting: ['waiting'],
  sent: ['sent'],
  dead: ['dead'],
  closed: ['closed'],
  'not-needed': ['not-needed'],
};

/** A page of the email list, as staff filter it. */
export interface MailListRequest {
  readonly selection: MailSelection;
  readonly search?: string;
  readonly limit: number;
  readonly after: MailCursor | null;
}

/** Lists queued and sent email for staff, who can send it again or close it. */
export class MailAdmin {
  constructor(
    private readonly queue: MailQueue,
    private readonly search: MailSearch,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  counts(): Promise<MailCounts> {
    return this.queue.counts();
  }

  /** Newest first. */
  async page({ selection, search, limit, after }: MailListRequest): Promise<Page<QueuedMail, MailCursor>> {
    const states = SELECTED[selection];
    const typed = search?.trim();
    if (!typed) return this.queue.page({ states, match: null, limit, after });
    const match = await this.search.find(typed);
    return this.queue.page({ states, match, limit, after });
  }

  async mail(id: string): Promise<QueuedMail> {
    return this.found(await this.queue.byId(id));
  }

  sendAgain(id: string, actor: Actor): Promise<QueuedMail> {
    return this.decide(id, 'mail.sent-again', sendAgain, actor);
  }

  close(id: string, actor: Actor): Promise<QueuedMail> {
    return this.decide(id, 'mail.closed', close, actor);
  }

  private decide(
    id: string,
    action: string,
    rule: (mail: QueuedMail, now: Date) => QueuedMail,
    actor: Actor,
  ): Promise<QueuedMail> {
    return this.transactions.run(async () => {
      const before = this.found(await this.queue.byIdForUpdate(id));
      const at = this.clock.now();
      const after = rule(before, at);
      const entry = {
        at,
        actor,
        action,
        subject: `mail:${id}`,
        before: auditFields(before),
        after: auditFields(after),
      };
      await this.queue.saveDecision(after, entry);
      return after;
    });
  }

  private found(mail: QueuedMail | null): QueuedMail {
    if (!mail) throw new MailNotFound();
    return mail;
  }
}

const auditFields = ({ kind, state, attempts, lastError }: QueuedMail): AuditEntry['before'] => ({
  kind,
  state,
  attempts,
  lastError,
});
