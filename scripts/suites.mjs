// Which files belong to which kind of test. jest.config.mjs and scripts/test.mjs read it; CONTRIBUTING.md explains it.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib.mjs';

const SLOW = 'backend/test/**/*.slow.test.ts';
const PROPERTIES = 'backend/test/**/*.{properties,source}.test.ts';

export const SUITES = {
  /** Need neither database nor build. */
  unit: '{backend/test/{architecture,domain,modules,platform,content},frontend/src}/**/*.test.ts',
  /** Need a document, most of them for the components that they render. */
  web: 'frontend/src/**/*.test.tsx',
  /** Need neither, but seconds each: many random cases, or what all sources say. */
  properties: PROPERTIES,
  /** Need PostgreSQL and the built backend; those in site/ also the built site. */
  server: 'backend/test/{adapters,api,site,pdf,fuzz,multi-instance,fault-injection,scripts}/**/*.test.ts',
  slow: SLOW,
  /** Need PostgreSQL, the built site and a browser: Playwright runs them. */
  journeys: 'frontend/e2e/**/*.e2e.ts',
};

/** What the pattern of a suite matches that belongs to another one. @param {string} suite */
export const othersIn = (suite) => [SLOW, PROPERTIES].filter((pattern) => pattern !== SUITES[suite]);

export const needsBuiltSite = (file) => file.startsWith('backend/test/site/') || file.startsWith('frontend/e2e/');

const filesOf = (suite) =>
  globSync(SUITES[suite], { cwd: root, exclude: othersIn(suite) }).map((file) => file.replaceAll('\\', '/'));

/** What comes before the first option names files, and the rest is for their runner. @param {readonly string[]} args */
export function testArguments(args) {
  const firstOption = args.findIndex((argument) => argument.startsWith('-'));
  const end = firstOption < 0 ? args.length : firstOption;
  return { patterns: args.slice(0, end), options: args.slice(end) };
}

/**
 * The test files whose path contains one of the patterns.
 * @param {readonly string[]} patterns paths below the root, or parts of them
 * @param {(file: string) => boolean} isMeant
 * @returns {Record<keyof typeof SUITES, string[]>}
 * @throws Error if there is none
 */
export function selectFiles(patterns, isMeant = () => true) {
  const isWanted = (file) => isMeant(file) && patterns.some((pattern) => file.includes(pattern.replace(/^\.\//, '')));
  const found = Object.keys(SUITES).map((suite) => [suite, filesOf(suite).filter(isWanted)]);
  if (found.every(([, files]) => files.length === 0))
    throw new Error(`No test file has "${patterns.join('" or "')}" in its path.`);
  return Object.fromEntries(found);
}

/** Tag of a journey that `npm test` leaves out, unless its file is named. */
export const SLOW_JOURNEY = '@slow';

/** @param {string} file */
export const isSlow = (file) => file.includes('.slow.') || (file.endsWith('.e2e.ts') && hasSlowJourney(file));

const hasSlowJourney = (file) => readFileSync(join(root, file), 'utf8').includes(`tag: '${SLOW_JOURNEY}'`);

const RUN_AGAIN = /^(frontend\/e2e|backend\/test\/(api|site))\//;
const CONCURRENT = /concurren|at once|at the same time/;

/**
 * Whether a failed test may run once more, because browsers and many processes can fail by chance. What concurrent requests
 * left behind must never be wrong, however rarely. All other suites give the same result each time.
 * @param {{ file: string, title: string }} test
 */
export const mayRunAgain = ({ file, title }) => RUN_AGAIN.test(file) && !CONCURRENT.test(title);

/** Which slow tests to run before a change to these files is finished. */
const SLOW_TESTS = {
  e2e: { subject: 'pages', sources: /^(frontend\/|content\/)/ },
  backup: { subject: 'backups', sources: /^scripts\/(backup\/|postgres\.mjs)|modules\/documents\/database/ },
  originals: {
    subject: 'original documents',
    sources: /^scripts\/backup\/originals\.mjs|modules\/documents\/(database|http)/,
  },
  'api/documents-': { subject: 'uploads', sources: /^backend\/src\/modules\/documents\// },
  'pdf/': { subject: 'reading documents', sources: /documents\/(reading|extraction|sample)/ },
  'scripts/start': { subject: 'starting a clone', sources: /^scripts\/(bootstrap|packages|postgres|start)\.mjs/ },
  'scripts/data': { subject: 'the database of a clone', sources: /^scripts\/(bootstrap|postgres|start)\.mjs/ },
  supply: { subject: 'packages', sources: /^package(-lock)?\.json$/ },
  migrat: { subject: 'migrations', sources: /^backend\/src\/(migrations\/|migrate-and-seed\.ts)/ },
  image: { subject: 'the image', sources: /^(Dockerfile|docker-compose\.yml|\.dockerignore)$/ },
  bench: { subject: 'benchmarks', sources: /^(bench\/|scripts\/bench\.mjs)/ },
  plans: { subject: 'queries', sources: /^backend\/src\/(modules\/.+\/database|migrations)\// },
  'published-page': { subject: 'lists of certificates', sources: /coa-registry\/registry\/database\// },
  'verdict-store': { subject: 'stored verdicts', sources: /verdict/ },
  kill: { subject: 'queues', sources: /^backend\/src\/(platform\/queue|modules\/.+\/jobs)\// },
  'log-kill': { subject: 'the public log', sources: /\/transparency\// },
  database: { subject: 'database connections', sources: /^backend\/src\/platform\/(database|cache)\// },
  'multi-instance': { subject: 'several instances', sources: /^backend\/src\/platform\/(cache|database|queue)\// },
  'disk-full': { subject: 'logs and files of email', sources: /^backend\/src\/platform\/(logging\.ts|email\/)/ },
  'adapters/mail-': { subject: 'sending email', sources: /^backend\/src\/(platform\/email|modules\/mail)\// },
  'newsletter-issues': { subject: 'newsletters', sources: /^backend\/src\/(domain|modules)\/newsletter\// },
  clock: { subject: 'clocks', sources: /clock|^backend\/src\/domain\/staff\// },
  'slow-clients': { subject: 'HTTP', sources: /^backend\/src\/(platform\/http\/|main\.ts)/ },
  'long-rows': { subject: 'long answers', sources: /stream|^backend\/src\/platform\/http\// },
  'gzip-bomb': { subject: 'bulk files', sources: /\/bulk-/ },
  traces: { subject: 'telemetry', sources: /^backend\/src\/platform\/observability\// },
  'search-flood': { subject: 'search', sources: /^backend\/src\/(domain|modules)\/search\// },
  'social-cards': { subject: 'preview images', sources: /social-card/ },
  'database-outage': { subject: 'operations of the API', sources: /^openapi\// },
  'openapi-linters': { subject: 'the OpenAPI document', sources: /^openapi\// },
  'second-client': { subject: 'the OpenAPI document', sources: /^openapi\// },
  'api/examples': { subject: 'the guide for laboratories', sources: /^(docs\/labs|openapi\/)/ },
  partner: { subject: 'what laboratories rely on', sources: /^backend\/src\/(domain|modules)\/partners\// },
  'missed-events': { subject: 'events for laboratories', sources: /^backend\/src\/modules\/.*(webhook|event)/ },
};

/** @param {readonly string[]} changed files @returns what to print */
export const slowTestsFor = (changed) =>
  Object.entries(SLOW_TESTS)
    .filter(([, { sources }]) => changed.some((file) => sources.test(file)))
    .map(([name, { subject }]) => `The change touches ${subject}: also run npm run test:slow -- ${name}`);
