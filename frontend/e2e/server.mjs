// Serves the journeys: one site for each Playwright worker, on E2E_PORT and the ports after it. What a worker needs to
// know about its site (journeys.ts) is left in a file named for the port.
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveForBrowsers } from './serve.mjs';

const ports = Array.from(
  { length: Number(process.env.E2E_WORKERS) },
  (_, index) => Number(process.env.E2E_PORT) + index,
);
const sites = await serveForBrowsers({ postgresUrl: process.env.TEST_PG_URL, ports });
for (const [index, { databaseUrl, mailFolder, oneTimePassword }] of sites.entries()) {
  const file = join(tmpdir(), `clearbatch-e2e-${ports[index]}.json`);
  writeFileSync(file, JSON.stringify({ databaseUrl, mailFolder, oneTimePassword }), { mode: 0o600 });
}
const stop = () => Promise.all(sites.map((site) => site.stop())).then(() => process.exit(0));
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop);
