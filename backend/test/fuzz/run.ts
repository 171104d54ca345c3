import { type ActorName, ANONYMOUS, type Identity, keepCookies } from './actors.js';
import { type Operation, operation } from './document.js';
import { FuzzModel } from './model.js';
import { contractViolations, responseViolations } from './oracles.js';
import { credentialsOf, pdfHeaders } from './requests.js';
import type { Wire, WireRequest, WireResponse } from './wire.js';

export interface Failure {
  /** The number of the request in the run; null for setup and checks. */
  readonly number: number | null;
  readonly what: string;
  readonly violations: readonly string[];
  readonly sent: WireRequest | null;
  /** The response and what was logged. */
  response: string;
  /** The smallest request that fails in the same way, if shrinking ran. */
  smallest?: WireRequest;
}

/** How often each operation returned each status. */
export type Coverage = Map<string, Map<number, number>>;

export interface Call {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** A PDF as bytes; anything else is sent as JSON. */
  readonly body?: unknown;
  /** NDJSON instead. */
  readonly lines?: readonly unknown[];
  readonly csv?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface CallResult {
  readonly status: number;
  readonly body: unknown;
}

/** The state of a run: identities, known resources, coverage and failures. */
export class Run {
  readonly identities = new Map<ActorName, Identity>([['anonymous', ANONYMOUS]]);
  readonly model = new FuzzModel();
  readonly coverage: Coverage = new Map();
  readonly failures: Failure[] = [];
  comparisons = 0;
  /** Accounts made so far, which their names count. */
  members = 0;
  private calls = 0;

  constructor(
    readonly wire: Wire,
    /** Where webhooks may be sent. */
    readonly receiver: string,
  ) {}

  identity(actor: ActorName): Identity {
    const found = this.identities.get(actor);
    if (!found) throw new Error(`no identity for ${actor}`);
    return found;
  }

  count({ id }: Operation, status: number): void {
    const statuses = this.coverage.get(id) ?? new Map<number, number>();
    this.coverage.set(id, statuses.set(status, (statuses.get(status) ?? 0) + 1));
  }

  /** @param whose the actor's id */
  learn(from: Operation, whose: string, sent: WireRequest, response: WireResponse): CallResult {
    const body = jsonOf(response);
    // A worker compares certificates with the rules, so which ones a list by verdict has depends on how far it is.
    if (response.status < 300 && !/[?&]verdict=/.test(sent.target)) {
      const named = /^\/api\/staff\/labs\/([^/]+)\/./.exec(sent.target)?.[1];
      const owner = named ?? whose;
      this.model.learn(from, response.status, body, response.headers.link, owner);
      const path = (body as { path?: unknown } | null)?.path;
      if (from.id === 'getCorrectionLink' && typeof path === 'string') {
        this.model.add('corrections/{token}', { id: path.split('/').at(-1) ?? '' });
      }
    }
    return { status: response.status, body };
  }

  /** Sends a valid request and checks the response like any other. */
  async call(
    actor: ActorName | Identity,
    id: string,
    { path = {}, query = {}, body, lines, csv, headers = {} }: Call = {},
  ): Promise<CallResult> {
    const called = operation(id);
    const isPdf = body instanceof Buffer;
    const identity = typeof actor === 'string' ? this.identity(actor) : actor;
    const search = new URLSearchParams(query).toString();
    const target = called.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
    const sent: WireRequest = {
      method: called.method,
      target: `${target}${search === '' ? '' : `?${search}`}`,
      headers: [
        ...credentialsOf(identity, called),
        ['x-forwarded-for', this.nextAddress()],
        ...(body === undefined ? [] : isPdf ? pdfHeaders(body) : [['content-type', 'application/json'] as const]),
        ...(lines ? [['content-type', 'application/x-ndjson'] as const] : []),
        ...(csv ? [['content-type', 'text/csv'] as const] : []),
        ...Object.entries(headers),
      ],
      body: isPdf ? body : csv ? Buffer.from(csv) : textOf(body, lines),
    };
    const response = await this.wire.send(sent);
    keepCookies(identity, response.headers['set-cookie']);
    this.count(called, response.status);
    const violations = [...responseViolations(response), ...contractViolations(called, called.method, response)];
    if (violations.length > 0) this.fail(null, id, violations, sent, response);
    return this.learn(called, identity.id, sent, response);
  }

  /** Like {@link call}, but throws unless the request succeeds. */
  async callOk<T>(actor: ActorName | Identity, id: string, call: Call = {}): Promise<T> {
    const { status, body } = await this.call(actor, id, call);
    if (status >= 300) throw new Error(`${id}: ${status} ${JSON.stringify(body)}`);
    return body as T;
  }

  /** A separate address for each setup call, so rate limits never apply to it. */
  private nextAddress(): string {
    this.calls += 1;
    return `192.0.${Math.floor(this.calls / 256) % 256}.${this.calls % 256}`;
  }

  fail(
    number: number | null,
    what: string,
    violations: readonly string[],
    sent: WireRequest | null,
    response: WireResponse | null,
  ): void {
    const shown =
      response && `${response.status} ${JSON.stringify(response.headers)}\n${response.body.subarray(0, 2_000)}`;
    this.failures.push({ number, what, violations, sent, response: shown ?? 'none' });
  }
}

function textOf(body: unknown, lines: readonly unknown[] | undefined): Buffer | null {
  if (lines) return Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return body === undefined ? null : Buffer.from(JSON.stringify(body));
}

function jsonOf({ headers, body }: WireResponse): unknown {
  if (!/^application\/(problem\+)?json/.test(headers['content-type'] ?? '')) return null;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
