import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type ContactMessage, MessageChanged } from '../../../domain/contact/contact-message.js';
import { ContactRepository, type MessageCursor, type MessageQuery } from '../../../domain/contact/ports.js';
import type { AuditEntry } from '../../../domain/shared/audit.js';
import type { Page } from '../../../domain/shared/page.js';
import { appendToAuditLog } from '../../../platform/database/audit-log.js';
import { likeAnywhere } from '../../../platform/database/like.js';
import { newestPage } from '../../../platform/database/newest-page.js';
import { inTransaction, managerOf } from '../../../platform/database/transaction.js';
import { deleteMail, findMail } from '../../../platform/email/mail-about.js';
import { queueMail } from '../../../platform/email/outbox.js';
import { ReceiptLimit } from '../../../platform/email/receipt-limit.js';
import { contactMessageTable } from './contact-message.table.js';

const FOUND = `FROM contact_messages
  WHERE "standing" = $1 AND ($2::text IS NULL OR "topic" = $2)
    AND ($3::text IS NULL OR "reference" ILIKE $3 OR "name" ILIKE $3 OR "email" ILIKE $3 OR "message" ILIKE $3)`;

const mailOf = (messages: readonly Pick<ContactMessage, 'id'>[]) => ({
  kind: 'contact-message.',
  named: 'messageId',
  ids: messages.map(({ id }) => id),
});

@Injectable()
export class TypeOrmContactRepository extends ContactRepository {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly receipts: ReceiptLimit,
  ) {
    super();
  }

  async add(message: ContactMessage): Promise<void> {
    const { id, createdAt } = message;
    await inTransaction(this.database, async (manager) => {
      await manager.insert(contactMessageTable, message);
      const mail = { payload: { messageId: id }, createdAt };
      const receipt = { ...mail, kind: 'contact-message.received' };
      const toSender = await this.receipts.limited(manager, message.email, receipt);
      const toStaff = { ...mail, kind: 'contact-message.notice' };
      await queueMail(manager, toSender, toStaff);
    });
  }

  page({ standing, topic, search, limit, after }: MessageQuery): Promise<Page<ContactMessage, MessageCursor>> {
    const values = [standing, topic, search === null ? null : likeAnywhere(search)];
    const list = { found: FOUND, values, time: 'createdAt' } as const;
    return newestPage<ContactMessage, 'createdAt'>(managerOf(this.database), list, limit, after);
  }

  byId(id: string): Promise<ContactMessage | null> {
    return managerOf(this.database).findOneBy(contactMessageTable, { id });
  }

  async bySender(address: string) {
    const manager = managerOf(this.database);
    const messages = await manager.query<ContactMessage[]>(
      `SELECT * FROM contact_messages WHERE lower("email") = lower($1) ORDER BY "createdAt", "id"`,
      [address],
    );
    return { messages, mail: await findMail(manager, mailOf(messages)) };
  }

  removeBySender(address: string) {
    return inTransaction(this.database, async (manager) => {
      const [messages] = await manager.query<[{ id: string }[], number]>(
        `DELETE FROM contact_messages WHERE lower("email") = lower($1) RETURNING "id"`,
        [address],
      );
      return { messages: messages.length, mail: await deleteMail(manager, mailOf(messages)) };
    });
  }

  change(changed: ContactMessage, entry: AuditEntry): Promise<void> {
    const { id, standing, changedAt, changedBy, note, version } = changed;
    return inTransaction(this.database, async (manager) => {
      const { affected } = await manager.update(
        contactMessageTable,
        { id, version: version - 1 },
        { standing, changedAt, changedBy, note, version },
      );
      if (affected !== 1) throw new MessageChanged();
      await appendToAuditLog(manager, entry);
    });
  }
}
