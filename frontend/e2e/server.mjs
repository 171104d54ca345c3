// Serves the journeys: one site for each Playwright worker, on E2E_PORT and the ports after it. A file named for the port
// tells the worker about its site (journeys.ts).
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveForBrowsers } from './serve.mjs';

const STAFF_PASSWORD = 'a sentence only the reviewer knows';

/** Replaces the one-time password of the first account, so that every test can sign in with the same one. */
async function choosePassword({ url, oneTimePassword }) {
  const send = async (method, path, body, headers = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.headers.getSetCookie().map((text) => text.split(';')[0]);
  };
  const cookie = await send('POST', '/api/staff/session', { username: 'admin', password: oneTimePassword });
  const passwords = { currentPassword: oneTimePassword, newPassword: STAFF_PASSWORD };
  await send('PUT', '/api/staff/password', passwords, { cookie: cookie.join('; ') });
}

const ports = Array.from(
  { length: Number(process.env.E2E_WORKERS) },
  (_, index) => Number(process.env.E2E_PORT) + index,
);
const sites = await serveForBrowsers({ postgresUrl: process.env.TEST_PG_URL, ports });
await Promise.all(sites.map(choosePassword));
for (const [index, { databaseUrl, mailFolder }] of sites.entries()) {
  const file = join(tmpdir(), `clearbatch-e2e-${ports[index]}.json`);
  writeFileSync(file, JSON.stringify({ databaseUrl, mailFolder, staffPassword: STAFF_PASSWORD }), { mode: 0o600 });
}
const stop = () => Promise.all(sites.map((site) => site.stop())).then(() => process.exit(0));
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop);
process.stdout.write('The sites are ready\n');
