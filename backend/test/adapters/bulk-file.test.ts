import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { deflateSync, gzipSync } from 'node:zlib';
import { BulkFileDamaged, BulkFileEmpty, BulkFileTooLarge } from '../../src/domain/coa-registry/labs/bulk-import.js';
import { decompress, requireContent } from '../../src/modules/coa-registry/labs/http/bulk-file.js';
import { until } from '../support/until.js';

const MB = 1024 * 1024;
const LIMITS = { compressedBytes: MB, decompressedBytes: 4 * MB, lines: 1_000 };

/** A stream of chunks that counts how many were read. */
class Chunks {
  taken = 0;
  isReturned = false;

  constructor(
    private readonly all: readonly Buffer[],
    private readonly failure?: Error,
  ) {}

  get length(): number {
    return this.all.length;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    try {
      for (const chunk of this.all) {
        this.taken += 1;
        yield chunk;
      }
      if (this.failure) throw this.failure;
    } finally {
      this.isReturned = true;
    }
  }
}

const inPieces = (bytes: Buffer, size: number) =>
  new Chunks(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size)),
  );

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

describe('a compressed file', () => {
  it('comes out as it went in, however it is cut into pieces, and however many parts it has', async () => {
    const text = '{"brandName":"Bière"}\n'.repeat(900);
    const packed = Buffer.concat([gzipSync(text.slice(0, 5_001)), gzipSync(text.slice(5_001))]);
    for (const size of [1, 7, packed.length])
      expect(await textOf(decompress(inPieces(packed, size), LIMITS))).toBe(text);
  });

  it('that is a thousand times as large unpacked is refused midway', async () => {
    const bomb = inPieces(Buffer.concat(Array(128).fill(gzipSync(Buffer.alloc(4 * MB)))), 1_000);
    let bytes = 0;
    const read = async () => {
      for await (const chunk of decompress(bomb, LIMITS)) bytes += chunk.length;
    };
    await expect(read()).rejects.toThrow(
      'Unpacked, a compressed file can be at most 4 MB. Split the file, or send it uncompressed.',
    );
    expect(bytes).toBeLessThanOrEqual(LIMITS.decompressedBytes);
    expect(bytes).toBeGreaterThan(LIMITS.decompressedBytes - 100_000);
    // Those of the first 4 MB, and the 64 kB that the streams in between hold.
    expect(bomb.taken).toBeLessThan(100);
    expect(bomb.length).toBeGreaterThan(500);
    await until('the rest is left alone', async () => bomb.isReturned);
  });

  it.each<[string, Buffer, string]>([
    ['of short lines', gzipSync('{}\n'.repeat(1_001)), 'A compressed file can have at most 1,000 lines'],
    ['that is large before it is unpacked', Buffer.concat(Array(60_000).fill(gzipSync(''))), 'at most 1 MB'],
  ])('%s is refused', async (_, packed, message) => {
    const reading = textOf(decompress(inPieces(packed, 64_000), LIMITS));
    await expect(reading).rejects.toThrow(BulkFileTooLarge);
    await expect(textOf(decompress(inPieces(packed, 64_000), LIMITS))).rejects.toThrow(message);
  });

  const GOOD = gzipSync('{"brandName":"Juniper & Tide"}\n'.repeat(100));

  it.each<[string, Buffer]>([
    ['cut short', GOOD.subarray(0, -9)],
    ['cut within its header', GOOD.subarray(0, 5)],
    ['of another format', deflateSync('{}')],
    ['that is plain text', Buffer.from('{"brandName":"Juniper & Tide"}\n')],
    ['whose checksum is wrong', Buffer.concat([GOOD.subarray(0, -8), Buffer.alloc(8)])],
    ['damaged in the middle', Buffer.concat([GOOD.subarray(0, 20), Buffer.alloc(9, 0xff), GOOD.subarray(29)])],
  ])('%s is damaged', async (_, packed) => {
    await expect(textOf(decompress(inPieces(packed, 16), LIMITS))).rejects.toThrow(BulkFileDamaged);
  });

  it('whose sender went away fails with that', async () => {
    const gone = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    await expect(textOf(decompress(new Chunks([GOOD.subarray(0, 20)], gone), LIMITS))).rejects.toBe(gone);
  });

  it('is read no faster than it is taken', async () => {
    const chunks = inPieces(gzipSync(randomBytes(MB - 1_000)), 1_000);
    const reader = decompress(chunks, LIMITS);
    await reader.next();
    await new Promise((resolve) => setImmediate(resolve));
    expect(chunks.taken).toBeLessThan(200);
    await reader.return(undefined);
    await until('the rest is left alone', async () => chunks.isReturned);
  });
});

describe('what a file begins with', () => {
  const file = (...texts: string[]) => Readable.from(texts.map((text) => Buffer.from(text)));

  it.each([[[]], [['']], [['\n', '\r\n \n\t']], [['\uFEFF\n']], [['\n'.repeat(600_000), '\n'.repeat(600_000), '{}']]])(
    'is nothing',
    async (texts) => {
      await expect(requireContent(file(...texts))).rejects.toThrow(BulkFileEmpty);
    },
  );

  it('is given back whole', async () => {
    expect(await textOf(await requireContent(file('\n', ' \n{"a"', ':1}\n', '\n')))).toBe('\n \n{"a":1}\n\n');
  });
});
