/** What an entry of the public log says (backend: log-entry.ts). */
export interface EntryContent {
  readonly type: string;
  readonly at: string;
  /** Reference of the certificate. */
  readonly ref: string;
  /** SHA-256 of the document. */
  readonly file?: string;
  readonly replacedBy?: string;
}

export const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const utf8 = (text: string) => new TextEncoder().encode(text);
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

export async function sha256(...parts: readonly Uint8Array<ArrayBuffer>[]): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', await new Blob([...parts]).arrayBuffer()));
}

/** The entry that a proof says it is about. Nothing of it is verified. @throws Error if there is none */
export function claimedEntry(proof: string): EntryContent {
  const extra = new TextDecoder().decode(fromBase64(/^extra (.+)$/m.exec(proof)?.[1] ?? ''));
  return JSON.parse((JSON.parse(extra) as { entry: string }).entry);
}

/**
 * Verifies that the entry of a proof (c2sp.org/tlog-proof) is in the log that this key signed.
 * @returns the index of the entry
 * @throws Error if it is not
 */
export async function verifyProof(proof: string, verifierKey: string): Promise<number> {
  const [, extra = '', index = '', path = '', checkpoint = ''] =
    /^c2sp\.org\/tlog-proof@v1\nextra (.+)\nindex (0|[1-9]\d*)\n((?:\S+\n)*)\n(.*)$/s.exec(proof) ?? [];
  const { size, root } = await openCheckpoint(checkpoint, verifierKey);
  const { entry } = JSON.parse(new TextDecoder().decode(fromBase64(extra))) as { entry: string };
  const hashes = path.split('\n').filter(Boolean).map(fromBase64);
  const found = await rootOf(await sha256(Uint8Array.of(0), utf8(entry)), Number(index), size, hashes);
  if (hexOf(found) !== hexOf(root)) throw new Error('The entry is not in the log');
  return Number(index);
}

/** @throws Error if the key did not sign it */
async function openCheckpoint(note: string, verifierKey: string) {
  const [, name, id, encoded = ''] = /^([^+]+)\+([\da-f]{8})\+(.+)$/.exec(verifierKey.trim()) ?? [];
  const key = fromBase64(encoded);
  const [, text = '', size = '', root = ''] = /^(\S+\n(0|[1-9]\d*)\n(\S+)\n)\n/.exec(note) ?? [];
  const signatures = note.split('\n').flatMap((line) => /^\u2014 (\S+) (\S+)$/.exec(line)?.slice(1, 3).join(' ') ?? []);
  const ours = signatures.find(
    (one) => one.startsWith(`${name} `) && hexOf(fromBase64(one.split(' ')[1] ?? '').slice(0, 4)) === id,
  );
  const signature = fromBase64(ours?.split(' ')[1] ?? '').slice(4);
  const publicKey = await crypto.subtle.importKey('raw', key.slice(1), 'Ed25519', false, ['verify']);
  const isSigned = await crypto.subtle.verify('Ed25519', publicKey, signature, utf8(text));
  if (!isSigned || key[0] !== 1 || !text.startsWith(`${name}\n`)) throw new Error('The log is not signed with its key');
  return { size: Number(size), root: fromBase64(root) };
}

/** Follows a proof up to the root (RFC 9162 section 2.1.3.2). Numbers of entries can be larger than 32 bits. */
async function rootOf(
  leaf: Uint8Array<ArrayBuffer>,
  index: number,
  size: number,
  hashes: readonly Uint8Array<ArrayBuffer>[],
) {
  let [fn, sn, root] = [index, size - 1, leaf];
  const isOdd = (number: number) => number % 2 === 1;
  const up = () => {
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  };
  if (fn > sn) throw new Error('The entry is not in the log');
  for (const hash of hashes) {
    if (sn === 0) throw new Error('The proof is too long');
    const isRight = isOdd(fn) || fn === sn;
    root = await sha256(Uint8Array.of(1), isRight ? hash : root, isRight ? root : hash);
    if (isRight) while (!isOdd(fn) && fn > 0) up();
    up();
  }
  if (sn !== 0) throw new Error('The proof is too short');
  return root;
}
