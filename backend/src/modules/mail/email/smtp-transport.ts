import { createTransport } from 'nodemailer';
import type { MailError, SendResult } from '../../../domain/mail/queued-mail.js';
import type { Sender } from '../../../platform/config.js';
import type { EmailMessage } from '../../../platform/email/email-message.js';
import { MailTransport } from './mail-transport.js';
import { mimeMessage, UnsendableMessage } from './mime-message.js';

/** The size of the connection pool, and so the worker's concurrency. */
export const CONNECTIONS = 5;

/** Timeouts of each step and of a whole email. Without the latter, a server that sends a byte now and then never times out. */
export interface SmtpTimeouts {
  readonly stepMs: number;
  readonly messageMs: number;
}

const TIMEOUTS: SmtpTimeouts = { stepMs: 30_000, messageMs: 120_000 };

export class SmtpTransport extends MailTransport {
  private readonly transport: ReturnType<typeof pooledTransport>;
  private readonly abandoning = new AbortController();

  constructor(
    url: string,
    private readonly from: Sender,
    private readonly timeouts = TIMEOUTS,
  ) {
    super();
    this.transport = pooledTransport(url, timeouts);
  }

  async send(email: EmailMessage, messageId: string): Promise<SendResult> {
    try {
      const signal = AbortSignal.any([this.abandoning.signal, AbortSignal.timeout(this.timeouts.messageMs)]);
      await this.transport.sendMail({ ...mimeMessage(email, messageId, this.from), signal });
      return { result: 'sent' };
    } catch (error) {
      return outcomeOf(error);
    }
  }

  override abandon(): void {
    this.abandoning.abort();
  }

  override close(): void {
    this.transport.close();
  }
}

function pooledTransport(url: string, { stepMs }: SmtpTimeouts) {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isRequired = searchParams.get('tls') === 'required' || (!searchParams.has('tls') && !isLoopback(host));
  return createTransport({
    pool: true,
    host,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: isRequired,
    ignoreTLS: !isRequired,
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    tls: { minVersion: 'TLSv1.2' },
    maxConnections: CONNECTIONS,
    maxMessages: 200,
    // Retries once when the server closed an idle connection. Other errors are left to the queue's retries.
    maxRequeues: 1,
    idleTimeout: 30_000,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    dnsTimeout: stepMs,
    socketTimeout: stepMs,
  });
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

/** The fields of Nodemailer's errors that identify the cause. */
interface SmtpFailure {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
  readonly message?: string;
}

function outcomeOf(error: unknown): SendResult {
  if (error instanceof UnsendableMessage) return { result: 'refused', error: error.reason };
  const failure = error as SmtpFailure;
  const { responseCode = 0 } = failure;
  if (responseCode < 400) return { result: 'failed', error: withoutAnswer(failure) };
  return answered(failure, responseCode >= 500);
}

/** Only rejections of the recipient or the message are permanent. All others concern our server, so the email is retried. */
function answered({ code, command = '', response = '', responseCode }: SmtpFailure, isFinal: boolean): SendResult {
  if (code === 'EAUTH' || responseCode === 530) return { result: 'failed', error: 'sign-in-refused' };
  if (code === 'ETLS') return { result: 'failed', error: 'tls' };
  const result = isFinal ? 'refused' : 'failed';
  if (/^\d{3}[ -]\d\.2\.2\b/.test(response)) return { result, error: 'mailbox-full' };
  if (!isFinal) return { result, error: 'busy' };
  if (command === 'RCPT TO') return { result, error: 'recipient-refused' };
  if (command === 'DATA' || code === 'EMESSAGE') return { result, error: 'letter-refused' };
  return { result: 'failed', error: command === 'MAIL FROM' ? 'sender-refused' : 'busy' };
}

const ERRORS: Readonly<Record<string, MailError>> = {
  EAUTH: 'sign-in-refused',
  ENOAUTH: 'sign-in-refused',
  ETLS: 'tls',
  EDNS: 'name-not-found',
  ENOTFOUND: 'name-not-found',
  EABORT: 'timeout',
  ETIMEDOUT: 'timeout',
  ECONNREFUSED: 'connection-refused',
  ECONNRESET: 'connection-lost',
  ECONNECTION: 'connection-lost',
  EPROTOCOL: 'connection-lost',
};

function withoutAnswer({ code = '', message = '' }: SmtpFailure): MailError {
  if (code === 'ESOCKET')
    return /ECONNREFUSED/.test(message)
      ? 'connection-refused'
      : /certificate|tls|ssl/i.test(message)
        ? 'tls'
        : 'connection-lost';
  return ERRORS[code] ?? 'unknown';
}
