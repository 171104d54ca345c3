import { writeFileSync } from 'node:fs';
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import { listOwnCertificates, listSubmissions } from '../../../frontend/src/api/generated/sdk.gen.js';
import { aLab, signInAsStaff, sql } from '../api/api-helpers.js';
import { ServerProcess } from '../support/server-process.js';
import { cloneDatabase, type TestDatabase } from '../support/test-database.js';
import { clientAt } from '../support/test-server.js';
import { memoryMb } from './memory.js';

const ROWS = 150;

/** The size that raw results could have before there was a limit; such rows still exist. */
const RAW_BYTES = 240_000;

const CONCURRENCY = 6;
/** The server's heap: less than all rows of six readers, so reading them whole would end the process. */
const HEAP_MB = 160;
const ANSWER_MAX_BYTES = 1_100_000;

let database: TestDatabase;
let server: ServerProcess;
let staff: Client;
let lab: Awaited<ReturnType<typeof aLab>>;

beforeAll(async () => {
  database = await cloneDatabase();
  server = await ServerProcess.start({
    databaseUrl: database.url,
    environment: { LOG_LEVEL: 'error' },
    nodeOptions: [`--max-old-space-size=${HEAP_MB}`],
  });
  const site = { database, client: () => clientAt(server.url) };
  staff = await signInAsStaff(site, 'robin');
  lab = await aLab(site, staff, { name: 'Example Analytical' });
  await sql(
    { database },
    `INSERT INTO coa_data ("id", "reference", "productName", "batchId", "batchKey", "brandName", "thcContent", "cbdContent",
        "testDate", "labName", "labKey", "source", "labId", "status", "submissionStatus", "testResults", "comments",
        "createdAt", "dueOn", "version", "underDosed", "searchText", "notes")
     SELECT gen_random_uuid(), 'CB-' || n, 'Tea 5 mg', 'batch ' || n, 'batch ' || n, 'Waxwing', 5, 0, '2026-10-14',
        'Example Analytical', 'example analytical', 'lab', $1, 'pending', 'pending',
        jsonb_build_object('version', 1, 'analytes', '[]'::jsonb, 'submitted',
          (SELECT string_agg(md5(n::text || i), '') FROM generate_series(1, ${RAW_BYTES / 32}) i),
          'panels', '{"pesticides":"pending","heavyMetals":"pending","microbials":"pending","residualSolvents":"pending"}'::jsonb),
        '[]', now(), '2026-11-25', 1, false, '| tea 5 mg |', repeat('ü', 2000)
       FROM generate_series(1, ${ROWS}) n`,
    [lab.lab.id],
  );
});
afterAll(async () => {
  await server?.end('SIGKILL');
  await database?.release();
});

/** Resets the peak, so that it is measured from here. */
const resetPeak = () => writeFileSync(`/proc/${server.pid}/clear_refs`, '5');

const lists: Record<string, (limit: number) => Promise<{ data?: readonly { id: string }[]; response?: Response }>> = {
  'the queue': (limit) => listSubmissions({ client: staff, query: { limit } }),
  "a laboratory's list": (limit) => listOwnCertificates({ client: lab.client, query: { limit } }),
};

it.each(Object.entries(lists))(
  'uses little memory for six concurrent readers of %s, however long the raw results are',
  async (_what, list) => {
    for (let i = 0; i < 20; i += 1) await list(1);
    const before = memoryMb(server.pid);
    if (before !== null) resetPeak();
    const answers = await Promise.all(Array.from({ length: CONCURRENCY }, () => list(200)));
    const peak = memoryMb(server.pid, 'VmHWM');
    for (const { data, response } of answers) {
      expect(response?.headers.get('x-total-count')).toBe(String(ROWS));
      expect(data?.length).toBeGreaterThan(50);
      expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(ANSWER_MAX_BYTES);
    }
    expect(server.hasExited).toBe(false);
    process.stdout.write(`${before?.toFixed(0)} MB before, at most ${peak?.toFixed(0)} MB\n`);
  },
);
