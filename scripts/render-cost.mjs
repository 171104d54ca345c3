// npm run render-cost [-- --built]: what each kind of page costs to render and to send, on the built site with demonstration
// data: the size of its HTML, as sent with Brotli at first and once the page was asked for again, the CPU time of one render,
// and whether the heap grows over 5,000 renders. It prints results without pass or fail.
import { request } from 'node:http';
import { cpus } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ageCookie, build, fail } from './lib.mjs';
import { startPostgres } from './postgres.mjs';

const PORT = 4325;
const PAGES = {
  home: '/',
  article: '/learn/dosing-guide',
  list: '/coa',
  certificate: '/coa/%23C9030',
  brand: '/brands/Waxwing',
  calculator: '/dose-calculator',
  emergency: '/emergency',
  gate: '/',
};
const ROUNDS = 5;
const RENDERS_PER_ROUND = 100;
const HEAP_AT = [500, 5000];

const { values: options } = parseArgs({ options: { built: { type: 'boolean', default: false } } });

async function main() {
  const [postgres] = await Promise.all([startPostgres(), !options.built && build()]);
  // Built just now.
  const { PageRenderer } = await import('../backend/dist/modules/site/page-renderer.js');
  const { prepareTemplate, serveFreshSite } = await import('../frontend/e2e/serve.mjs');
  const renders = recordRenders(PageRenderer.prototype);
  await prepareTemplate(postgres.url());
  const { url, stop } = await serveFreshSite(postgres.url(), PORT);
  try {
    const cookie = await ageCookie(url);
    const rows = {};
    for (const [name, path] of Object.entries(PAGES)) {
      const headers = name === 'gate' ? {} : { cookie };
      const html = await bytesOf(url + path, headers);
      const compressed = await bytesOf(url + path, { ...headers, 'accept-encoding': 'br' });
      renders.set(name, renders.last);
      rows[name] = {
        'HTML kB': kilobytes(html),
        'Brotli kB': kilobytes(compressed),
        'later kB': kilobytes(await laterBytesOf(url + path, { ...headers, 'accept-encoding': 'br' }, compressed)),
        'CPU ms': (await cpuPerRender(renders.last)).toFixed(2),
      };
    }
    console.log(`${cpus()[0]?.model}, Node ${process.version}, median of ${ROUNDS} times ${RENDERS_PER_ROUND} renders`);
    console.table(rows);
    console.log(await heapGrowth([...renders.values()]));
  } finally {
    await stop();
    await postgres.stop();
  }
}

/** Keeps what each page was last rendered from: the page itself leaves out what its HTML already holds. */
function recordRenders(renderer) {
  const renders = Object.assign(new Map(), { last: async () => {} });
  const { render } = renderer;
  renderer.render = function (...page) {
    renders.last = () => render.apply(this, page);
    return renders.last();
  };
  return renders;
}

/** The median over rounds, because a busy machine slows some of them. A single render is shorter than the clock's tick. */
async function cpuPerRender(render) {
  const times = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const before = process.threadCpuUsage();
    for (let count = 0; count < RENDERS_PER_ROUND; count += 1) await render();
    const { user, system } = process.threadCpuUsage(before);
    // The first round warms up.
    if (round > 0) times.push((user + system) / 1000 / RENDERS_PER_ROUND);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)];
}

async function heapGrowth(renders) {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc');
  const [early, late] = HEAP_AT;
  let heapEarly = 0;
  for (let count = 1; count <= late; count += 1) {
    await renders[count % renders.length]();
    if (count !== early) continue;
    collectGarbage();
    heapEarly = process.memoryUsage().heapUsed;
  }
  collectGarbage();
  const heapLate = process.memoryUsage().heapUsed;
  const [before, after] = [heapEarly, heapLate].map((bytes) => (bytes / 1e6).toFixed(1));
  return `Heap after ${late} renders: ${after} MB, after ${early}: ${before} MB (${(heapLate / heapEarly).toFixed(3)}×)`;
}

/** The bytes of the body as they are sent. */
const bytesOf = (url, headers) =>
  new Promise((resolve, reject) => {
    const onResponse = (response) => {
      let bytes = 0;
      response.on('data', (part) => {
        bytes += part.length;
      });
      response.on('end', () =>
        response.statusCode === 200 ? resolve(bytes) : reject(new Error(`${url}: ${response.statusCode}`)),
      );
    };
    request(url, { headers }, onResponse).on('error', reject).end();
  });

/** A page that is asked for again is compressed once more, while clients get it as it is. */
async function laterBytesOf(url, headers, atFirst) {
  for (let tries = 0; tries < 50; tries += 1) {
    const bytes = await bytesOf(url, headers);
    if (bytes < atFirst) return bytes;
    await setTimeout(100);
  }
  return atFirst;
}

const kilobytes = (bytes) => (bytes / 1000).toFixed(1);

await main().catch(fail);
