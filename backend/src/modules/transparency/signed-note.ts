import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { Checkpoint, TreeHead } from '../../domain/transparency/ports.js';
import { sha256 } from './sha256.js';

/** Ed25519 (c2sp.org/signed-note). */
const ALGORITHM = Buffer.of(1);

/** What comes before the 32 bytes of a private key in PKCS #8 (RFC 8410 section 7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A key that signs notes, and its name. */
export interface NoteKey {
  readonly name: string;
  readonly id: Buffer;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** What others need in order to verify: name, ID and public key. */
  readonly verifierKey: string;
}

/** @param seed the 32 bytes of the private key */
export function noteKey(name: string, seed: Buffer): NoteKey {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey);
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const encoded = Buffer.concat([ALGORITHM, Buffer.from(x, 'base64url')]);
  const id = Buffer.from(sha256(`${name}\n`, encoded).subarray(0, 4));
  return {
    name,
    id,
    privateKey,
    publicKey,
    verifierKey: `${name}+${id.toString('hex')}+${encoded.toString('base64')}`,
  };
}

/** The form in which Go's `note` package stores a private key. */
export const storedKey = (name: string, seed: Buffer): string =>
  `PRIVATE+KEY+${name}+${noteKey(name, seed).id.toString('hex')}+${Buffer.concat([ALGORITHM, seed]).toString('base64')}`;

/** @throws Error if the text is not a key of this kind */
export function parseStoredKey(text: string): NoteKey {
  const [, name, id, encoded = ''] = /^PRIVATE\+KEY\+([^+\s]+)\+([\da-f]{8})\+(\S+)\s*$/.exec(text) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  if (name === undefined || bytes.length !== 33 || bytes[0] !== ALGORITHM[0])
    throw new Error('it is not an Ed25519 key');
  const key = noteKey(name, bytes.subarray(1));
  if (key.id.toString('hex') !== id) throw new Error('its ID does not fit the key');
  return key;
}

/** Signs a text, which ends with a new line. The same text always gets the same bytes. */
export function signNote(text: string, ...keys: readonly NoteKey[]): string {
  const signatures = keys.map(({ name, id, privateKey }) => {
    const signature = Buffer.concat([id, sign(null, Buffer.from(text), privateKey)]);
    return `\u2014 ${name} ${signature.toString('base64')}\n`;
  });
  return `${text}\n${signatures.join('')}`;
}

/** The origin of a log is the name of its keys. */
export function signCheckpoint({ size, root }: TreeHead, key: NoteKey, ...others: readonly NoteKey[]): Checkpoint {
  const text = `${key.name}\n${size}\n${Buffer.from(root).toString('base64')}\n`;
  return { size, root, note: signNote(text, key, ...others) };
}

/** @throws Error if it is not a checkpoint that this key signed */
export function openCheckpoint(note: string, { name, id, publicKey }: NoteKey): Checkpoint {
  const text = note.slice(0, note.lastIndexOf('\n\n') + 1);
  const [origin, size = '', root = ''] = text.split('\n');
  const signatures = note.slice(text.length + 1).split('\n');
  const isOurs = signatures.some((line) => {
    const [, signer, encoded = ''] = /^\u2014 (\S+) (\S+)$/.exec(line) ?? [];
    const bytes = Buffer.from(encoded, 'base64');
    return (
      signer === name &&
      bytes.subarray(0, 4).equals(id) &&
      verify(null, Buffer.from(text), publicKey, bytes.subarray(4))
    );
  });
  if (!isOurs || origin !== name) throw new Error(`The checkpoint is not of the key ${name}`);
  return { size: Number(size), root: Buffer.from(root, 'base64'), note };
}
