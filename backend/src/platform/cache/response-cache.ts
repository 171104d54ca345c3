import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '../config.js';
import { CacheInvalidationListener } from './cache-invalidation-listener.js';

export type Encoding = 'identity' | 'br' | 'gzip';

/** The bytes of an answer in one coding, with the headers that belong to them. */
export interface EncodedBody {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string | number>>;
}

/** A successful answer to the public, as it is sent to everybody who asks the same. */
export class CachedResponse {
  private readonly coded: { -readonly [coding in Encoding]?: EncodedBody } = {};
  /** The hash of the bytes before they are compressed. */
  readonly hash: string;
  private readonly isCompressible: boolean;
  /** Bytes that it takes in memory at the moment. */
  size = 0;

  constructor(
    private readonly body: Buffer,
    private readonly headers: Readonly<Record<string, string>>,
    prepared: { readonly [coding in 'br' | 'gzip']?: Buffer } = {},
  ) {
    this.hash = createHash('sha256').update(body).digest('base64url').slice(0, 27);
    this.isCompressible = body.length >= COMPRESSED_FROM && COMPRESSIBLE.test(headers['content-type'] ?? '');
    this.coded.identity = this.codedAs('identity', body);
    if (prepared.br) this.coded.br = this.codedAs('br', prepared.br);
    if (prepared.gzip) this.coded.gzip = this.codedAs('gzip', prepared.gzip);
  }

  /** In the coding that was asked for, if it is there already. */
  encodedOrUndefined(coding: Encoding): EncodedBody | undefined {
    return this.coded[this.isCompressible ? coding : 'identity'];
  }

  /** In the coding that was asked for; compressed when that is asked for first. */
  async encoded(coding: Encoding): Promise<EncodedBody> {
    const ready = this.encodedOrUndefined(coding);
    if (ready || coding === 'identity') return ready as EncodedBody;
    const made = this.codedAs(coding, await compressed(coding, this.body));
    this.coded[coding] = made;
    return made;
  }

  /** A representation in another coding is another one, also to those who compare strongly (RFC 9110 section 8.8.3). */
  private codedAs(coding: Encoding, body: Buffer): EncodedBody {
    const isCoded = coding !== 'identity';
    this.size += body.length;
    return {
      body,
      headers: {
        ...this.headers,
        'content-length': body.length,
        etag: `"${this.hash}${isCoded ? `-${coding}` : ''}"`,
        ...(this.isCompressible && { vary: 'accept-encoding' }),
        ...(isCoded && { 'content-encoding': coding }),
      },
    };
  }
}

/** Shorter ones fit into a packet or two anyway. */
const COMPRESSED_FROM = 1024;

const COMPRESSIBLE = /^(text\/|application\/(.+\+)?(json|xml)|application\/javascript|image\/svg)/;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Made once and sent often, but somebody waits for it: the hardest setting takes twenty times as long. */
const compressed = (coding: 'br' | 'gzip', body: Buffer) =>
  coding === 'br'
    ? brotli(body, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
      })
    : zip(body);

/** Sends an answer in the coding that the request takes, or says that it is known there already. */
export function sendCached(request: FastifyRequest, reply: FastifyReply, answer: CachedResponse): void {
  const coding = negotiateEncoding(request.headers['accept-encoding']);
  const ready = answer.encodedOrUndefined(coding);
  if (ready) reply.send(applyConditional(request, reply, answer, ready));
  else
    answer.encoded(coding).then(
      (made) => reply.send(applyConditional(request, reply, answer, made)),
      (error) => reply.send(error),
    );
}

/** Gives a reply the headers of an answer. @returns what to send with them */
export function applyConditional(
  request: FastifyRequest,
  reply: FastifyReply,
  { hash }: CachedResponse,
  { headers, body }: EncodedBody,
): Buffer | undefined {
  reply.headers(headers);
  const known = request.headers['if-none-match'];
  if (known === undefined || reply.statusCode !== 200 || !matchesEntityTag(known, hash)) return body;
  reply.code(304);
  // Fastify itself takes the body from what HEAD is answered, and has to see one for that.
  if (request.method === 'HEAD') return body;
  reply.removeHeader('content-length');
  return undefined;
}

/** Sends an answer with these headers and its own past Fastify: nothing else looks at it any more. */
export function sendRaw(
  { id, headers: { 'if-none-match': known } }: FastifyRequest,
  reply: FastifyReply,
  { hash }: CachedResponse,
  { headers, body }: EncodedBody,
  more: Readonly<Record<string, string>>,
): void {
  const { raw } = reply.hijack();
  const said: Record<string, string | number> = { ...headers, ...more, 'x-request-id': id };
  if (known === undefined || !matchesEntityTag(known, hash)) {
    raw.writeHead(200, said).end(body);
    return;
  }
  const { 'content-length': _, ...unchanged } = said;
  raw.writeHead(304, unchanged).end();
}

/** Tags are compared weakly here, and whichever coding was kept has the same content (RFC 9110 section 13.1.2). */
const matchesEntityTag = (header: string, hash: string) =>
  header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '').startsWith(`"${hash}`));

/** The best coding that the header takes. Browsers send one and the same header, so it is understood once. */
export function negotiateEncoding(header: string | string[] | undefined): Encoding {
  if (typeof header !== 'string') return 'identity';
  const known = codings.get(header);
  if (known) return known;
  const found = understood(header);
  if (codings.size < CODINGS_MAX) codings.set(header, found);
  return found;
}

const codings = new Map<string, Encoding>();
const CODINGS_MAX = 100;

function understood(header: string): Encoding {
  const weights = new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight)] as const;
    }),
  );
  const takes = (coding: string) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0;
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
}

/** Somebody asks the database for an answer; whoever wants the same meanwhile waits for it. */
interface PendingFetch {
  readonly tags: readonly string[];
  readonly response: Promise<CachedResponse | null>;
  /** Something changed since it began: it may be of before, and whoever comes now must not get it. */
  isOutdated: boolean;
}

/** An answer that somebody is to find. */
export interface CacheWrite {
  /** @param answer null when there is none to share: an error, or nobody waits for it any more */
  complete(answer: CachedResponse | null): void;
}

interface Entry {
  readonly response: CachedResponse;
  readonly tags: readonly string[];
  /** What it was counted as. */
  bytes: number;
}

/** Beside its bytes: objects, headers, the entry of the map. */
const OVERHEAD_BYTES = 1_000;

/** One answer may not push all others out. */
const LARGEST_SHARE = 1 / 8;

/**
 * Answers to the public that were given before, kept until something changes that they were made of. Nothing is taken
 * from here while it is not certain that changes are heard of ({@link CacheInvalidationListener}).
 */
@Injectable()
export class ResponseCache {
  private readonly entries = new Map<string, Entry>();
  private readonly pendingFetches = new Map<string, PendingFetch>();
  private readonly maxBytes: number;
  private bytes = 0;
  private readonly counts = { hits: 0, misses: 0, joined: 0, bypasses: 0, dropped: 0 };

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly invalidations: CacheInvalidationListener,
  ) {
    this.maxBytes = config.answerCacheMb * 1_000_000;
    invalidations.onInvalidation((kind) => this.invalidate(kind));
  }

  /** For metrics: what happened since the start, and what there is now. */
  get counters() {
    return {
      ...this.counts,
      entries: this.entries.size,
      bytes: this.bytes,
      listeningSince: this.invalidations.listeningSince,
    };
  }

  /** Whether what is here may be used. */
  get isUsable(): boolean {
    return this.maxBytes > 0 && this.invalidations.isInSync();
  }

  /** What is kept, or being made just now, under a key; undefined when there is neither. */
  find(key: string): CachedResponse | Promise<CachedResponse | null> | undefined {
    if (!this.isUsable) {
      this.counts.bypasses += 1;
      return undefined;
    }
    const entry = this.entries.get(key);
    if (entry) {
      this.counts.hits += 1;
      this.entries.delete(key);
      this.entries.set(key, entry);
      this.measure(key, entry);
      return entry.response;
    }
    const pending = this.pendingFetches.get(key);
    if (pending) this.counts.joined += 1;
    else this.counts.misses += 1;
    return pending?.response;
  }

  /** Begins to make an answer, so that others can wait for it. Nothing may have been read for it yet. */
  open(key: string, kinds: readonly string[]): CacheWrite {
    if (!this.isUsable || this.pendingFetches.has(key)) return { complete: () => {} };
    let land: (answer: CachedResponse | null) => void = () => {};
    const landed = new Promise<CachedResponse | null>((resolve) => {
      land = resolve;
    });
    const pending: PendingFetch = { tags: kinds, response: landed, isOutdated: false };
    this.pendingFetches.set(key, pending);
    return {
      complete: (answer) => {
        if (this.pendingFetches.get(key) === pending) this.pendingFetches.delete(key);
        if (answer && !pending.isOutdated && this.isUsable)
          this.store(key, { response: answer, tags: kinds, bytes: 0 });
        land(answer);
      },
    };
  }

  /** Resolves when nothing is kept any more that was changed before. */
  waitForInvalidations(): Promise<void> {
    return this.invalidations.waitForInvalidations();
  }

  private store(key: string, entry: Entry): void {
    const replaced = this.entries.get(key);
    if (replaced) this.remove(key, replaced);
    this.entries.set(key, entry);
    this.measure(key, entry);
  }

  /** An answer grows when it is first asked for in another coding. */
  private measure(key: string, entry: Entry): void {
    const bytes = entry.response.size + 2 * key.length + OVERHEAD_BYTES;
    if (bytes === entry.bytes) return;
    this.bytes += bytes - entry.bytes;
    entry.bytes = bytes;
    if (bytes > this.maxBytes * LARGEST_SHARE) this.remove(key, entry);
    for (const [oldest, old] of this.entries) {
      if (this.bytes <= this.maxBytes) return;
      this.remove(oldest, old);
    }
  }

  private remove(key: string, entry: Entry): void {
    this.entries.delete(key);
    this.bytes -= entry.bytes;
  }

  /** @param kind null: anything may have changed */
  private invalidate(kind: string | null): void {
    const concerns = (kinds: readonly string[]) => kind === null || kinds.includes(kind);
    for (const [key, entry] of this.entries) {
      if (!concerns(entry.tags)) continue;
      this.remove(key, entry);
      this.counts.dropped += 1;
    }
    for (const [key, pending] of this.pendingFetches) {
      if (!concerns(pending.tags)) continue;
      pending.isOutdated = true;
      this.pendingFetches.delete(key);
    }
  }
}
