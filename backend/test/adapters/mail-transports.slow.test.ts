import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileTransport } from '../../src/modules/mail/email/file-transport.js';
import type { MailTransport } from '../../src/modules/mail/email/mail-transport.js';
import { SmtpTransport } from '../../src/modules/mail/email/smtp-transport.js';
import type { EmailMessage } from '../../src/platform/email/email-message.js';
import { anEmail } from '../support/email-in-folder.js';
import { emailsIn } from '../support/mail-folder.js';
import { deadPort, refusal, SmtpReceiver } from '../support/smtp-receiver.js';
import { until } from '../support/until.js';

const FROM = { name: 'Clear, "Batch"', address: 'no-reply@clearbatch.example' };
const ID = '<20261120T150405.12@clearbatch.example>';

/** Short, because the tests that need it wait for it; for the others a busy machine would be a server that hangs. */
const SHORT_TIMEOUTS = { stepMs: 1_500, messageMs: 4_000 };

/** Undefined where no server is involved. */
let receiver: SmtpReceiver;
let mailer: MailTransport;
let folder: string;

async function useSmtp(options = {}, url = (port: number) => `smtp://127.0.0.1:${port}`): Promise<void> {
  receiver = await SmtpReceiver.open(options);
  mailer = new SmtpTransport(url(receiver.port), FROM);
}

beforeEach(() => {
  receiver = undefined as never;
  folder = mkdtempSync(join(tmpdir(), 'clearbatch-mail-'));
});
afterEach(async () => {
  mailer?.close();
  await receiver?.close();
  rmSync(folder, { recursive: true, force: true });
});

const send = (differing: Partial<EmailMessage> = {}) => mailer.send(anEmail(differing), ID);
const SENT = { result: 'sent' };

/** What both adapters hand on, read back by a parser of another author. */
describe.each([
  ['a mail server', useSmtp, async () => receiver.received.map(({ email }) => email)],
  [
    'a folder',
    async () => {
      mailer = new FileTransport(folder, FROM);
    },
    () => emailsIn(folder),
  ],
] as const)('an email to %s', (_, open, read) => {
  beforeEach(() => open());

  it('arrives with both forms, its sender, its id and its headers', async () => {
    const headers = { 'List-Unsubscribe': '<https://clearbatch.example/u>' };
    const email = anEmail({ headers, text: 'Grüße\n\n.\nfrom us\n' });
    expect(await mailer.send(email, ID)).toEqual(SENT);
    const [parsed] = await read();
    expect(parsed).toMatchObject({
      from: FROM,
      to: [{ name: '', address: email.to }],
      subject: email.subject,
      messageId: ID,
    });
    expect(parsed?.text?.trim()).toBe(email.text.trim());
    expect(parsed?.html?.trim()).toBe(email.html.trim());
    const header = (name: string) => parsed?.headers.find(({ key }) => key === name)?.value;
    expect(header('list-unsubscribe')).toBe('<https://clearbatch.example/u>');
    expect(header('auto-submitted')).toBe('auto-generated');
    expect(header('date')).toBeDefined();
  });

  it('brings its pictures along', async () => {
    const png = Buffer.from('89504e470d0a1a0a', 'hex');
    await send({ pictures: [{ id: 'qr', png }] });
    const [picture] = (await read())[0]?.attachments ?? [];
    expect(picture).toMatchObject({ contentId: '<qr>', mimeType: 'image/png', disposition: 'inline' });
    expect(Buffer.from(picture?.content as ArrayBuffer)).toEqual(png);
  });

  it.each([
    ['a\r\nBcc: everybody@mail.example', 'a Bcc: everybody@mail.example'],
    ['a\nX-Forged: yes\n\nbody', 'a X-Forged: yes body'],
    ['\u0000Gr\u00fc\u00dfe \u{1f33f}\u0085', 'Gr\u00fc\u00dfe \u{1f33f}'],
    ['x'.repeat(2000), 'x'.repeat(2000)],
  ])('keeps its subject in one header (%#)', async (subject, shown) => {
    expect(await send({ subject })).toEqual(SENT);
    const [parsed] = await read();
    expect(parsed?.subject).toBe(shown);
    expect(parsed?.bcc).toBeUndefined();
    expect(parsed?.headers.map(({ key }) => key)).not.toContain('x-forged');
  });

  it.each([
    'robin+lab@submitter.example',
    "o'neil_{x}!#$%&*/=?^`|~-@submitter.example",
    'robin@xn--bcher-kva.example',
    'robin@[192.0.2.1]',
  ])('reaches only %s', async (to) => {
    expect(await send({ to })).toEqual(SENT);
    const [parsed] = await read();
    expect(parsed?.to).toHaveLength(1);
    // The server decodes the domain; the email has it as it was transmitted.
    const [header] = parsed?.headers.filter(({ key }) => key === 'to') ?? [];
    expect(header?.value).toContain(to.slice(to.lastIndexOf('@')));
    if (receiver) expect(receiver.received).toMatchObject([{ to: [to.replace('xn--bcher-kva', 'b\u00fccher')] }]);
  });

  it('is sent to nothing but one address', async () => {
    const refused = { result: 'refused', error: 'address-unusable' };
    for (const to of [
      'a@mail.example, b@mail.example',
      'a@mail.example\r\nBcc: b@mail.example',
      'Robin <a@mail.example>',
      'a@b@mail.example',
      'a b@mail.example',
      '"a\r\n"@mail.example',
      'a@mail.example>',
      'friends: a@mail.example;',
      'a@mail.example\u0000',
      `${'a'.repeat(65)}@mail.example`,
      'nobody',
      '',
    ]) {
      expect([to, await send({ to })]).toEqual([to, refused]);
    }
    expect(await read()).toEqual([]);
  });

  it.each<Record<string, string>>([
    { 'X-A': 'b\r\nBcc: c@mail.example' },
    { 'X-A\r\nBcc': 'c@mail.example' },
    { Bcc: 'c@mail.example' },
    { 'Content-Type': 'text/html' },
  ])('is not sent with the headers %j', async (headers) => {
    expect(await send({ headers })).toEqual({ result: 'refused', error: 'letter-unusable' });
    expect(await read()).toEqual([]);
  });

  it('fetches nothing and reads no file, whatever it says', async () => {
    const html = '<img src="file:///etc/passwd"><img src="http://127.0.0.1:9/x.png">';
    expect(await send({ html })).toEqual(SENT);
    expect((await read())[0]?.attachments).toEqual([]);
  });
});

describe('to a mail server', () => {
  it('may have non-ASCII letters in the domain, and before the @ if the server accepts them', async () => {
    await useSmtp();
    expect(await send({ to: 'robin@b\u00fccher.example' })).toEqual(SENT);
    expect(receiver.received[0]?.raw).toContain('robin@xn--bcher-kva.example');
    expect(await send({ to: 'r\u00f6bin@submitter.example' })).toEqual(SENT);
    expect(receiver.received[1]?.to).toEqual(['r\u00f6bin@submitter.example']);
  });

  type Fault = Partial<Pick<SmtpReceiver, 'answers' | 'dropsAfterBytes' | 'dropsBeforeAnswer'>>;
  const NO_FAULT: Fault = { answers: {}, dropsAfterBytes: Number.POSITIVE_INFINITY, dropsBeforeAnswer: false };

  it.each<[string, Fault, result: string, error: string]>([
    [
      'refuses the recipient',
      { answers: { recipient: refusal(550, '5.1.1 unknown') } },
      'refused',
      'recipient-refused',
    ],
    ['has a full mailbox', { answers: { recipient: refusal(552, '5.2.2 full') } }, 'refused', 'mailbox-full'],
    ['has a full mailbox for now', { answers: { recipient: refusal(452, '4.2.2 full') } }, 'failed', 'mailbox-full'],
    ['puts the recipient off', { answers: { recipient: refusal(450) } }, 'failed', 'busy'],
    ['rejects the message', { answers: { message: refusal(554) } }, 'refused', 'letter-refused'],
    ['defers the message', { answers: { message: refusal(451) } }, 'failed', 'busy'],
    ['refuses us', { answers: { sender: refusal(553) } }, 'failed', 'sender-refused'],
    ['asks who we are', { answers: { sender: refusal(530) } }, 'failed', 'sign-in-refused'],
    ['refuses everybody', { answers: { greeting: refusal(554) } }, 'failed', 'busy'],
    ['closes', { answers: { sender: refusal(421) } }, 'failed', 'busy'],
    ['does not greet', { answers: { greeting: 'hang' } }, 'failed', 'timeout'],
    ['hangs in the middle', { answers: { recipient: 'hang' } }, 'failed', 'timeout'],
    ['accepts the message and hangs', { answers: { message: 'hang' } }, 'failed', 'timeout'],
    ['hangs up in the middle of the message', { dropsAfterBytes: 1 }, 'failed', 'connection-lost'],
    ['accepts the message and hangs up', { dropsBeforeAnswer: true }, 'failed', 'connection-lost'],
  ])('that %s', async (_, fault, result, error) => {
    receiver = await SmtpReceiver.open();
    mailer = new SmtpTransport(receiver.url, FROM, error === 'timeout' ? SHORT_TIMEOUTS : undefined);
    expect(await send()).toEqual(SENT); // over a connection that the pool keeps
    Object.assign(receiver, fault);
    if (receiver.answers.greeting) receiver.drop();
    await until('the pool has noticed', async () => !receiver.answers.greeting || receiver.connections === 0);
    const before = receiver.received.length;
    expect(await send()).toEqual({ result, error });
    expect(receiver.received.length - before).toBeLessThanOrEqual(1); // what our queue tries again, the pool must not
    Object.assign(receiver, NO_FAULT);
    expect(await send()).toEqual(SENT);
  });

  it('that is not there', async () => {
    const port = await deadPort();
    mailer = new SmtpTransport(`smtp://127.0.0.1:${port}`, FROM);
    expect(await send()).toEqual({ result: 'failed', error: 'connection-refused' });
  });

  it('whose name cannot be resolved', async () => {
    mailer = new SmtpTransport('smtp://mail.invalid:25', FROM);
    expect(await send()).toEqual({ result: 'failed', error: 'name-not-found' });
  });

  it('that rejects the login, and one that accepts it', async () => {
    const options = {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (
        { username, password }: { username?: string; password?: string },
        _: unknown,
        done: (error: Error | null, answer?: { user: string }) => void,
      ) =>
        username === 'clear batch' && password === 'p@ss:1'
          ? done(null, { user: 'us' })
          : done(Object.assign(new Error('no'), { responseCode: 535 })),
    };
    await useSmtp(options, (port) => `smtp://clear%20batch:wrong@127.0.0.1:${port}`);
    expect(await send()).toEqual({ result: 'failed', error: 'sign-in-refused' });
    mailer.close();
    mailer = new SmtpTransport(`smtp://clear%20batch:p%40ss%3A1@127.0.0.1:${receiver.port}`, FROM);
    expect(await send()).toEqual(SENT);
  });

  it.each([
    ['smtps:', { secure: true }, 'smtps', ''],
    ['STARTTLS', { disabledCommands: [] }, 'smtp', '?tls=required'],
  ])('with a self-signed certificate, over %s', async (_, options, protocol, search) => {
    await useSmtp(options, (port) => `${protocol}://127.0.0.1:${port}${search}`);
    expect(await send()).toEqual({ result: 'failed', error: 'tls' });
    expect(receiver.received).toEqual([]);
  });

  it('without TLS, where the address insists on it', async () => {
    await useSmtp({}, (port) => `smtp://127.0.0.1:${port}?tls=required`);
    expect(await send()).toEqual({ result: 'failed', error: 'tls' });
    expect(receiver.received).toEqual([]);
  });

  it('is given up when the server refuses a quoted name', async () => {
    await useSmtp();
    const refused = { result: 'refused', error: 'recipient-refused' };
    expect(await send({ to: '"robin, at home"@submitter.example' })).toEqual(refused);
  });

  it('over few connections, each for many emails', async () => {
    receiver = await SmtpReceiver.open();
    mailer = new SmtpTransport(receiver.url, FROM);
    let most = 0;
    receiver.onAccepted = async () => {
      most = Math.max(most, receiver.connections);
    };
    const outcomes = await Promise.all(
      Array.from({ length: 300 }, (_, n) => mailer.send(anEmail(), `<${n}@clearbatch.example>`)),
    );
    expect(outcomes).toEqual(Array(300).fill(SENT));
    expect(new Set(receiver.received.map(({ email }) => email.messageId)).size).toBe(300);
    expect(most).toBeLessThanOrEqual(5);
  });

  it('is given up at once when the process has to end', async () => {
    receiver = await SmtpReceiver.open();
    receiver.answers.message = 'hang';
    mailer = new SmtpTransport(receiver.url, FROM);
    const sending = send();
    await until('the message was accepted', async () => receiver.received.length === 1);
    mailer.abandon();
    expect(await sending).toEqual({ result: 'failed', error: 'timeout' });
  });
});

describe('to a folder', () => {
  beforeEach(() => {
    mailer = new FileTransport(join(folder, 'new', 'mail'), FROM);
  });

  it('becomes one file, however often it is sent, named so that nothing leads out of the folder', async () => {
    await send();
    await send();
    await mailer.send(anEmail(), '<../../x@clearbatch.example>');
    expect(readdirSync(join(folder, 'new', 'mail')).toSorted()).toEqual(['....x.eml', '20261120T150405.12.eml']);
  });

  it('is closed to other users, also in a folder that was open before', async () => {
    const path = join(folder, 'new', 'mail');
    mkdirSync(path, { recursive: true });
    for (const open of [join(folder, 'new'), path]) chmodSync(open, 0o755);
    for (const name of ['old.eml', '20261120T150405.12.eml.part']) {
      writeFileSync(join(path, name), 'x');
      chmodSync(join(path, name), 0o644);
    }
    await send();
    const mode = (name: string) => (statSync(join(path, name)).mode & 0o777).toString(8);
    expect(['.', 'old.eml', '20261120T150405.12.eml'].map(mode)).toEqual(['700', '600', '600']);
    expect(mode('..')).toBe('755'); // not ours to change
  });

  it('leaves a folder that everybody uses as it is', async () => {
    const shared = join(folder, 'new', 'mail');
    mkdirSync(shared, { recursive: true });
    chmodSync(shared, 0o1777);
    writeFileSync(join(shared, 'note.txt'), 'x', { mode: 0o644 });
    await send();
    expect((statSync(shared).mode & 0o7777).toString(8)).toBe('1777');
    expect(statSync(join(shared, '20261120T150405.12.eml')).mode & 0o777).toBe(0o600);
  });

  it('does not follow a link that waits under its name', async () => {
    const target = join(folder, 'target');
    writeFileSync(target, 'not ours');
    mkdirSync(join(folder, 'new', 'mail'), { recursive: true });
    symlinkSync(target, join(folder, 'new', 'mail', '20261120T150405.12.eml.part'));
    expect(await send()).toEqual(SENT);
    expect(readFileSync(target, 'utf8')).toBe('not ours');
  });

  it('is written to a quoted name', async () => {
    expect(await send({ to: '"robin, at home"@submitter.example' })).toEqual(SENT);
    const [email] = await emailsIn(join(folder, 'new', 'mail'));
    expect(email?.to).toMatchObject([{ address: expect.stringContaining('robin, at home') }]);
  });

  it('waits when it cannot be written', async () => {
    writeFileSync(join(folder, 'new'), 'a file is in the way');
    expect(await send()).toEqual({ result: 'failed', error: 'folder-unwritable' });
  });
});
