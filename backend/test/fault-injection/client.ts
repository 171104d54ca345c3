import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { HANGS_AFTER_MS } from '../support/limits.mjs';

/** The result of one request; status 0 if the connection was refused or dropped. */
export interface Outcome {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Ask {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export class NoAnswer extends Error {}

/** A keep-alive agent, like that of a browser or a lab's client. */
export const keepAlive = (maxSockets = 64) => new Agent({ keepAlive: true, maxSockets });

/**
 * Sends one request, without retries. @throws NoAnswer if there is neither a response nor a dropped connection in time
 */
export function ask(url: string, { method = 'GET', body, headers = {} }: Ask, agent: Agent): Promise<Outcome> {
  const isText = typeof body === 'string';
  const text = body === undefined ? undefined : isText ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const type = isText ? 'application/x-ndjson' : 'application/json';
    const sent = request(url, {
      method,
      agent,
      headers: {
        ...(text === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(text) }),
        ...headers,
      },
    });
    const timeout = setTimeout(() => {
      reject(new NoAnswer(`${method} ${new URL(url).pathname} has no response after ${HANGS_AFTER_MS} ms`));
      sent.destroy();
    }, HANGS_AFTER_MS);
    const end = (outcome: Outcome) => {
      clearTimeout(timeout);
      resolve(outcome);
    };
    const cutOff = () => end({ status: 0, headers: {}, body: '' });
    sent.once('error', cutOff);
    sent.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', cutOff);
      response.once('close', () => {
        if (!response.complete) return cutOff();
        const { statusCode = 0, headers } = response;
        end({ status: statusCode, headers, body: Buffer.concat(chunks).toString() });
      });
    });
    sent.end(text);
  });
}

/** Whether to retry: the request may or may not have been processed, or is still in progress. */
const isRetryable = ({ status, body }: Outcome): boolean =>
  status === 0 || status >= 500 || (status === 409 && body.includes('/problems/request-in-flight'));

/** Retries a request until it has a final response, like a well-behaved client. */
export async function retryUntilAnswered(
  url: () => string,
  what: Ask,
  agent: Agent,
  seen: (outcome: Outcome) => void = () => {},
): Promise<Outcome & { readonly attempts: number }> {
  for (let attempts = 1; ; attempts += 1) {
    const outcome = await ask(url(), what, agent);
    seen(outcome);
    if (!isRetryable(outcome)) return { ...outcome, attempts };
    await sleep(50 + 50 * Math.min(attempts, 10));
  }
}

/** Any other response is a bug, whatever happens to the machine or the network. */
export function isAllowed({ status, headers }: Outcome): boolean {
  if (status === 503) return headers['retry-after'] !== undefined;
  return status < 500;
}
