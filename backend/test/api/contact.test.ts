import { sendContactMessage } from '../../../frontend/src/api/generated/sdk.gen.js';
import type { SendContactMessageDto } from '../../../frontend/src/api/generated/types.gen.js';
import { zContactReceiptDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { emailsIn } from '../support/mail-folder.js';
import { serverOfThisFile, startServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { sql, stored } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

const server = serverOfThisFile();

const aMessage = (differing: Partial<SendContactMessageDto> = {}): SendContactMessageDto => ({
  name: 'Sam Reed',
  email: 'sam@mail.example',
  topic: 'correction',
  message: 'The test date of batch #C9030 reads 2025. The printed report says 2026.',
  ...differing,
});

const send = (body: unknown) => sendContactMessage({ client: server.client(), body: body as never });

const messages = (reference: string) =>
  sql<Record<string, unknown>>(
    server,
    `SELECT id, name, email, topic, message, "createdAt" FROM contact_messages WHERE reference = $1`,
    [reference],
  );

describe('POST /api/contact', () => {
  it('stores the message, queues emails to sender and staff, and says what happens next', async () => {
    const began = Date.now();
    const { data, response } = await send(aMessage());
    expect(response?.status).toBe(201);
    const receipt = zContactReceiptDto.parse(data);
    expect(receipt).toEqual(data);
    expect(receipt).toEqual({
      reference: expect.stringMatching(/^M-[0-9A-F]{5}-[0-9A-F]{5}$/),
      message: 'We got your message. A person will read it and reply to your email address.',
    });

    const [message, ...others] = await messages(receipt.reference);
    expect(others).toEqual([]);
    expect(message).toEqual({ ...aMessage(), id: expect.any(String), createdAt: expect.any(Date) });
    expect(Number(message?.createdAt)).toBeGreaterThanOrEqual(began);

    const mail = `SELECT kind, payload, "createdAt" FROM mail_outbox WHERE payload->>'messageId' = $1 ORDER BY id`;
    const named = { payload: { messageId: message?.id }, createdAt: message?.createdAt };
    expect(await sql(server, mail, [message?.id])).toEqual([
      { kind: 'contact-message.received', ...named },
      { kind: 'contact-message.notice', ...named },
    ]);
  });

  it.each<[string, Partial<SendContactMessageDto>, Record<string, unknown>]>([
    ['an empty name, as browsers send it', { name: '  ' }, { name: null }],
    ['line breaks, markup and any script', { message: "\n<b>Grüße</b>\n\n北京 🥤 ' OR 1=1 --" }, {}],
    ['4,000 characters', { message: 'ä'.repeat(4000) }, {}],
  ])('accepts %s', async (_, given, kept) => {
    const { data, response } = await send(aMessage(given));
    expect(response?.status).toBe(201);
    const message = aMessage(given).message.trim();
    expect(await messages(data?.reference ?? '')).toEqual([expect.objectContaining({ message, ...kept })]);
  });

  it('rejects bad input, naming the field, and stores nothing', async () => {
    const before = await stored(server);
    const cases: [Partial<Record<keyof SendContactMessageDto, unknown>>, string, string][] = [
      [{ email: undefined }, 'email', 'Enter a valid email address'],
      [{ email: 'sam@mail.example\nBcc: kim@mail.example' }, 'email', 'Enter a valid email address'],
      [{ email: '"sam reed"@mail.example' }, 'email', 'Enter a valid email address'],
      [{ topic: undefined }, 'topic', 'Choose what your message is about'],
      [{ topic: 'praise' }, 'topic', 'Choose what your message is about'],
      [{ message: undefined }, 'message', 'Message is required'],
      [{ message: ' \n ' }, 'message', 'Message is required'],
      [{ message: 'Too short' }, 'message', 'Message must be at least 10 characters'],
      [{ message: 'a'.repeat(4001) }, 'message', 'Message can be at most 4000 characters'],
      [{ name: 7 }, 'name', 'Name must be text'],
      [{ name: 'a'.repeat(121) }, 'name', 'Name can be at most 120 characters'],
    ];
    for (const [differing, field, message] of cases) {
      expectProblem(await send({ ...aMessage(), ...differing }), 400, wrong(field, message));
    }
    const { errors } = expectProblem(await send({}), 400, { type: '/problems/invalid-input' });
    expect(errors.map(({ field }) => field)).toEqual(['email', 'topic', 'message']);
    expect(await stored(server)).toEqual(before);
  });

  it('stores neither message nor email if the email cannot be queued', async () => {
    await sql(server, `ALTER TABLE mail_outbox ADD CONSTRAINT "full" CHECK (false) NOT VALID`);
    try {
      const before = await stored(server);
      const { response, error } = await send(aMessage());
      expect(response?.status).toBe(500);
      expect(JSON.stringify(error)).not.toContain('sam@mail.example');
      expect(await stored(server)).toEqual(before);
    } finally {
      await sql(server, `ALTER TABLE mail_outbox DROP CONSTRAINT "full"`);
    }
  });

  it('emails the sender and the configured staff addresses only, and takes ten messages per minute', async () => {
    const named = await startServer({
      MAIL_STAFF: 'staff@clearbatch.example',
      PUBLIC_URL: 'https://clearbatch.example',
      RATE_LIMIT_DISABLED: 'false',
      RATE_LIMIT_PER_MINUTE: '1000',
    });
    try {
      const sent = await sendContactMessage({ client: named.client(), body: aMessage(), throwOnError: true });
      const { data, response } = sent;
      expect(response.headers.get('ratelimit-limit')).toBe('10');
      await until('both emails', async () => (await emailsIn(named.mailFolder)).length === 2);
      const [toSender, toStaff] = await emailsIn(named.mailFolder);
      expect(toSender?.to).toMatchObject([{ address: 'sam@mail.example' }]);
      expect(toSender?.subject).toBe(`We got your message (${data.reference})`);
      expect(toStaff?.to).toMatchObject([{ address: 'staff@clearbatch.example' }]);
      expect(toStaff?.subject).toBe(`New message ${data.reference}: a correction`);
      const [{ id } = { id: '' }] = await sql<{ id: string }>(named, `SELECT id FROM contact_messages`);
      expect(toStaff?.text).toContain(`https://clearbatch.example/admin/messages/${id}`);
      for (const email of [toSender, toStaff]) expect(email?.text).not.toMatch(/C9030|Sam Reed/);
    } finally {
      await named.stop();
    }
  });

  it('sends no staff notification if no address is configured', async () => {
    const { data } = await send(aMessage());
    const states = `SELECT o.kind, o.state FROM mail_outbox o JOIN contact_messages m ON m.id::text = o.payload->>'messageId'
      WHERE m.reference = $1 AND o.state <> 'waiting' ORDER BY o.id`;
    await until('all mail is final', async () => (await sql(server, states, [data?.reference])).length === 2);
    expect(await sql(server, states, [data?.reference])).toEqual([
      { kind: 'contact-message.received', state: 'sent' },
      { kind: 'contact-message.notice', state: 'not-needed' },
    ]);
  });
});
