import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import openapiTypeScript, { astToString } from 'openapi-typescript';
import { startServer, type TestServer } from '../support/test-server.js';
import { labWithKey, signInAsStaff } from './api-helpers.js';
import { readDocument } from './document.js';

// The site's client comes from @hey-api/openapi-ts. This is another generator with its usual settings:
// openapi-typescript for the types, openapi-fetch for the calls. It treats a field with a default as always present.

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'clearbatch-client-'));
afterAll(() => rmSync(folder, { recursive: true }));

const OPTIONS = {
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  rootDir: '.',
  outDir: 'out',
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
};

/** A lab's client. It omits `analytes`, which is optional. */
const PROGRAM = `import createClient from 'openapi-fetch';
import type { components, paths, webhooks } from './registry.js';

declare const process: { readonly argv: readonly string[] };
const [, , baseUrl = '', key = ''] = process.argv;

const client = createClient<paths>({ baseUrl, headers: { authorization: 'Bearer ' + key } });

const body: components['schemas']['PartnerCertificateDto'] = {
  labReportId: 'EA-2026-01187',
  brandName: 'Juniper & Tide',
  productName: 'Yuzu Seltzer 5 mg',
  batchId: 'JT-26-1014',
  testDate: '2026-10-14',
  thcContent: 4.82,
  cbdContent: 0.4,
  status: 'passed',
  panels: { pesticides: 'passed', heavyMetals: 'passed', microbials: 'passed', residualSolvents: 'not_tested' },
};
// Of a measured line, what stands on every report.
export const line: components['schemas']['ReportedAnalyteDto'] = { panel: 'heavyMetals', name: 'Lead', valueText: 'ND' };

type Event = webhooks[keyof webhooks]['post']['requestBody']['content']['application/json'];
export const textOf = (event: Event): string =>
  event.type === 'webhook.test'
    ? event.data.message
    : event.type === 'certificate.amended'
      ? event.data.replacedBy.reference
      : event.type === 'certificate.rejected'
        ? event.data.rejectionReason.toUpperCase()
        : event.data.standing;

const header = { 'Idempotency-Key': 'EA-2026-01187' };
const sent = await client.POST('/api/partner/certificates', { body, params: { header } });
if (!sent.data) throw new Error(sent.error.detail);
const { data: list } = await client.GET('/api/partner/certificates', { params: { query: { standing: 'pending' } } });
const again = await client.POST('/api/partner/certificates', { body: { ...body, thcContent: 5 }, params: { header } });
const first: string | undefined = list?.[0]?.reference;
console.log(JSON.stringify({
  sent: sent.data.standing,
  isListed: first === sent.data.reference,
  analytes: (await client.GET('/api/partner/certificates/{id}', { params: { path: { id: sent.data.id } } })).data?.analytes,
  refused: again.error?.type,
}));
`;

function run(args: readonly string[]): Promise<{ code: number | string | null; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error ? (error.code ?? null) : 0, output: stdout + stderr }),
    );
  });
}

const compile = () => run([join(root, 'node_modules/typescript-native/bin/tsc'), '-p', '.']);

async function generate(): Promise<void> {
  const document: object = readDocument();
  const types = await openapiTypeScript(document as Parameters<typeof openapiTypeScript>[0]);
  writeFileSync(join(folder, 'registry.d.ts'), astToString(types));
}

describe('a client from another generator', () => {
  let server: TestServer;
  beforeAll(async () => {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'program.ts'), PROGRAM);
    const files = ['program.ts', 'registry.d.ts'];
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files }));
    server = await startServer();
  });
  afterAll(() => server?.stop());

  it('compiles in strict mode, and sends and reads a certificate', async () => {
    await generate();
    expect(await compile()).toEqual({ code: 0, output: '' });
    const staff = await signInAsStaff(server, 'robin');
    const { issued } = await labWithKey(staff);
    const { code, output } = await run([join(folder, 'out/program.js'), server.url, issued.key]);
    expect({ code, output: output.trim() }).toEqual({
      code: 0,
      output: JSON.stringify({
        sent: 'pending',
        isListed: true,
        analytes: [],
        refused: '/problems/idempotency-key-reused',
      }),
    });
  });
});
