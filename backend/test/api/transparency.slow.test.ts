import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { noteKey, parseStoredKey, signCheckpoint } from '../../src/modules/transparency/signed-note.js';
import { temporaryFolder } from '../support/server-process.js';
import { startServer, type TestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { published, signInAsStaff, sql } from './api-helpers.js';

// The verifiers in content/ share no code with the log. The one in Python has its own Ed25519, too.

const CONTENT = join(import.meta.dirname, '../../../content');
const VERIFIERS = [
  { language: 'Python', command: ['python3', join(CONTENT, 'verify-log.py')] },
  { language: 'JavaScript', command: [process.execPath, join(CONTENT, 'verify-log.mjs')] },
] as const;
const COUNT = 600;

let server: TestServer;
let logFolder: string;
let vkey: string;
let reference: string;
let proof: string;
/** A checkpoint from when the log was shorter. */
let kept: string;
beforeAll(async () => {
  logFolder = temporaryFolder('log');
  server = await startServer({ LOG_FOLDER: logFolder });
  const staff = await signInAsStaff(server, 'robin');
  ({ reference } = await published(staff, server.client()));
  await until('there is a checkpoint', async () => (await get('checkpoint')).ok);
  kept = await text('checkpoint');
  await sql(
    server,
    `INSERT INTO log_records ("ref", "leaf", "content", "salt")
     SELECT 'R' || n, jsonb_build_object('type', 'coa.published', 'file', md5(n::text)), '{"n": 5.00}', log_salt()
       FROM generate_series(1, ${COUNT}) n`,
  );
  await until('all entries are covered', async () => (await text('checkpoint')).split('\n')[1] === String(COUNT + 1));
  vkey = (await text('vkey')).trim();
  proof = await text(`proofs/${reference}`);
});
afterAll(() => server?.stop());

const get = (path: string) => fetch(`${server.url}/log/${path}`);
const text = async (path: string) => (await get(path)).text();

type Verify = (...args: string[]) => { status: number | null; output: string };

const verifier =
  ([program, script]: (typeof VERIFIERS)[number]['command']): Verify =>
  (...args) => {
    const { status, stdout, stderr, error } = spawnSync(program, [script, ...args], { encoding: 'utf8' });
    if (error) throw error;
    return { status, output: stdout + stderr };
  };

function file(content: string | Buffer): string {
  const path = join(temporaryFolder('file'), 'file');
  writeFileSync(path, content);
  return path;
}

/** Downloads the log as the verifier asks. */
async function mirror(verify: Verify, checkpoint?: string): Promise<string> {
  const folder = temporaryFolder('mirror');
  writeFileSync(join(folder, 'checkpoint'), checkpoint ?? (await text('checkpoint')));
  const paths = verify('paths', join(folder, 'checkpoint')).output.trim().split('\n');
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), Buffer.from(await (await get(path)).arrayBuffer()));
  }
  return folder;
}

const forged = (size: number, root: Buffer) =>
  signCheckpoint({ size, root }, parseStoredKey(readFileSync(join(logFolder, 'key'), 'utf8'))).note;

describe.each(VERIFIERS)('the verifier in $language', ({ command }) => {
  const verify = verifier(command);

  it('accepts the log, and that it grew from a checkpoint that was kept', async () => {
    expect(verify('log', vkey, await mirror(verify), file(kept))).toEqual({
      status: 0,
      output: `${COUNT + 1} entries; consistent with 1 kept checkpoints\n`,
    });
  });

  it('accepts a proof, says what was published, and knows another document', () => {
    const accepted = verify('proof', vkey, file(proof));
    expect(accepted).toMatchObject({ status: 0, output: expect.stringContaining(`"reference":"${reference}"`) });
    expect(verify('proof', vkey, file(proof), file('%PDF another')).output).toContain('not byte-identical');
  });

  it('accepts proofs of all places in the tree', async () => {
    for (const number of [1, 2, 254, 255, 256, 257, 511, 512, COUNT]) {
      expect(verify('proof', vkey, file(await text(`proofs/R${number}`))).status).toBe(0);
    }
  });

  it.each([
    ['a fork', () => file(forged(2, Buffer.alloc(32, 1))), 'the log was rewritten'],
    ['a log that shrank', () => file(forged(COUNT + 2, Buffer.alloc(32, 1))), 'the log shrank'],
    [
      'a checkpoint with a damaged signature',
      () => file(`${kept.slice(0, -20)}${kept.at(-20) === 'A' ? 'B' : 'A'}${kept.slice(-19)}`),
      'not signed with this key',
    ],
  ])('rejects %s', async (_, keptFile, message) => {
    expect(verify('log', vkey, await mirror(verify), keptFile())).toMatchObject({
      status: 1,
      output: expect.stringContaining(message),
    });
  });

  it.each([
    ['a changed entry', 'tile/entries/000', 40],
    ['a changed hash', 'tile/0/001', 40],
    ['a changed hash of tiles', 'tile/1/000.p/2', 40],
    ['an entry that is cut off', 'tile/entries/002.p/89', null],
  ])('rejects %s', async (_, path, at) => {
    const folder = await mirror(verify);
    const content = readFileSync(join(folder, path));
    if (at !== null) content[at] = (content[at] ?? 0) ^ 1;
    writeFileSync(join(folder, path), at === null ? content.subarray(0, -1) : content);
    expect(verify('log', vkey, folder).status).toBe(1);
  });

  it('accepts either key while two sign', async () => {
    const folder = await mirror(verify);
    const [, size, root = ''] = (await text('checkpoint')).split('\n');
    const head = { size: Number(size), root: Buffer.from(root, 'base64') };
    const first = parseStoredKey(readFileSync(join(logFolder, 'key'), 'utf8'));
    const next = noteKey(first.name, Buffer.alloc(32, 7));
    writeFileSync(join(folder, 'checkpoint'), signCheckpoint(head, first, next).note);
    for (const key of [first, next]) expect(verify('log', key.verifierKey, folder)).toMatchObject({ status: 0 });
  });

  it('rejects another key', async () => {
    const other = await startServer({ LOG_FOLDER: temporaryFolder('log') });
    const otherKey = (await (await fetch(`${other.url}/log/vkey`)).text()).trim();
    await other.stop();
    expect(verify('log', otherKey, await mirror(verify)).output).toContain('not signed with this key');
    expect(verify('proof', otherKey, file(proof)).output).toContain('not signed with this key');
  });

  it('rejects a proof in which any line is another', async () => {
    const lines = proof.split('\n');
    const other = await text('proofs/R300');
    for (const [index, line] of lines.entries()) {
      if (line === '') continue;
      const middle = Math.floor(line.length / 2);
      const other = `${line.slice(0, middle)}${line[middle] === 'A' ? 'B' : 'A'}${line.slice(middle + 1)}`;
      expect([index, verify('proof', vkey, file(lines.with(index, other).join('\n'))).status]).toEqual([index, 1]);
      expect([index, verify('proof', vkey, file(lines.toSpliced(index, 1).join('\n'))).status]).toEqual([index, 1]);
    }
    const extra = /^extra .*$/m;
    const swapped = proof.replace(extra, extra.exec(other)?.[0] ?? '');
    expect(verify('proof', vkey, file(swapped)).output).toContain('not in the log');
  });
});

describe('the monitor', () => {
  const [{ command }] = VERIFIERS;
  /** What the address of the log answers with. */
  let served: string;
  const web = createServer((request, response) => {
    try {
      response.end(readFileSync(join(served, request.url ?? '')));
    } catch {
      response.writeHead(404).end();
    }
  });
  beforeAll(() => new Promise<void>((listening) => web.listen(0, '127.0.0.1', listening)));
  afterAll(() => web.close());
  beforeEach(async () => {
    served = await mirror(verifier(command));
  });

  const monitor = (folder: string, key = vkey) =>
    new Promise<{ status: unknown; output: string }>((resolve) => {
      const url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/`;
      const [program, script] = command;
      execFile(program, [script, 'monitor', key, url, folder], (error, stdout, stderr) =>
        resolve({ status: error?.code ?? 0, output: stdout + stderr }),
      );
    });

  /** A folder in which it kept this checkpoint. */
  function keeping(checkpoint: string): string {
    const folder = temporaryFolder('monitor');
    writeFileSync(join(folder, `checkpoint-${checkpoint.split('\n')[1]?.padStart(15, '0')}`), checkpoint);
    return folder;
  }

  const change = (path: string) => {
    const content = readFileSync(join(served, path));
    content[40] = (content[40] ?? 0) ^ 1;
    writeFileSync(join(served, path), content);
  };

  it('keeps each checkpoint, and sees that the log grew from the last one', async () => {
    const folder = temporaryFolder('monitor');
    const grown = served;
    served = await mirror(verifier(command), kept);
    expect(await monitor(folder)).toEqual({ status: 0, output: '1 entries; consistent with 0 kept checkpoints\n' });
    served = grown;
    for (const _ of ['what is new', 'nothing new']) {
      const output = `${COUNT + 1} entries; consistent with 1 kept checkpoints\n`;
      expect(await monitor(folder)).toEqual({ status: 0, output });
    }
    expect(readdirSync(folder).sort()).toEqual(['checkpoint-000000000000001', 'checkpoint-000000000000601', 'tile']);
  });

  it('keeps the checkpoint of a log that was rewritten, as evidence, and refuses the log again', async () => {
    const folder = keeping(forged(2, Buffer.alloc(32, 1)));
    for (const _ of ['at first', 'again']) {
      expect(await monitor(folder)).toMatchObject({ status: 1, output: expect.stringContaining('was rewritten') });
    }
    const [, refused = ''] = readdirSync(folder);
    expect(readFileSync(join(folder, refused), 'utf8')).toBe(await text('checkpoint'));
  });

  it('refuses a log that shrank, another key, and a changed tile or entry', async () => {
    const shrunk = await monitor(keeping(forged(COUNT + 2, Buffer.alloc(32, 1))));
    expect(shrunk).toMatchObject({ status: 1, output: expect.stringContaining('the log shrank') });
    const otherKey = noteKey('other.example/log', Buffer.alloc(32, 1)).verifierKey;
    const ofOther = await monitor(keeping(kept), otherKey);
    expect(ofOther).toMatchObject({ status: 1, output: expect.stringContaining('not signed with this key') });
    change('tile/0/001');
    const changed = await monitor(keeping(kept));
    expect(changed).toMatchObject({ status: 1, output: expect.stringContaining('tile/0/001 does not fit') });
    change('tile/0/001');
    change('tile/entries/000');
    expect((await monitor(keeping(kept))).status).toBe(1);
  });

  it('tells a log that cannot be downloaded from one that is wrong', async () => {
    served = temporaryFolder('empty');
    expect((await monitor(keeping(kept))).status).toBe(3);
  });
});
