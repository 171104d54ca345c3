#!/usr/bin/env node
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const USAGE = `Checks the public log of lab reports and proofs from it. It needs no network and nothing but Node 20 or later.

    verify-log.mjs proof VKEY FILE.tlog-proof [REPORT.pdf]   is this in the log, and is this the document?
    verify-log.mjs paths CHECKPOINT                          which files to download from /log/
    verify-log.mjs log VKEY FOLDER [KEPT-CHECKPOINT ...]     is the whole log consistent, and with what you kept?

VKEY is the text at /log/vkey. Get it more than once, and from someone else: a false key can come with a
false log. FOLDER has the files that "paths" names, at the same paths. Exit status: 0 it is, 1 it is not, 2 wrong use.

It proves which bytes were published and that the log was not rewritten. It does not prove that a report is true, that it is
about your can, or that it still stands.`;

class Wrong extends Error {}

function sha256(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function fromBase64(text) {
  const decoded = Buffer.from(text, 'base64');
  if (decoded.toString('base64') !== text) throw new Wrong(`not base64: ${text.slice(0, 40)}`);
  return decoded;
}

// Signed notes and checkpoints: c2sp.org/signed-note, c2sp.org/tlog-checkpoint.
function openCheckpoint(note, vkey) {
  const [, name, keyId, encoded = ''] = /^([^+]+)\+([^+]+)\+(.+)$/.exec(vkey.trim()) ?? [];
  const key = fromBase64(encoded);
  if (key[0] !== 1 || key.length !== 33 || sha256(`${name}\n`, key).subarray(0, 4).toString('hex') !== keyId) {
    throw new Wrong('the verifier key is damaged');
  }
  const end = note.lastIndexOf('\n\n');
  const text = note.slice(0, end + 1);
  const ours = note
    .slice(end + 2)
    .split('\n')
    .flatMap((line) => (line.startsWith(`\u2014 ${name} `) ? [fromBase64(line.split(' ')[2])] : []))
    .filter((signature) => signature.subarray(0, 4).toString('hex') === keyId);
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: key.subarray(1).toString('base64url') },
    format: 'jwk',
  });
  const isSigned = (signature) => verify(null, Buffer.from(text), publicKey, signature.subarray(4));
  if (end < 0 || ours.length === 0 || !ours.every(isSigned)) {
    throw new Wrong('the checkpoint is not signed with this key');
  }
  const [, origin, size, root] = /^(.+)\n(0|[1-9]\d*)\n(.+)\n$/.exec(text) ?? [];
  if (origin !== name) throw new Wrong('the checkpoint is not one of this log');
  return { size: Number(size), root: fromBase64(root) };
}

// Merkle trees: RFC 6962, section 2.1; following a proof: RFC 9162, section 2.1.3.2.
const leafHash = (entry) => sha256('\0', entry);
const nodeHash = (left, right) => sha256('\x01', left, right);
const half = (number) => Math.floor(number / 2);

function rootOfProof(leaf, index, size, hashes) {
  if (index >= size) throw new Wrong('the entry is not in this tree');
  let [fn, sn, root] = [index, size - 1, leaf];
  for (const one of hashes) {
    if (sn === 0) throw new Wrong('the proof is too long');
    if (fn % 2 === 1 || fn === sn) {
      root = nodeHash(one, root);
      while (fn % 2 === 0 && fn > 0) [fn, sn] = [half(fn), half(sn)];
    } else root = nodeHash(root, one);
    [fn, sn] = [half(fn), half(sn)];
  }
  if (sn !== 0) throw new Wrong('the proof is too short');
  return root;
}

/** Merges equal subtrees as they become full, then the rest from the right. */
function treeHash(leaves) {
  const stack = [];
  for (const [position, leaf] of leaves.entries()) {
    let hash = leaf;
    for (let index = position; index % 2 === 1; index = half(index)) hash = nodeHash(stack.pop(), hash);
    stack.push(hash);
  }
  return stack.length === 0 ? sha256() : stack.reduceRight((right, left) => nodeHash(left, right));
}

// Tiles: c2sp.org/tlog-tiles.
/** Path, level, start and end of each tile of hashes, and of each bundle of entries (level -1). */
function tilePaths(size) {
  const tiles = [];
  for (let level = 0, count = size; count > 0; level += 1, count = Math.floor(count / 256)) {
    for (let start = 0; start < count; start += 256) {
      const end = Math.min(start + 256, count);
      const digits = (number) => String(number % 1000).padStart(3, '0');
      let number = digits(start / 256);
      for (let rest = Math.floor(start / 256 / 1000); rest > 0; rest = Math.floor(rest / 1000)) {
        number = `x${digits(rest)}/${number}`;
      }
      if (end - start < 256) number += `.p/${end - start}`;
      tiles.push({ path: `tile/${level}/${number}`, level, start, end });
      if (level === 0) tiles.push({ path: `tile/entries/${number}`, level: -1, start, end });
    }
  }
  return tiles;
}

function entriesIn(bundle) {
  const entries = [];
  for (let at = 0; at < bundle.length; ) {
    const end = at + 2 <= bundle.length ? at + 2 + bundle.readUInt16BE(at) : Number.POSITIVE_INFINITY;
    if (end > bundle.length) throw new Wrong('a bundle of entries is cut off');
    entries.push(bundle.subarray(at + 2, end));
    at = end;
  }
  return entries;
}

function checkProof(vkey, proof, document) {
  const at = proof.indexOf('\n\n');
  const [format, extra = '', index = '', ...hashes] = proof.slice(0, at).split('\n');
  if (format !== 'c2sp.org/tlog-proof@v1' || !extra.startsWith('extra ')) {
    throw new Wrong('this is not a proof from the log');
  }
  if (!/^index (0|[1-9]\d*)$/.test(index)) throw new Wrong('the proof has no index');
  const { entry, record, salt } = jsonIn(fromBase64(extra.slice(6)).toString());
  const content = jsonIn(entry);
  const { size, root } = openCheckpoint(proof.slice(at + 2), vkey);
  const found = rootOfProof(leafHash(entry), Number(index.slice(6)), size, hashes.map(fromBase64));
  if (!found.equals(root)) throw new Wrong('the entry is not in the log');
  if (document && sha256(document).toString('hex') !== content.file) {
    throw new Wrong('the document is not byte-identical to the one in this entry');
  }
  console.log(`Entry ${index.slice(6)} of ${size}: ${entry}`);
  if ((record ?? null) === null || (salt ?? null) === null) return;
  const canonical = canonicalJson(record);
  if (sha256(Buffer.from(salt, 'hex'), canonical).toString('hex') !== content.record) {
    throw new Wrong('what the proof says was published does not fit the entry');
  }
  console.log(`What was published: ${canonical}`);
}

function jsonIn(text) {
  try {
    return Object(JSON.parse(text));
  } catch {
    throw new Wrong('the proof has no entry');
  }
}

/** RFC 8785. */
function canonicalJson(value) {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`).join(',')}}`;
}

function checkLog(vkey, folder, kept) {
  const { size, root } = openCheckpoint(readFileSync(join(folder, 'checkpoint'), 'utf8'), vkey);
  const leaves = [];
  const levels = [];
  for (const { path, level, start, end } of tilePaths(size)) {
    const content = readFileSync(join(folder, path));
    if (level >= 0) {
      levels[level] ??= [];
      levels[level].push({ path, content });
      continue;
    }
    const entries = entriesIn(content);
    if (entries.length !== end - start) throw new Wrong(`${path} does not have the entries that it should`);
    for (const entry of entries) leaves.push(leafHash(entry));
  }
  let expected = leaves;
  for (const tiles of levels) {
    for (const [number, { path, content }] of tiles.entries()) {
      const hashes = Buffer.concat(expected.slice(number * 256, number * 256 + 256));
      if (!content.equals(hashes)) throw new Wrong(`${path} does not fit the entries`);
    }
    const full = Math.floor(expected.length / 256);
    const below = expected;
    expected = Array.from({ length: full }, (_, tile) => treeHash(below.slice(tile * 256, tile * 256 + 256)));
  }
  if (!treeHash(leaves).equals(root)) throw new Wrong('the entries are not those of the checkpoint');
  for (const one of kept) {
    const { size: keptSize, root: keptRoot } = openCheckpoint(one, vkey);
    if (keptSize > size) throw new Wrong(`the log shrank: it had ${keptSize} entries and has ${size}`);
    if (!treeHash(leaves.slice(0, keptSize)).equals(keptRoot)) {
      throw new Wrong(`the log was rewritten: it differs from a checkpoint with ${keptSize} entries`);
    }
  }
  console.log(`${size} entries; consistent with ${kept.length} kept checkpoints`);
}

function main([command, ...args]) {
  const text = (path) => readFileSync(path, 'utf8');
  if (command === 'proof' && (args.length === 2 || args.length === 3)) {
    checkProof(args[0], text(args[1]), args[2] && readFileSync(args[2]));
  } else if (command === 'paths' && args.length === 1) {
    const size = Number(text(args[0]).split('\n')[1]);
    if (!Number.isSafeInteger(size)) throw new Wrong('this is not a checkpoint');
    for (const { path } of tilePaths(size)) console.log(path);
  } else if (command === 'log' && args.length >= 2) {
    checkLog(args[0], args[1], args.slice(2).map(text));
  } else {
    console.error(USAGE);
    process.exitCode = 2;
  }
}

try {
  main(process.argv.slice(2));
} catch (error) {
  console.error(`NO: ${error.message}`);
  process.exitCode = 1;
}
