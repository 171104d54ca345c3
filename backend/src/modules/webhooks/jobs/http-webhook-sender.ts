import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type AttemptError, type AttemptOutcome, isSuccess } from '../../../domain/webhooks/delivery.js';
import { type WebhookMessage, WebhookSender } from '../../../domain/webhooks/ports.js';
import { type Tracing, withSpan } from '../../../platform/observability/tracing.js';
import type { EncryptedWebhookSecrets } from '../encrypted-webhook-secrets.js';
import { ipLiteral, isLocalhost, isLoopbackAddress, isPublicAddress, urlProblem } from '../webhook-address.js';

export interface SenderLimits {
  /** For resolving the name and connecting, including TLS. */
  readonly connectMs: number;
  /** For the whole attempt. */
  readonly attemptMs: number;
}

const LIMITS: SenderLimits = { connectMs: 5_000, attemptMs: 15_000 };

/** Bytes of the response body to read at most. */
const ANSWER_BYTES = 4096;

/** Characters of it to store at most. */
const ANSWER_CHARACTERS = 500;

/** Resolves a name to IP addresses. @throws an error with a code of node:dns */
export type ResolveName = (name: string) => Promise<readonly string[]>;

class SendFailed extends Error {
  constructor(readonly kind: AttemptError) {
    super(kind);
  }
}

type Answer = Omit<AttemptOutcome, 'durationMs'>;

/**
 * Sends to URLs that labs chose, which makes it a target for SSRF. It resolves the name itself, requires every address to
 * be public, and connects only to those addresses, so a second DNS answer (rebinding) has no effect. It does not follow
 * redirects. Each attempt is a span, but without a `traceparent` header: our trace means nothing to the receiver, and our
 * sampling decision would override the receiver's.
 */
export class HttpWebhookSender extends WebhookSender {
  constructor(
    private readonly secrets: EncryptedWebhookSecrets,
    private readonly allowsLoopback: boolean,
    private readonly resolveName: ResolveName = resolveOverDns,
    private readonly limits: SenderLimits = LIMITS,
    private readonly tracing: Tracing | null = null,
  ) {
    super();
  }

  urlProblem(url: string): string | null {
    return urlProblem(url, this.allowsLoopback);
  }

  send(message: WebhookMessage): Promise<AttemptOutcome> {
    const attributes = { 'http.request.method': 'POST', 'clearbatch.webhook_id': message.id };
    const span = { kind: 'CLIENT', name: 'send webhook', attributes } as const;
    return withSpan(
      this.tracing,
      span,
      () => this.timed(message),
      (outcome) => !isSuccess(outcome),
    );
  }

  private async timed(message: WebhookMessage): Promise<AttemptOutcome> {
    const began = performance.now();
    const answer = await this.attempt(message).catch(failure);
    return { ...answer, durationMs: Math.round(performance.now() - began) };
  }

  private async attempt({ url: text, id, body, at, secrets }: WebhookMessage): Promise<Answer> {
    if (this.urlProblem(text) !== null) throw new SendFailed('address-not-allowed');
    const headers = this.headersOf(id, at, body, secrets);
    const url = new URL(text);
    const deadline = AbortSignal.timeout(this.limits.attemptMs);
    const connected = AbortSignal.timeout(this.limits.connectMs);
    const addresses = await withTimeout(this.allowedAddresses(url), connected);
    return exchange(url, { method: 'POST', headers, lookup: pinnedLookup(addresses) }, body, { connected, deadline });
  }

  private headersOf(id: string, at: Date, body: string, secrets: readonly string[]): Record<string, string | number> {
    return {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      accept: '*/*',
      'accept-encoding': 'identity',
      'user-agent': 'ClearBatch-Webhooks/1.0',
      'webhook-id': id,
      'webhook-timestamp': Math.floor(at.getTime() / 1000),
      'webhook-signature': this.signature(secrets, id, at, body),
    };
  }

  private signature(secrets: readonly string[], id: string, at: Date, body: string): string {
    try {
      return this.secrets.sign(secrets, id, at, body);
    } catch {
      throw new SendFailed('secret-unreadable');
    }
  }

  /** @throws SendFailed when any of them is not public, even if others are */
  private async allowedAddresses(url: URL): Promise<readonly string[]> {
    const addresses = await this.resolve(url);
    if (addresses.length === 0) throw new SendFailed('name-not-found');
    const isAllowed = (address: string) =>
      this.allowsLoopback && isLoopbackAddress(address) ? true : url.protocol === 'https:' && isPublicAddress(address);
    if (!addresses.every(isAllowed)) throw new SendFailed('address-not-allowed');
    return addresses;
  }

  private async resolve(url: URL): Promise<readonly string[]> {
    const literal = ipLiteral(url);
    if (literal !== null) return [literal];
    return this.allowsLoopback && isLocalhost(url) ? ['127.0.0.1', '::1'] : this.resolveName(url.hostname);
  }
}

/** Asks the name servers directly. getaddrinfo would occupy one of libuv's few threads while they are slow. */
async function resolveOverDns(name: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
}

/** Pins the checked addresses: answers the connection's DNS lookup with them. */
const pinnedLookup =
  (addresses: readonly string[]): LookupFunction =>
  (_name, options, answer) => {
    const found: LookupAddress[] = addresses.map((address) => ({ address, family: isIP(address) }));
    if (options.all) answer(null, found);
    else answer(null, found[0]?.address ?? '', found[0]?.family);
  };

function withTimeout<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new SendFailed('timeout')), { once: true });
    work.then(resolve, reject);
  });
}

/** One request on a new connection, which is closed afterwards. */
function exchange(
  url: URL,
  options: RequestOptions,
  body: string,
  { connected, deadline }: { connected: AbortSignal; deadline: AbortSignal },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const isSecure = url.protocol === 'https:';
    const request = (isSecure ? requestHttps : requestHttp)(url, { ...options, agent: false });
    const giveUp = () => request.destroy(new SendFailed('timeout'));
    connected.addEventListener('abort', giveUp, { once: true });
    deadline.addEventListener('abort', giveUp, { once: true });
    request.once('socket', (socket) =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () => connected.removeEventListener('abort', giveUp)),
    );
    request.on('error', reject);
    request.once('close', () => deadline.removeEventListener('abort', giveUp));
    // Without this listener Node closes the connection and emits neither a response nor an error.
    request.once('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new SendFailed('invalid-answer'));
    });
    request.once('response', (response) => {
      request.off('error', reject).on('error', () => {}); // the response has begun, and what arrived of it counts
      readStart(response).then((text) => {
        request.destroy();
        resolve(answerOf(response, text));
      });
    });
    request.end(body);
  });
}

/** Reads the beginning of the body, up to a limit or a premature end. */
function readStart(response: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const done = () => resolve(Buffer.concat(chunks).subarray(0, ANSWER_BYTES));
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= ANSWER_BYTES) done();
    });
    response.once('end', done).once('error', done).once('close', done);
  });
}

function answerOf(response: IncomingMessage, body: Buffer): Answer {
  const { statusCode = 0, headers } = response;
  const isRedirect = statusCode >= 300 && statusCode < 400 && headers.location !== undefined;
  return {
    status: statusCode,
    error: isRedirect ? 'redirect' : null,
    answer: sanitizeText(isRedirect ? headers.location : isText(response) ? body.toString('utf8') : undefined),
    retryAfterSeconds: secondsOf(headers['retry-after']),
  };
}

const TEXT = /^(text\/|application\/([\w.-]+\+)?(json|xml)\b)/i;

const isText = ({ headers }: IncomingMessage) =>
  TEXT.test(headers['content-type'] ?? '') && (headers['content-encoding'] ?? 'identity') === 'identity';

/** Replaces control characters, which PostgreSQL or a page may not accept. */
function sanitizeText(text: string | undefined): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches them on purpose
  const plain = text?.replace(/[\u0000-\u0008\u000b-\u001f\u007f]+/g, ' ').trim();
  return plain ? [...plain].slice(0, ANSWER_CHARACTERS).join('') : null;
}

/** Parses `Retry-After`: seconds or an HTTP date (RFC 9110 section 10.2.3). */
function secondsOf(header: string | undefined): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const seconds = Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

const BY_CODE: Record<string, AttemptError> = {
  ENOTFOUND: 'name-not-found',
  ECONNREFUSED: 'connection-refused',
  ECONNRESET: 'connection-reset',
  EPIPE: 'connection-reset',
  ETIMEDOUT: 'timeout',
  EPROTO: 'tls',
};

const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/;

function failure(error: unknown): Answer {
  return { status: null, error: errorKind(error), answer: null, retryAfterSeconds: null };
}

function errorKind(error: unknown): AttemptError {
  if (error instanceof SendFailed) return error.kind;
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  if (TLS_CODE.test(code)) return 'tls';
  return BY_CODE[code] ?? (code.startsWith('HPE_') ? 'invalid-answer' : 'unreachable');
}
