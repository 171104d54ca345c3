import type { DataSource } from 'typeorm';
import { contactMessageTable } from '../../src/modules/contact/database/contact-message.table.js';
import { TypeOrmContactRepository } from '../../src/modules/contact/database/typeorm-contact.repository.js';
import { mailOutboxTable } from '../../src/platform/email/outbox.js';
import { ReceiptLimit } from '../../src/platform/email/receipt-limit.js';
import { NOW } from '../support/builders.js';
import { InMemoryContactRepository } from '../support/in-memory-contact-repository.js';
import {
  aMessage,
  describeContactLists,
  describeContactRepository,
  type OpenContact,
} from './contact-repository.contract.js';
import { auditLogOf, databaseOfThisFile, refusalOf } from './open-database.js';

const NO_LIMIT = new ReceiptLimit({ cookieSecret: '', rateLimitDisabled: true });

async function inMemory(): Promise<OpenContact> {
  const messages = new InMemoryContactRepository();
  return {
    messages,
    stored: async () => messages.stored(),
    announced: async () => messages.announced(),
    audit: async () => messages.audit,
  };
}

const database = databaseOfThisFile();

/** In the order in which they were written, which the outbox numbers. */
const queued = (opened: DataSource) => opened.manager.find(mailOutboxTable, { order: { id: 'ASC' } });

async function inPostgres(): Promise<OpenContact> {
  const opened = await database();
  const toSenders = async () => (await queued(opened)).filter(({ kind }) => kind === 'contact-message.received');
  const announced = async () => (await toSenders()).map(({ payload }) => String(payload.messageId));
  return {
    messages: new TypeOrmContactRepository(opened, NO_LIMIT),
    stored: async () => {
      const order = await announced();
      const stored = await opened.manager.find(contactMessageTable);
      return stored.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
    },
    announced,
    audit: () => auditLogOf(opened),
  };
}

describeContactRepository('memory', inMemory);
describeContactRepository('PostgreSQL', inPostgres);
describeContactLists('PostgreSQL', inPostgres);

describe('the outbox', () => {
  let opened: DataSource;
  let messages: TypeOrmContactRepository;
  beforeEach(async () => {
    opened = await database();
    messages = new TypeOrmContactRepository(opened, NO_LIMIT);
  });

  it('names the message and copies nothing of it', async () => {
    const message = aMessage();
    await messages.add(message);
    const named = { payload: { messageId: message.id }, createdAt: NOW };
    expect(await queued(opened)).toEqual([
      expect.objectContaining({ kind: 'contact-message.received', ...named }),
      expect.objectContaining({ kind: 'contact-message.notice', ...named }),
    ]);
  });

  it('takes mail in the transaction of the message: without the mail there is no message', async () => {
    await opened.query(`ALTER TABLE mail_outbox ADD CONSTRAINT "full" CHECK (false)`);
    try {
      await expect(messages.add(aMessage())).rejects.toThrow(/full/);
      expect(await opened.manager.count(contactMessageTable)).toBe(0);
    } finally {
      await opened.query(`ALTER TABLE mail_outbox DROP CONSTRAINT "full"`);
    }
  });
});

it('the table refuses by itself what cannot be', async () => {
  const opened = await database();
  await new TypeOrmContactRepository(opened, NO_LIMIT).add(aMessage());
  for (const [change, constraint] of [
    [`topic = 'praise'`, 'contact_messages_topic_check'],
    [`message = 'too short'`, 'contact_messages_message_check'],
    [`message = repeat('a', 4001)`, 'contact_messages_message_check'],
    [`standing = 'waiting'`, 'contact_messages_standing_check'],
    [`note = ''`, 'contact_messages_note_check'],
  ] as const) {
    const refusal = await refusalOf(opened, `UPDATE contact_messages SET ${change}`);
    expect([change, refusal]).toEqual([change, expect.stringContaining(constraint)]);
  }
});
