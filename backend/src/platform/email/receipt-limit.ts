import { createHmac, hkdfSync } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DAY_MS } from '../../domain/shared/durations.js';
import { CONFIG, type Config } from '../config.js';
import { countRequest } from '../database/request-counts.js';
import type { OutgoingMail } from './outbox.js';

/** Automatic receipts to one address in a day: more than a person sends by hand, too few to fill a stranger's mailbox. */
const RECEIPTS_A_DAY = 10;

/**
 * Receipts go to an unconfirmed address. Beyond the limit they are noted as not needed instead of sent, in
 * the same time and with the same answer, so that the sender can't learn what else was sent to that address.
 */
@Injectable()
export class ReceiptLimit {
  private readonly key: Uint8Array;
  private readonly isOff: boolean;

  constructor(@Inject(CONFIG) { cookieSecret, rateLimitDisabled }: Pick<Config, 'cookieSecret' | 'rateLimitDisabled'>) {
    this.key = new Uint8Array(hkdfSync('sha256', cookieSecret, '', 'receipt counts', 32));
    this.isOff = rateLimitDisabled;
  }

  /** The receipt as it must be queued. Counted over all instances, as part of the transaction of the manager. */
  async limited(manager: EntityManager, address: string, receipt: OutgoingMail): Promise<OutgoingMail> {
    if (this.isOff) return receipt;
    // A copy of the database must not reveal addresses in the counts.
    const digest = createHmac('sha256', this.key).update(mailboxOf(address)).digest();
    const { count } = await countRequest(manager, digest, DAY_MS);
    return count > RECEIPTS_A_DAY ? { ...receipt, isNotNeeded: true } : receipt;
  }
}

/** Where dots in a name change nothing, and both names lead to one mailbox. */
const GMAIL = /^(gmail|googlemail)\.com$/;

/**
 * The mailbox that an address leads to, as far as can be told: in lower case, without what follows a plus sign. Two people
 * who share it by that rule share the limit, and nothing else.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = domainToASCII(address.slice(at + 1)) || address.slice(at + 1).toLowerCase();
  const [name = ''] = address.slice(0, at).normalize('NFKC').toLowerCase().split('+');
  return GMAIL.test(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}
