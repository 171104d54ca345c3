import { createConnection, type Socket } from 'node:net';
import { MalwareScanner } from '../../domain/documents/ports.js';

/** Bytes of one chunk; clamd reads chunk by chunk. */
const CHUNK_BYTES = 64 * 1024;

/** A document has at most 10 MB, which clamd scans in a few seconds. */
const TIMEOUT_MS = 30_000;

/** clamd answers one short line, such as `stream: Eicar-Test-Signature FOUND`. */
const REPLY_MAX = 4096;

/**
 * Sends a document to clamd with its INSTREAM command (https://docs.clamav.net/manual/Usage/ClamdProtocol.html). It
 * fails closed: only the reply `stream: OK` means clean. Any reply that is neither that nor a finding is an error, so
 * the document waits and is scanned again.
 */
export class ClamdScanner extends MalwareScanner {
  /** @param address `tcp://host:3310`, or `unix:/run/clamav/clamd.ctl` */
  constructor(
    private readonly address: URL,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {
    super();
  }

  /** @throws Error when clamd cannot be reached, does not answer in time, or could not scan the whole document */
  async scan(content: Uint8Array): Promise<'clean' | 'infected'> {
    const socket = this.connect();
    try {
      const reply = readReply(socket, this.timeoutMs);
      // Awaited below; a failure before that must not count as an unhandled rejection.
      reply.catch(() => {});
      socket.write('zINSTREAM\0');
      for (let start = 0; start < content.length; start += CHUNK_BYTES) {
        const chunk = content.subarray(start, start + CHUNK_BYTES);
        socket.write(lengthOf(chunk));
        socket.write(chunk);
      }
      socket.write(lengthOf(new Uint8Array()));
      return resultOf(await reply);
    } finally {
      socket.destroy();
    }
  }

  private connect(): Socket {
    const { protocol, hostname, port, pathname } = this.address;
    if (protocol === 'unix:') return createConnection({ path: decodeURIComponent(pathname) });
    return createConnection({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3310) });
  }
}

/** Length as four bytes in network order; a length of zero ends the stream. */
function lengthOf(chunk: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return length;
}

/** Reads up to the zero byte that ends a reply to a command with the prefix `z`. */
function readReply(socket: Socket, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let reply = '';
    const timer = setTimeout(() => reject(new Error(`clamd did not answer within ${timeoutMs / 1000} s`)), timeoutMs);
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    socket.setEncoding('latin1');
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('clamd closed the connection without an answer')));
    socket.on('data', (text: string) => {
      reply += text;
      if (reply.length > REPLY_MAX) return fail(new Error('clamd sent an answer that is too long'));
      if (!reply.includes('\0')) return;
      clearTimeout(timer);
      resolve(reply.slice(0, reply.indexOf('\0')).trim());
    });
  });
}

function resultOf(reply: string): 'clean' | 'infected' {
  if (reply === 'stream: OK') return 'clean';
  if (/^stream: .+ FOUND$/.test(reply)) return 'infected';
  throw new Error(`clamd could not scan the document: ${reply}`);
}
