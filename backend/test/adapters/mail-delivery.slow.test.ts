import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { MailDelivery } from '../../src/domain/mail/mail-delivery.js';
import { TypeOrmMailQueue } from '../../src/modules/mail/database/typeorm-mail-queue.js';
import { FileTransport } from '../../src/modules/mail/email/file-transport.js';
import type { MailTransport } from '../../src/modules/mail/email/mail-transport.js';
import { SmtpTransport } from '../../src/modules/mail/email/smtp-transport.js';
import { TemplateEmailDispatcher } from '../../src/modules/mail/email/template-email-dispatcher.js';
import { mailQueue } from '../../src/modules/mail/jobs/mail-worker.js';
import { TypeOrmTransactions } from '../../src/platform/database/transaction.js';
import type { EmailRenderer } from '../../src/platform/email/email-message.js';
import { EmailTemplateRegistry } from '../../src/platform/email/email-template-registry.js';
import { type MailRow, mailOutboxTable, mailWakeSignal, queueMail } from '../../src/platform/email/outbox.js';
import { WakeSignal } from '../../src/platform/queue/wake-signal.js';
import { Worker } from '../../src/platform/queue/worker.js';
import { NOW } from '../support/builders.js';
import { anEmail } from '../support/email-in-folder.js';
import { StoppedClock } from '../support/in-memory-clock-and-ids.js';
import { refusal, SmtpReceiver } from '../support/smtp-receiver.js';
import { until } from '../support/until.js';
import { databaseOfThisFile } from './open-database.js';

/** The queue, the real mail server and the worker between them. Only the clock stands still. */
const HOST = 'clearbatch.example';
const FROM = { name: 'ClearBatch', address: `no-reply@${HOST}` };
const KIND = 'submission.received';

const emptyDatabase = databaseOfThisFile();

let database: DataSource;
let receiver: SmtpReceiver;
let clock: StoppedClock;
let emails: EmailTemplateRegistry;
let write: EmailRenderer;
let running: Process[];
let logged: string[];

beforeEach(async () => {
  logged = [];
  const log = (line: unknown) => void logged.push(String(line));
  Logger.overrideLogger({ log, warn: log, error: log });
  database = await emptyDatabase();
  receiver = await SmtpReceiver.open();
  clock = new StoppedClock();
  write = async ({ person }) => anEmail({ to: `${person}@submitter.example` });
  emails = new EmailTemplateRegistry();
  emails.register(KIND, 'To a submitter: received', (payload) => write(payload), anEmail);
  running = [];
});
afterEach(async () => {
  for (const process of running) await process.stop();
  await receiver.close();
  expect(logged.filter((line) => line.includes('@'))).toEqual([]);
});

interface Process {
  readonly sending: MailDelivery;
  readonly stop: () => Promise<void>;
  /** As if the machine had been switched off: what was sent is not noted. */
  readonly die: () => void;
}

/** One process of the application, as far as mail goes. */
function begin({
  mailer = new SmtpTransport(receiver.url, FROM) as MailTransport,
  bell: wakeSignal = mailWakeSignal(database),
} = {}): Process {
  const queue = new TypeOrmMailQueue(database, HOST);
  const sending = new MailDelivery(
    queue,
    new TemplateEmailDispatcher(emails, mailer),
    new TypeOrmTransactions(database),
    clock,
  );
  const worker = new Worker(mailQueue(sending, mailer, wakeSignal, 50));
  worker.start();
  const process = {
    sending,
    stop: () => worker.stop(),
    die: () => {
      queue.completeAttempt = async () => true;
    },
  };
  running.push(process);
  return process;
}

const queue = (...people: string[]) =>
  queueMail(database.manager, ...people.map((person) => ({ kind: KIND, payload: { person }, createdAt: clock.now() })));

const rows = (): Promise<MailRow[]> => database.manager.find(mailOutboxTable, { order: { id: 'ASC' } });
const states = async () => (await rows()).map(({ state }) => state);
const areAll = (state: string) => async () => (await states()).every((one) => one === state);
const people = () => receiver.received.flatMap(({ to }) => to).map((to) => to.replace('@submitter.example', ''));

it('mail goes out, once, and is noted as sent', async () => {
  begin();
  await queue('a', 'b');
  await until('both are noted', areAll('sent'));
  expect(people().toSorted()).toEqual(['a', 'b']);
  expect(await rows()).toMatchObject([
    { attempts: 1, lastError: null, leasedUntil: null, finishedAt: NOW },
    { attempts: 1, lastError: null, leasedUntil: null, finishedAt: NOW },
  ]);
});

it('1,000 mails go out once each, by two workers, through a restart in the middle', async () => {
  const everybody = Array.from({ length: 1000 }, (_, n) => `person-${n}`);
  await queue(...everybody);
  const first = begin({ bell: new WakeSignal() });
  begin();
  await until('some are sent', async () => receiver.received.length > 100);
  await first.stop();
  begin({ bell: new WakeSignal() });
  const waiting = () => database.manager.countBy(mailOutboxTable, { state: 'waiting' });
  await until('all are noted', async () => (await waiting()) === 0);
  expect(people().toSorted()).toEqual(everybody.toSorted());
  expect(await areAll('sent')()).toBe(true);
});

it('a process that dies between acceptance and note sends again when its lease ends, under the same message id', async () => {
  const dying = begin({ bell: new WakeSignal() });
  receiver.onAccepted = async () => dying.die();
  await queue('a');
  await until('it is taken', async () => receiver.received.length === 1);
  await dying.stop();
  receiver.onAccepted = async () => {};
  expect(await rows()).toMatchObject([{ state: 'waiting', leasedUntil: expect.any(Date), attempts: 0 }]);
  const next = begin();
  expect(await next.sending.claim(1)).toEqual([]);
  clock.goOn(0.1);
  await until('it is noted', areAll('sent'));
  expect(new Set(receiver.received.map(({ email }) => email.messageId)).size).toBe(1);
  expect(receiver.received).toHaveLength(2);
});

it('what was accepted while the database was away is noted when it is back, and not sent again', async () => {
  const { sending } = begin();
  const complete = sending.completeAttempt.bind(sending);
  let failures = 0;
  sending.completeAttempt = async (...args) => {
    failures += 1;
    if (failures < 3) throw new Error('the database is away');
    return complete(...args);
  };
  await queue('a');
  await until('it is noted', areAll('sent'));
  expect(receiver.received).toHaveLength(1);
});

it('what was refused for good is given up at once, and told in the same transaction', async () => {
  receiver.answers.recipient = refusal(550);
  const told: unknown[] = [];
  let fails = true;
  emails.onDeliveryFailure(KIND, async (payload, reason) => {
    if (fails) throw new Error('the listener failed');
    told.push([payload, reason]);
  });
  const { sending } = begin();
  let completions = 0;
  const complete = sending.completeAttempt.bind(sending);
  sending.completeAttempt = async (...args) => {
    completions += 1;
    if (completions === 2) expect(await states()).toEqual(['waiting']);
    fails = completions < 2;
    return complete(...args);
  };
  await queue('a');
  await until('it is given up', areAll('dead'));
  expect(await rows()).toMatchObject([{ attempts: 1, lastError: 'recipient-refused' }]);
  expect(completions).toBe(2);
  expect(told).toEqual([[{ person: 'a' }, 'recipient-refused']]);
});

it('an email that is no longer needed is finished without being sent', async () => {
  write = async () => null;
  begin();
  await queue('a');
  await until('it is closed', areAll('not-needed'));
  expect(receiver.received).toEqual([]);
});

it('an email that cannot be rendered is retried, and its error contains no personal data', async () => {
  write = async () => {
    throw new Error('no such brand: robin@submitter.example');
  };
  begin();
  await queue('a');
  await until('it was tried', async () => (await rows())[0]?.attempts === 1);
  expect(await rows()).toMatchObject([{ state: 'waiting', lastError: 'letter-failed' }]);
  expect(JSON.stringify(await rows())).not.toContain('@submitter');
});

it('an email without a template is logged, once', async () => {
  await queueMail(database.manager, ...[1, 2].map(() => ({ kind: 'unknown.kind', payload: {}, createdAt: NOW })));
  begin();
  const named = () => logged.filter((line) => line.includes('"unknown.kind"'));
  await until('it is named', async () => named().length === 1);
});

it('a server that hangs holds the end of the process up for a few seconds only, and nothing is lost', async () => {
  receiver.answers.recipient = 'hang';
  const process = begin();
  await queue('a');
  await until('it hangs', async () => receiver.connections === 1);
  await process.stop();
  expect(await rows()).toMatchObject([{ state: 'waiting', lastError: 'timeout', leasedUntil: null }]);
});

it('what is over is forgotten after 30 days', async () => {
  const { sending } = begin({ mailer: new FileTransport('/nowhere', FROM) });
  write = async () => null;
  await queue('a');
  await until('it is closed', areAll('not-needed'));
  clock.goOn(30 * 24 - 1);
  expect(await sending.purge()).toBe(0);
  clock.goOn(2);
  expect(await sending.purge()).toBe(1);
});
