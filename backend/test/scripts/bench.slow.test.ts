import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BRANDS, sentCertificate } from '../../../bench/generator.mjs';
import { type CertificateDraft, submit } from '../../src/domain/coa-registry/certificate/certificate.js';
import { automatedChecks } from '../../src/domain/coa-registry/checks/automated-checks.js';
import { type Approval, approve } from '../../src/domain/coa-registry/review/review.js';
import { temporaryFolder, webRoot } from '../support/server-process.js';

const root = join(import.meta.dirname, '../../..');
const SOME = 1_000;
const numbers = Array.from({ length: SOME }, (_, n) => n);

describe('generated certificates', () => {
  const sent = numbers.map(sentCertificate);

  it('are the same every time', () => {
    expect(numbers.toReversed().map(sentCertificate).toReversed()).toEqual(sent);
    expect(sent[2]).toMatchObject({
      id: '94c0e7a0-4a00-4982-acc9-5b19e7b23dc3',
      draft: { brandName: 'Gravel Orchard', productName: 'Blood Orange Seltzer 5 mg', batchId: 'PL-0000002/S8' },
    });
  });

  it('are valid, and unique where they must be', () => {
    const published = sent.map(({ id, draft, verdict, sentAt, reviewedAt }) =>
      approve(
        submit(draft as CertificateDraft, id, sentAt),
        { ...verdict, documentAbsence: 'paper-only' } as Approval,
        reviewedAt,
      ),
    );
    for (const name of ['id', 'reference', 'batchKey'] as const) {
      expect(new Set(published.map((certificate) => certificate[name])).size).toBe(SOME);
    }
    const surroundings = { today: '2026-11-21', sameBatch: [], sameReport: [], labIsKnown: true };
    const errors = published.flatMap((certificate) => automatedChecks(certificate, surroundings));
    expect(errors.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(new Set(BRANDS).size).toBe(2_000);
  });
});

describe('npm run bench lists', () => {
  let child: ChildProcess;
  let output = '';
  const dataRoot = temporaryFolder('bench');
  afterAll(() => {
    // It stops its servers, unless it is killed.
    child.kill('SIGTERM');
    rmSync(dataRoot, { recursive: true });
  });

  it('asks every question of the product and of a bare server, gets an answer each time, and prints results', async () => {
    const options = ['--built', '--sizes', '120', '--requests', '64', '--rounds', '1'];
    const { NODE_OPTIONS: _runner, ...env } = process.env;
    child = spawn(process.execPath, [join(root, 'scripts/bench.mjs'), 'lists', ...options], {
      cwd: root,
      env: { ...env, DATA_ROOT: dataRoot, WEB_ROOT: webRoot() },
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk;
      });
    }
    const code = await new Promise((resolve) => child.once('exit', resolve));
    expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });

    const [file = ''] = readdirSync(join(dataRoot, 'bench'));
    const { results } = JSON.parse(readFileSync(join(dataRoot, 'bench', file), 'utf8')) as Report;
    const underLoad = results.filter(({ kind }) => kind === 'load');
    expect(underLoad.map(({ name }) => name)).toEqual([
      'certificate by batch',
      'first page',
      'page 1,000 by cursor',
      'brand filter',
      'search: product words',
      'search: brand',
      'search: part of a batch',
      'statistics',
      'article',
      'home page',
      'cached: certificate by batch',
      'cached: first page',
      'cached: home page',
      'submission',
    ]);
    for (const { ratio, product, bare } of underLoad) {
      expect(ratio).toBeGreaterThan(0);
      expect([product?.failed, bare?.failed]).toEqual([0, 0]);
    }
    for (const { failed } of results.filter(({ kind }) => kind === 'sequential')) expect(failed).toBe(0);
    expect(output).toContain('page 1,000 by cursor');
  });
});

interface Report {
  readonly results: readonly {
    readonly kind: string;
    readonly name: string;
    readonly ratio?: number;
    readonly product?: { readonly failed: number };
    readonly bare?: { readonly failed: number };
    readonly failed?: number;
  }[];
}
