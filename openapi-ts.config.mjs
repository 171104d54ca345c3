import { readFileSync } from 'node:fs';
import { defineConfig } from '@hey-api/openapi-ts';

const { paths } = JSON.parse(readFileSync('openapi/openapi.json', 'utf8'));

const operationsUnder = (isIncluded) =>
  new Set(
    Object.entries(paths)
      .filter(([path]) => isIncluded(path))
      .flatMap(([, methods]) => Object.values(methods).map(({ operationId }) => operationId)),
  );

/** Only the staff console calls these. Every page asks whether someone is signed in. */
const STAFF = operationsUnder((path) => path.startsWith('/api/staff/') && path !== '/api/staff/session');

/** Only labs' systems and monitoring call these, so the site needs no queries and mutations for them. */
const NOT_CALLED_BY_SITE = operationsUnder((path) => path.startsWith('/api/partner/') || path.startsWith('/health/'));

const isCalledBySite = ({ id }) => (NOT_CALLED_BY_SITE.has(id) ? false : undefined);

/** Schemas of request bodies that forms check before they send. All schemas together would be 60 kB more to load. */
const FORM_SCHEMAS = new Set([
  ...['zSubmitCoaDto', 'zContactTopic', 'zSendContactMessageDto'],
  // What they refer to: from another file, that file and this one would import each other.
  ...['zReadFieldName', 'zConfirmedFieldDto', 'zSentSampleDto', 'zContainerVolumeDto', 'zContainerMassDto'],
  ...['zVolumeUnit', 'zMassUnit', 'zSampler'],
]);

const isSdkOperation = ({ artifact, resource }) => artifact === 'sdk' && resource === 'operation';

/**
 * A bundler keeps one file's exports in one chunk. Files apart keep the staff console's calls out of what visitors load.
 * The console's query keys stay in the shared file: they need a helper that the generator does not export.
 */
function filePathOf({ name, meta }) {
  if (FORM_SCHEMAS.has(name)) return 'zod-forms';
  if (isSdkOperation(meta)) return STAFF.has(meta.resourceId) ? 'sdk-staff' : 'sdk-site';
  const operation = name.replace(/(Options|Mutation)$/, '');
  if (meta.artifact === '@tanstack/react-query' && STAFF.has(operation)) return '@tanstack/react-query-staff';
}

/** The tests import every operation from `sdk` and every schema from `zod`. Nothing would import an index file. */
function exportFromFilePaths({ name, meta }) {
  if (FORM_SCHEMAS.has(name)) return ['zod'];
  return isSdkOperation(meta) ? ['sdk'] : [];
}

const PROBLEM = {
  description: '',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ProblemDto' } } },
};

/** Every error is a problem, so the type of each call names it once and not for each status. */
function mergeProblems(_method, _path, { responses }) {
  for (const status of Object.keys(responses).filter((code) => Number(code) >= 400)) delete responses[status];
  responses.default = PROBLEM;
}

export default defineConfig({
  input: './openapi/openapi.json',
  output: { path: './frontend/src/api/generated', clean: true },
  parser: {
    patch: { operations: mergeProblems },
    hooks: {
      operations: { isQuery: isCalledBySite, isMutation: isCalledBySite },
      symbols: {
        getFilePath: filePathOf,
        getExportFromFilePath: exportFromFilePaths,
      },
    },
  },
  plugins: [
    '@hey-api/client-fetch',
    '@hey-api/typescript',
    '@hey-api/sdk',
    { name: '@tanstack/react-query', infiniteQueryKeys: false, infiniteQueryOptions: false },
    { name: 'zod', compatibilityVersion: 'mini', requests: false, webhooks: false },
  ],
});
