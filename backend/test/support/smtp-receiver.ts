import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { TEST_CERTIFICATE } from './test-certificate.js';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  readonly email: Email;
}

/** An SMTP reply instead of "250 OK". */
export function refusal(responseCode: number, message = 'no'): Error {
  return Object.assign(new Error(message), { responseCode });
}

type Step = 'greeting' | 'sender' | 'recipient' | 'message';

/** A real SMTP server on this machine. Tests set its behavior before each email. */
export class SmtpReceiver {
  readonly received: ReceivedMail[] = [];
  /** The reply at a step; null accepts the email. `hang` sends no reply while the connection lasts. */
  answers: Partial<Record<Step, Error | 'hang' | null>> = {};
  /** Closes the connection after reading this many bytes of an email. */
  dropsAfterBytes = Number.POSITIVE_INFINITY;
  /** Closes the connection after accepting the email, before the reply. */
  dropsBeforeAnswer = false;
  /** Runs after accepting an email, before the reply. */
  onAccepted: () => Promise<void> = async () => {};
  private readonly server: SMTPServer;
  private readonly sockets = new Set<Socket>();

  private constructor(options: SMTPServerOptions) {
    this.server = new SMTPServer({
      logger: false,
      disableReverseLookup: true,
      authOptional: true,
      closeTimeout: 10,
      ...TEST_CERTIFICATE,
      disabledCommands: options.secure ? [] : ['STARTTLS'],
      onConnect: (_, done) => this.step('greeting', done),
      onMailFrom: (_address, _session, done) => this.step('sender', done),
      onRcptTo: (_address, _session, done) => this.step('recipient', done),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        let size = 0;
        stream.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          size += chunk.length;
          if (size >= this.dropsAfterBytes) this.drop();
        });
        stream.on('end', async () => {
          const raw = Buffer.concat(chunks).toString('utf8');
          const { mailFrom, rcptTo } = session.envelope;
          const from = mailFrom ? mailFrom.address : '';
          if (!(this.answers.message instanceof Error)) {
            this.received.push({
              from,
              to: rcptTo.map(({ address }) => address),
              raw,
              email: await PostalMime.parse(raw),
            });
            await this.onAccepted();
          }
          if (this.dropsBeforeAnswer) this.drop();
          else this.step('message', done);
        });
      },
      ...options,
    });
    this.server.on('error', () => {});
    this.server.server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.on('error', () => {}).on('close', () => this.sockets.delete(socket));
    });
  }

  static async open(options: SMTPServerOptions = {}): Promise<SmtpReceiver> {
    const receiver = new SmtpReceiver(options);
    await new Promise<void>((resolve) => receiver.server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Currently open connections. */
  get connections(): number {
    return this.sockets.size;
  }

  drop(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(resolve));
    this.drop();
    await closed;
  }

  private step(step: Step, done: (error?: Error | null) => void): void {
    const answer = this.answers[step];
    if (answer !== 'hang') done(answer);
  }
}

/** A port without a listener. */
export async function deadPort(): Promise<number> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
