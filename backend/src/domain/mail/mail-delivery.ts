import { DAY_MS } from '../shared/durations.js';
import { Clock, Transactions } from '../shared/ports.js';
import { leaseUntil } from '../shared/retry-policy.js';
import { EmailDispatcher, MailQueue } from './ports.js';
import { afterAttempt, LEASE_SECONDS, type QueuedMail, RETENTION_DAYS, type SendResult } from './queued-mail.js';

/** Sends queued email. */
export class MailDelivery {
  constructor(
    private readonly queue: MailQueue,
    private readonly dispatcher: EmailDispatcher,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Leases due email to the caller, who sends it with {@link attempt} and then calls {@link completeAttempt}. */
  claim(limit: number): Promise<readonly QueuedMail[]> {
    const now = this.clock.now();
    return this.queue.claim(limit, this.dispatcher.kinds(), now, leaseUntil(now, LEASE_SECONDS));
  }

  attempt(mail: QueuedMail): Promise<SendResult> {
    return this.dispatcher.send(mail);
  }

  /**
   * Saves the result. When the email was sent, that is one statement: the shorter the time between the mail server's
   * acceptance and the commit, the fewer emails a crash sends twice.
   */
  async completeAttempt(mail: QueuedMail, result: SendResult): Promise<void> {
    const after = afterAttempt(mail, result, this.clock.now());
    if (after.state !== 'dead') {
      await this.queue.completeAttempt(after, mail.leasedUntil);
      return;
    }
    await this.transactions.run(async () => {
      if (await this.queue.completeAttempt(after, mail.leasedUntil)) await this.dispatcher.notifyGivenUp(after);
    });
  }

  purge(): Promise<number> {
    return this.queue.purge(new Date(this.clock.now().getTime() - RETENTION_DAYS * DAY_MS));
  }

  /** Kinds of waiting email without a template. */
  unknownKinds(): Promise<readonly string[]> {
    return this.queue.unknownKinds(this.dispatcher.kinds());
  }
}
