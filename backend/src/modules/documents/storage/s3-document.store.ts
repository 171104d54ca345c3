import { createHash } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Logger } from '@nestjs/common';
import { AwsV4Signer } from 'aws4fetch';
import { DocumentBytesMissing, DocumentStore, type StoredBytes } from '../../../domain/documents/ports.js';
import type { StoredDocument } from '../../../domain/shared/stored-document.js';
import { afterCommit } from '../../../platform/database/transaction.js';
import { collected, verified } from '../chunks.js';

/** Where the bucket is, and who writes to it. */
export interface S3Options {
  /** Address of the bucket in path style, with a prefix if any, e.g. `https://s3.us-east-2.amazonaws.com/bucket/documents`. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Objects of one list: the most that servers return. */
const PAGE = '1000';

/** A request fails if the server sends no byte for this long. */
const IDLE_MS = 20_000;

/** SHA-256 of an empty body, with which requests without one are signed. */
const EMPTY_SHA256 = createHash('sha256').digest('hex');

/**
 * Keeps documents in an S3-compatible bucket, each under its own SHA-256, which the server checks too because requests are
 * signed with it. Requests go through Node's HTTP client: S3 requires a `Content-Length`, which `fetch` does not send for
 * streams.
 */
export class S3DocumentStore extends DocumentStore {
  private readonly logger = new Logger('Documents');
  private readonly bucket: string;
  /** Prefix of our objects' names: empty, or a path that ends with a slash. */
  private readonly prefix: string;

  constructor(private readonly options: S3Options) {
    super();
    const { origin, pathname } = new URL(options.url);
    const [bucket = '', ...path] = pathname.split('/').filter((part) => part !== '');
    this.bucket = `${origin}/${bucket}`;
    this.prefix = path.length > 0 ? `${path.join('/')}/` : '';
  }

  /** Writing the same bytes twice is harmless and replaces a damaged copy, so the mode makes no difference. */
  async write(sha256: string, bytes: number, content: AsyncIterable<Uint8Array>): Promise<void> {
    const headers = {
      'content-length': String(bytes),
      'content-type': 'application/pdf',
      'x-amz-content-sha256': sha256,
    };
    const body = withholdLast(verified(sha256, bytes, content));
    try {
      discard(await this.send('PUT', this.urlOf(sha256), headers, body), 200, 201, 204);
    } catch (error) {
      await this.deletePart(sha256, bytes).catch(() => {});
      throw error;
    }
  }

  /** S3 drops an incomplete upload, but some compatible servers keep what had arrived. */
  private async deletePart(sha256: string, bytes: number): Promise<void> {
    const response = await this.send('HEAD', this.urlOf(sha256));
    response.resume();
    const isPart = response.statusCode === 200 && response.headers['content-length'] !== String(bytes);
    if (isPart) await this.delete(sha256);
  }

  async *read(sha256: string): AsyncGenerator<Uint8Array> {
    const response = await this.send('GET', this.urlOf(sha256));
    if (response.statusCode === 404) {
      response.resume();
      throw new DocumentBytesMissing(sha256);
    }
    if (response.statusCode !== 200) throw unexpected(response);
    yield* response as AsyncIterable<Uint8Array>;
  }

  whole(document: StoredDocument): Promise<Uint8Array> {
    return collected(document, this.read(document.id));
  }

  async has(sha256: string): Promise<boolean> {
    const response = await this.send('HEAD', this.urlOf(sha256));
    discard(response, 200, 404);
    return response.statusCode === 200;
  }

  /**
   * A transaction that is rolled back must not have deleted anything, so it waits for the commit. If a crash or a fault
   * prevents the deletion, the nightly check deletes the object.
   */
  async remove(sha256: string): Promise<void> {
    const removing = Promise.withResolvers<void>();
    let isDeferred = true;
    afterCommit(() => {
      isDeferred = false;
      this.delete(sha256).then(removing.resolve, removing.reject);
    });
    if (!isDeferred) return removing.promise;
    removing.promise.catch((error: unknown) =>
      this.logger.warn(`A document could not be deleted from the store: ${error}`),
    );
  }

  /** Other objects of the bucket are left out, so there may be fewer than a page of the server has. */
  async list(after: string | null, limit: number): Promise<StoredBytes[]> {
    const found: StoredBytes[] = [];
    let start = after === null ? this.prefix : this.nameOf(after);
    while (found.length < limit) {
      const query = {
        'list-type': '2',
        'max-keys': PAGE,
        prefix: this.prefix,
        ...(start && { 'start-after': start }),
      };
      const response = await this.send('GET', `${this.bucket}?${new URLSearchParams(query)}`);
      if (response.statusCode !== 200) throw unexpected(response);
      const page = await text(response);
      const objects = [...page.matchAll(OBJECT)].map(([, name = '', storedAt = '']) => ({ name, storedAt }));
      found.push(...objects.flatMap((one) => this.documentOf(one)));
      if (!/<IsTruncated>true/.test(page)) break;
      start = objects.at(-1)?.name ?? start;
    }
    return found.slice(0, limit);
  }

  private documentOf({ name, storedAt }: { name: string; storedAt: string }): StoredBytes[] {
    const sha256 = /^([0-9a-f]{64})\.pdf$/.exec(name.slice(this.prefix.length))?.[1];
    return sha256 === undefined ? [] : [{ sha256, storedAt: new Date(storedAt) }];
  }

  /** Nothing to do: the server drops an upload that was cut off. */
  async purge(): Promise<void> {}

  private async delete(sha256: string): Promise<void> {
    discard(await this.send('DELETE', this.urlOf(sha256)), 200, 204, 404);
  }

  private readonly nameOf = (sha256: string) => `${this.prefix}${sha256}.pdf`;
  private readonly urlOf = (sha256: string) => `${this.bucket}/${this.nameOf(sha256)}`;

  private async send(
    method: string,
    url: string,
    headers: Record<string, string> = { 'x-amz-content-sha256': EMPTY_SHA256 },
    body?: AsyncIterable<Uint8Array>,
  ): Promise<IncomingMessage> {
    const { region, accessKeyId, secretAccessKey } = this.options;
    const signer = new AwsV4Signer({ method, url, headers, region, accessKeyId, secretAccessKey, service: 's3' });
    const signed = await signer.sign();
    const open = signed.url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = open(signed.url, {
      method,
      // The signer adds headers that it signs, and leaves out those that it does not.
      headers: { ...headers, ...Object.fromEntries(signed.headers) },
      timeout: IDLE_MS,
    });
    request.on('timeout', () => request.destroy(new Error(`The store did not answer within ${IDLE_MS / 1000} s`)));
    const response = new Promise<IncomingMessage>((resolve, reject) => {
      request.on('response', resolve);
      request.on('error', reject);
    });
    // Awaited below; until then a failure must not count as an unhandled rejection.
    response.catch(() => {});
    if (body) await pipeline(Readable.from(body), request);
    else request.end();
    return response;
  }
}

/** An object in a list of the server. Names of ours need no escaping in XML; others may, and are passed over. */
const OBJECT = /<Contents>.*?<Key>([^<]*)<\/Key>.*?<LastModified>([^<]*)<\/LastModified>.*?<\/Contents>/gs;

/**
 * Holds the last piece back until the content has ended without an error, so that the server never receives a complete
 * file that is not the announced one.
 */
async function* withholdLast(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let last: Uint8Array | null = null;
  for await (const piece of content) {
    if (last) yield last;
    last = piece;
  }
  if (last) yield last;
}

/** Reads the rest of a response, so that its connection can be used again. @throws Error for another status */
function discard(response: IncomingMessage, ...expected: readonly number[]): void {
  if (!expected.includes(response.statusCode ?? 0)) throw unexpected(response);
  response.resume();
}

/** Contains only the status, because the server's message can contain addresses and names of keys. */
function unexpected(response: IncomingMessage): Error {
  response.resume();
  return new Error(`The document store answered ${response.statusCode}`);
}
