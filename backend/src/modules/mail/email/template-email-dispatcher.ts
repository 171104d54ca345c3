import { Logger } from '@nestjs/common';
import { Post } from '../../../domain/mail/ports.js';
import type { PostOutcome, QueuedMail } from '../../../domain/mail/queued-mail.js';
import type { RegisteredLetters } from '../../../platform/email/email-template-registry.js';
import type { Mailer } from './mail-transport.js';

/** Has each letter written by the context that it belongs to, and hands it to the mailer. */
export class LetterPost extends Post {
  private readonly logger = new Logger('Mail');

  constructor(
    private readonly letters: RegisteredLetters,
    private readonly mailer: Mailer,
  ) {
    super();
  }

  kinds(): readonly string[] {
    return this.letters.kinds().map(({ kind }) => kind);
  }

  async deliver(mail: QueuedMail): Promise<PostOutcome> {
    const { id, kind, payload, messageId } = mail;
    const writer = this.letters.kind(kind)?.writer;
    if (!writer || messageId === null) throw new Error(`mail ${id} of the kind "${kind}" cannot be delivered`);
    try {
      const letter = await writer(payload);
      return letter ? await this.mailer.send(letter, messageId) : { result: 'not-needed' };
    } catch (error) {
      this.logger.error(`mail ${id}: could not write the email "${kind}": ${withoutAddresses(error)}`);
      return { result: 'failed', error: 'letter-failed' };
    }
  }

  async givenUp({ id, kind, payload, lastError }: QueuedMail): Promise<void> {
    const reason = lastError ?? 'unknown';
    this.logger.warn(`mail ${id}: gave up on the email "${kind}": ${reason}`);
    await this.letters.refused(kind, payload, reason);
  }
}

const withoutAddresses = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replace(/\S+@\S+/g, '(address)');
