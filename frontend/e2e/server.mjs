// Serves the journeys; the one-time password of the first account is left where they find it.
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveForBrowser } from './serve.mjs';

const port = Number(process.env.E2E_PORT);
const { oneTimePassword, stop } = await serveForBrowser({ postgresUrl: process.env.TEST_PG_URL, port });
writeFileSync(join(tmpdir(), `clearbatch-e2e-${port}`), oneTimePassword);
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop().then(() => process.exit(0)));
