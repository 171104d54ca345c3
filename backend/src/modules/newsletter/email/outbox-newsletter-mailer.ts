import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { NewsletterMailer, type Recipient } from '../../../domain/newsletter/ports.js';
import { AesGcmCipher } from '../../../platform/crypto/aes-gcm-cipher.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { queueMail } from '../../../platform/email/outbox.js';
import { ReceiptLimit } from '../../../platform/email/receipt-limit.js';

export const KINDS = {
  welcome: 'newsletter.welcome',
  confirmation: 'newsletter.confirmation',
  issue: 'newsletter.issue',
  test: 'newsletter.test',
  confirmFollow: 'newsletter.confirm-follow',
  news: 'newsletter.news',
} as const;

/** By this key the repository finds the result of a recipient's email. */
const causeOf = (issueId: string, { subscriptionId, round }: Recipient) => `${issueId}/${subscriptionId}/${round}`;

/** Queues email that refers to a subscription by its ID, not by its address. */
@Injectable()
export class OutboxNewsletterMailer extends NewsletterMailer {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    /** Encrypts the address of a test, which need not be a subscription. */
    private readonly cipher: AesGcmCipher,
    private readonly receipts: ReceiptLimit,
  ) {
    super();
  }

  welcome(subscriptionId: number, at: Date): Promise<void> {
    return this.queue(KINDS.welcome, { subscriptionId }, at);
  }

  requestConfirmation(subscriptionId: number, at: Date): Promise<void> {
    return this.queue(KINDS.confirmation, { subscriptionId }, at);
  }

  confirmFollow(followerId: number, email: string, createdAt: Date): Promise<void> {
    const mail = { kind: KINDS.confirmFollow, payload: { followerId }, createdAt };
    // An email to no one counts too, against no mailbox: the same statements run for every address.
    const counted = followerId === 0 ? `none:${email}` : email;
    return inTransaction(this.database, async (manager) =>
      queueMail(manager, await this.receipts.limited(manager, counted, mail)),
    );
  }

  issue(issueId: string, recipients: readonly Recipient[], createdAt: Date): Promise<void> {
    const mails = recipients.map(({ subscriptionId, round }) => ({
      kind: KINDS.issue,
      payload: { issueId, subscriptionId },
      createdAt,
      cause: causeOf(issueId, { subscriptionId, round }),
    }));
    return inTransaction(this.database, (manager) => queueMail(manager, ...mails));
  }

  test(issueId: string, email: string, at: Date): Promise<void> {
    return this.queue(KINDS.test, { issueId, to: this.cipher.encrypt(email) }, at);
  }

  private queue(kind: string, payload: Readonly<Record<string, unknown>>, createdAt: Date): Promise<void> {
    return inTransaction(this.database, (manager) => queueMail(manager, { kind, payload, createdAt }));
  }
}
