import { createHash, randomBytes } from 'node:crypto';
import { DocumentBytesMissing, DocumentDigestDiffers, type DocumentStore } from '../../src/domain/documents/ports.js';

const sha256Of = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

/** Content in pieces, like a request. */
async function* pieces(content: Uint8Array, size = 64 * 1024) {
  for (let start = 0; start < content.length; start += size) yield content.subarray(start, start + size);
}

async function* brokenOff(content: Uint8Array) {
  yield* pieces(content.subarray(0, content.length / 2));
  throw new Error('the connection broke');
}

async function collect(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

/** What every document store does. @param open returns an empty store */
export function describeDocumentStore(name: string, open: () => Promise<DocumentStore>): void {
  describe(`the document store in ${name}`, () => {
    const content = randomBytes(700_000);
    const sha256 = sha256Of(content);
    const write = (store: DocumentStore, bytes: Uint8Array = content) =>
      store.write(sha256Of(bytes), bytes.length, pieces(bytes), 'keep');

    it('returns what was written', async () => {
      const store = await open();
      expect(await store.has(sha256)).toBe(false);
      await write(store);
      expect(await store.has(sha256)).toBe(true);
      expect((await collect(store.read(sha256))).equals(content)).toBe(true);
    });

    it('keeps one copy of what is written twice, also at once', async () => {
      const store = await open();
      await Promise.all([write(store), write(store), write(store)]);
      await write(store);
      expect((await store.list(null, 10)).map((one) => one.sha256)).toEqual([sha256]);
      expect((await collect(store.read(sha256))).equals(content)).toBe(true);
    });

    it('keeps nothing of other bytes, too few, or too many', async () => {
      const store = await open();
      const other = Buffer.from(content);
      other[other.length - 1] = (other.at(-1) ?? 0) ^ 1;
      for (const sent of [other, content.subarray(1), Buffer.concat([content, other])]) {
        await expect(store.write(sha256, content.length, pieces(sent), 'keep')).rejects.toThrow(DocumentDigestDiffers);
        expect(await store.has(sha256)).toBe(false);
      }
      expect(await store.list(null, 10)).toEqual([]);
    });

    it('keeps nothing when the content breaks off', async () => {
      const store = await open();
      await expect(store.write(sha256, content.length, brokenOff(content), 'keep')).rejects.toThrow(
        'the connection broke',
      );
      expect(await store.has(sha256)).toBe(false);
    });

    it('says when it does not have the bytes', async () => {
      const store = await open();
      await expect(collect(store.read(sha256))).rejects.toThrow(DocumentBytesMissing);
    });

    it('removes, also what is not there', async () => {
      const store = await open();
      await write(store);
      await store.remove(sha256);
      await store.remove(sha256);
      expect(await store.has(sha256)).toBe(false);
    });

    it('lists in the order of the hashes, page by page', async () => {
      const store = await open();
      const before = Date.now();
      const all = Array.from({ length: 5 }, () => randomBytes(100));
      await Promise.all(all.map((bytes) => write(store, bytes)));
      const hashes = all.map(sha256Of).sort();
      const first = await store.list(null, 2);
      expect(first.map((one) => one.sha256)).toEqual(hashes.slice(0, 2));
      expect((await store.list(hashes[1] ?? '', 10)).map((one) => one.sha256)).toEqual(hashes.slice(2));
      // Some servers say whole seconds.
      for (const { storedAt } of first) expect(storedAt.getTime()).toBeGreaterThanOrEqual(before - 1_000);
    });

    it('replaces a copy', async () => {
      const store = await open();
      await write(store);
      await store.write(sha256, content.length, pieces(content), 'replace');
      expect((await collect(store.read(sha256))).equals(content)).toBe(true);
      expect(await store.list(null, 10)).toHaveLength(1);
    });
  });
}
