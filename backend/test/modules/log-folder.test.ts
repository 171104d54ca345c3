import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileAnchor, KeyFileSigner } from '../../src/modules/transparency/log-folder.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clearbatch-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const head = (size: number) => ({ size, root: Buffer.alloc(32, size) });
const opened = () => {
  const signer = KeyFileSigner.readOrCreate(folder, 'log.example/log');
  return { signer, anchor: new FileAnchor(folder, signer) };
};

describe('the key', () => {
  it('is made once, for its owner only, and keeps its name', () => {
    const { verifierKey } = KeyFileSigner.readOrCreate(folder, 'log.example/log');
    expect(KeyFileSigner.readOrCreate(folder, 'moved.example/log').verifierKey).toBe(verifierKey);
    expect(statSync(join(folder, 'key')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['key']);
  });

  it('is never replaced, also if it is damaged', () => {
    writeFileSync(join(folder, 'key'), 'PRIVATE+KEY+');
    expect(() => opened()).toThrow(`The key of the public log (${join(folder, 'key')}) cannot be used`);
  });

  it('of another file is not made', () => {
    expect(() => KeyFileSigner.read(join(folder, 'missing'))).toThrow('ENOENT');
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('the key that follows', () => {
  const file = () => join(folder, 'key');
  const lines = () => readFileSync(file(), 'utf8').trim().split('\n');

  it('signs beside the first one, and then alone, and no process ever meets a checkpoint that it cannot open', () => {
    const first = KeyFileSigner.readOrCreate(folder, 'log.example/log');
    const both = KeyFileSigner.addNext(file());
    writeFileSync(file(), lines()[1] ?? '');
    const second = KeyFileSigner.readOrCreate(folder, 'log.example/log');
    expect([both.verifierKey, both.nextVerifierKey]).toEqual([first.verifierKey, second.verifierKey]);
    expect(second.nextVerifierKey).toBeNull();
    const notes = [first, both, second].map((signer) => signer.sign(head(1)).note);
    expect(notes.map((note) => note.match(/^— /gm)?.length)).toEqual([1, 2, 1]);
    for (const note of notes) expect(both.open(note).note).toBe(note);
    for (const signer of [first, second]) expect(signer.open(notes[1] ?? '').size).toBe(1);
    expect(() => first.open(notes[2] ?? '')).toThrow('not of the key');
  });

  it('is one, and has the name of the log', () => {
    KeyFileSigner.readOrCreate(folder, 'log.example/log');
    KeyFileSigner.addNext(file());
    expect(() => KeyFileSigner.addNext(file())).toThrow('has a second key already');
    const [first, second] = lines();
    writeFileSync(file(), `${first}\n${second}\n${second}\n`);
    expect(() => KeyFileSigner.read(file())).toThrow('more than two keys');
    rmSync(file());
    KeyFileSigner.readOrCreate(folder, 'other.example/log');
    writeFileSync(file(), `${first}\n${lines()[0]}\n`);
    expect(() => KeyFileSigner.read(file())).toThrow('different names');
  });
});

describe('the anchor', () => {
  it('is the last checkpoint, and only the last but one stays beside it', async () => {
    const { signer, anchor } = opened();
    expect(await anchor.newest()).toBeNull();
    let before = null;
    for (const size of [1, 2, 3, 12]) {
      const after = signer.sign(head(size));
      await anchor.replace(before, after);
      before = await anchor.newest();
      expect(before).toEqual(after);
    }
    expect(readdirSync(folder).filter((name) => name.startsWith('anchor'))).toEqual([
      'anchor-000000000003',
      'anchor-000000000004',
    ]);
  });

  it('of two processes that replace the same one, is that of the first', async () => {
    const [{ signer, anchor }, other] = [opened(), opened()];
    const [first, second, third] = [signer.sign(head(1)), signer.sign(head(2)), signer.sign(head(3))];
    await anchor.replace(null, first);
    const results = await Promise.allSettled([anchor.replace(first, second), other.anchor.replace(first, third)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await other.anchor.newest()).toEqual(second);
    await expect(other.anchor.replace(null, third)).rejects.toThrow('replaced by another process');
  });

  it('signed with another key is refused', async () => {
    const { signer, anchor } = opened();
    await anchor.replace(null, signer.sign(head(1)));
    rmSync(join(folder, 'key'));
    await expect(opened().anchor.newest()).rejects.toThrow('not of the key');
  });
});

it('keeps entries, of which the last with a position counts, also after a crash while it wrote', async () => {
  const { anchor } = opened();
  await anchor.keepEntries(0, ['a', 'b', 'x']);
  appendFileSync(join(folder, 'entries'), '\n[3,"to');
  await anchor.keepEntries(2, ['c', 'd']);
  expect(await anchor.keptEntries({ start: 1, end: 4 })).toEqual(['b', 'c', 'd']);
  await expect(anchor.keptEntries({ start: 1, end: 5 })).rejects.toThrow('lacks entry 4');
});
