// Serves the journeys: a site for each Playwright worker, on E2E_PORT and the ports after it. A worker asks for a fresh one
// before each file (journeys.ts), at the port after the last.
import { createServer } from 'node:http';
import { prepareTemplate, serveFreshSite } from './serve.mjs';

const { TEST_PG_URL, E2E_PORT, E2E_WORKERS } = process.env;

/** The site that each worker has now. */
const sites = new Map();

/** Replaces the site of a worker. @returns what its tests need to know. Not the database's password: anyone may ask. */
async function replaceSite(worker, options) {
  await sites.get(worker)?.stop();
  const site = await serveFreshSite(TEST_PG_URL, Number(E2E_PORT) + worker, options);
  sites.set(worker, site);
  const { database, mailFolder, staffPassword } = site;
  return { database, mailFolder, staffPassword };
}

const control = createServer(async ({ url }, response) => {
  try {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const options = { hasSandbox: searchParams.has('sandbox') };
    response.end(JSON.stringify(await replaceSite(Number(pathname.slice(1)), options)));
  } catch (error) {
    response.writeHead(500).end(error.stack);
  }
});

await prepareTemplate(TEST_PG_URL);
control.listen(Number(E2E_PORT) + Number(E2E_WORKERS), 'localhost', () =>
  process.stdout.write('The sites can be opened\n'),
);
const stop = () => Promise.all([...sites.values()].map((site) => site.stop())).then(() => process.exit(0));
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop);
