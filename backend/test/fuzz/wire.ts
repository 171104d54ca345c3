import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { HANGS_AFTER_MS } from '../support/limits.mjs';

/** One request, exactly as it goes over the wire. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, byte for byte. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | null;
  /** Send these bytes instead, on a separate connection. */
  readonly raw?: string;
}

export interface WireResponse {
  readonly status: number;
  /** By lowercase name; repeated headers are joined by a line break. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Sends requests to one server over keep-alive connections. */
export class Wire {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 32 });
  private readonly hostname: string;
  private readonly port: number;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.hostname = hostname;
    this.port = Number(port);
  }

  close(): void {
    this.agent.destroy();
  }

  send(sent: WireRequest): Promise<WireResponse> {
    return sent.raw === undefined ? this.parsed(sent) : this.raw(sent.raw);
  }

  private parsed({ method, target, headers, body }: WireRequest): Promise<WireResponse> {
    return new Promise((resolve, reject) => {
      const flat = headers.flat();
      const isChunked = headers.some(([name]) => name === 'transfer-encoding');
      const hasBody = body !== null || !['GET', 'HEAD', 'DELETE'].includes(method);
      const length = hasBody && !isChunked ? ['content-length', String(body?.length ?? 0)] : [];
      const host = ['host', `${this.hostname}:${this.port}`];
      const { agent, hostname, port } = this;
      const request = httpRequest(
        {
          agent,
          hostname,
          port,
          method,
          path: target,
          headers: [...host, ...flat, ...length],
          timeout: HANGS_AFTER_MS,
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const answer = { status: response.statusCode ?? 0, headers: headersByName(response.rawHeaders) };
            resolve({ ...answer, body: decompressed(Buffer.concat(chunks), answer.headers['content-encoding']) });
          });
        },
      );
      request.on('timeout', () => request.destroy(new Error(`no answer within ${HANGS_AFTER_MS} ms`)));
      request.on('error', (error: Error) => {
        // Node answers a malformed HEAD with a body, because it could not parse the method. Clients reject that.
        const isNoise = method === 'HEAD' && error.message.includes('Data after `Connection: close`');
        if (isNoise) resolve({ status: 0, headers: {}, body: Buffer.alloc(0) });
        else reject(error);
      });
      request.end(body ?? undefined);
    });
  }

  /** Sends raw bytes. @returns the last response; status 0 if the server closed the connection without one */
  private raw(bytes: string): Promise<WireResponse> {
    return new Promise((resolve, reject) => {
      let received = '';
      const socket = connect(this.port, this.hostname, () => socket.write(Buffer.from(bytes, 'latin1')));
      socket.setTimeout(HANGS_AFTER_MS, () => socket.destroy(new Error(`no answer within ${HANGS_AFTER_MS} ms`)));
      socket.setEncoding('latin1').on('data', (chunk) => {
        received += chunk;
      });
      socket.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
      });
      socket.on('close', () => resolve(parseResponse(received)));
    });
  }
}

function decompressed(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === undefined || body.length === 0) return body;
  return encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body);
}

function headersByName(rawHeaders: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] ?? '').toLowerCase();
    const value = rawHeaders[i + 1] ?? '';
    headers[name] = headers[name] === undefined ? value : `${headers[name]}\n${value}`;
  }
  return headers;
}

/** Parses the bytes received on a closed connection, skipping an interim response. */
function parseResponse(received: string): WireResponse {
  const final = received.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
  const [head = '', ...rest] = final.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = headersByName(
    lines.flatMap((line) => [line.split(':', 1)[0] ?? '', line.slice(line.indexOf(':') + 1).trim()]),
  );
  const text = rest.join('\r\n\r\n');
  const isChunked = headers['transfer-encoding'] === 'chunked';
  const body = Buffer.from(isChunked ? unchunked(text) : text, 'latin1');
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0), headers, body };
}

function unchunked(text: string): string {
  let rest = text;
  let whole = '';
  for (;;) {
    const end = rest.indexOf('\r\n');
    const length = Number.parseInt(rest.slice(0, end), 16);
    if (end < 0 || !(length > 0)) return whole;
    whole += rest.slice(end + 2, end + 2 + length);
    rest = rest.slice(end + 2 + length + 2);
  }
}
