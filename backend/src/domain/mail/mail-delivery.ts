import { Clock, Transactions } from '../shared/ports.js';
import { leaseUntil } from '../shared/retry-policy.js';
import { EmailDispatcher, MailQueue } from './ports.js';
import { afterAttempt, LEASE_SECONDS, type QueuedMail, RETENTION_DAYS, type SendResult } from './queued-mail.js';

const DAY_MS = 86_400_000;

/** Empties the queue. */
export class MailDelivery {
  constructor(
    private readonly queue: MailQueue,
    private readonly dispatcher: EmailDispatcher,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Mail that is due, which is the caller's to send now. */
  claim(limit: number): Promise<readonly QueuedMail[]> {
    const now = this.clock.now();
    return this.queue.claim(limit, this.dispatcher.kinds(), now, leaseUntil(now, LEASE_SECONDS));
  }

  attempt(mail: QueuedMail): Promise<SendResult> {
    return this.dispatcher.send(mail);
  }

  /** One statement where it was sent: the less there is between acceptance and this note, the less is sent twice. */
  async completeAttempt(mail: QueuedMail, outcome: SendResult): Promise<void> {
    const after = afterAttempt(mail, outcome, this.clock.now());
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

  /** Kinds of waiting mail that nobody writes. */
  unknownKinds(): Promise<readonly string[]> {
    return this.queue.otherKinds(this.dispatcher.kinds());
  }
}
