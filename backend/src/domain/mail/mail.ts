import type { Actor, AuditEntry } from '../shared/audit.js';
import type { Page } from '../shared/page.js';
import { Clock, Transactions } from '../shared/ports.js';
import { type MailCounts, type MailCursor, type MailQuery, MailQueue } from './ports.js';
import { close, MailNotFound, type QueuedMail, sendAgain } from './queued-mail.js';

/** What staff see of the mail, and decide about it. */
export class MailDesk {
  constructor(
    private readonly queue: MailQueue,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  counts(): Promise<MailCounts> {
    return this.queue.counts();
  }

  page(query: MailQuery): Promise<Page<QueuedMail, MailCursor>> {
    return this.queue.page(query);
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
      const before = this.found(await this.queue.toChange(id));
      const at = this.clock.now();
      const after = rule(before, at);
      const entry = { at, actor, action, subject: `mail:${id}`, before: logged(before), after: logged(after) };
      await this.queue.change(after, entry);
      return after;
    });
  }

  private found(mail: QueuedMail | null): QueuedMail {
    if (!mail) throw new MailNotFound();
    return mail;
  }
}

const logged = ({ kind, state, attempts, lastError }: QueuedMail): AuditEntry['before'] => ({
  kind,
  state,
  attempts,
  lastError,
});
