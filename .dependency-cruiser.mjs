// Who may import whom (ARCHITECTURE.md). Rules are written with back-references, so that a context born tomorrow is
// covered. backend/test/architecture shows each of them failing on a tree of violations.

import { readFileSync } from 'node:fs';

const DOMAIN = '^backend/src/domain/';
const MODULES = '^backend/src/modules/';
const PLATFORM = '^backend/src/platform/';
const PACKAGES = 'node_modules';
const FRONTEND = '^frontend/src/';
const GENERATED = '^frontend/src/api/generated/';

/** The build checks this list against its modules. Of `radix-ui` nothing ships: it only re-exports packages. */
const IN_BROWSER = JSON.parse(readFileSync(new URL('frontend/browser-packages.json', import.meta.url), 'utf8'));
const BROWSER_PACKAGES = `node_modules/(${[...IN_BROWSER, 'radix-ui'].join('|')})/`;

/**
 * The rooms of the registry, and those that each may import within its layer, `domain` or `modules`. `registry`, what the public
 * reads, stands beside the others. The files around the rooms may import all of them.
 */
const ROOMS = {
  certificate: [],
  checks: ['certificate'],
  submission: ['certificate', 'checks'],
  review: ['certificate', 'checks', 'submission'],
  labs: ['certificate', 'checks', 'submission', 'review'],
  registry: ['certificate', 'checks'],
};

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

export default {
  forbidden: [
    rule(
      'domain-is-pure',
      'The domain knows itself and shared: no Node, nothing around it, and no package but the one for exact arithmetic',
      { path: `${DOMAIN}([^/]+)/` },
      { pathNot: [`${DOMAIN}$1/`, `${DOMAIN}shared/`, 'node_modules/fraction\\.js/'] },
    ),
    ...Object.entries(ROOMS).map(([room, earlier]) =>
      rule(
        `room-${room}-builds-on-earlier-ones`,
        'A room of the registry knows only those that it builds on',
        { path: `^backend/src/(domain|modules)/coa-registry/${room}/` },
        {
          path: '^backend/src/$1/coa-registry/',
          pathNot: `^backend/src/$1/coa-registry/(${[...earlier, room].join('|')})/`,
        },
      ),
    ),
    rule(
      'module-keeps-to-its-domain',
      'A module uses its own domain, shared types, and the front door of other contexts',
      { path: `${MODULES}([^/]+)/` },
      { path: DOMAIN, pathNot: [`${DOMAIN}$1/`, `${DOMAIN}shared/`, `${DOMAIN}([^/]+)/\\1[.]ts$`] },
    ),
    rule(
      'module-knows-other-modules-by-their-nest-module',
      'Of another context only its Nest module, what it offers to routes, and the SQL that it offers for joins and locks',
      { path: `${MODULES}([^/]+)/` },
      {
        path: MODULES,
        pathNot: [
          `${MODULES}$1/`,
          `${MODULES}[^/]+/[^/]+\\.(?:module|http)\\.ts$`,
          `${MODULES}([^/]+)/\\1\\.sql\\.ts$`,
        ],
      },
    ),
    rule(
      'module-does-not-reach-the-root',
      'The composition root names the contexts, not the other way round',
      { path: MODULES },
      { path: '^backend/src/', pathNot: [DOMAIN, MODULES, PLATFORM] },
    ),
    rule(
      'platform-knows-no-context',
      'The platform serves every context and knows none',
      { path: PLATFORM },
      { path: '^backend/src/', pathNot: [PLATFORM, `${DOMAIN}shared/`] },
    ),
    rule(
      'migrations-stand-alone',
      'A migration must mean the same in ten years',
      { path: '^backend/src/migrations/' },
      { pathNot: ['^backend/src/migrations/', PACKAGES] },
    ),
    rule(
      'features-are-independent',
      'What two features share belongs in components, hooks, api or ui',
      { path: `${FRONTEND}features/((?:admin/)?[^/]+)/` },
      {
        path: FRONTEND,
        pathNot: [
          `${FRONTEND}features/$1/`,
          `${FRONTEND}(components|hooks|api|ui|styles)/`,
          `${FRONTEND}(pages|paths|site)\\.ts$`,
        ],
      },
    ),
    rule(
      'layouts-know-no-feature',
      'Layouts are the frames around features',
      { path: `${FRONTEND}layouts/` },
      {
        path: FRONTEND,
        pathNot: [`${FRONTEND}(layouts|components|hooks|api|ui|styles)/`, `${FRONTEND}(pages|paths|site)\\.ts$`],
      },
    ),
    rule(
      'components-know-no-feature',
      'Components are shared by features and layouts',
      { path: `${FRONTEND}(components|hooks)/` },
      {
        path: FRONTEND,
        pathNot: [`${FRONTEND}(components|hooks|api|ui|styles)/`, `${FRONTEND}(pages|paths|site)\\.ts$`],
      },
    ),
    rule(
      'ui-knows-only-itself',
      'Look and accessibility: no router, no query, no API',
      { path: `${FRONTEND}ui/` },
      { path: [FRONTEND, 'node_modules/(react-router|@tanstack)/'], pathNot: `${FRONTEND}ui/` },
    ),
    rule(
      'api-knows-only-itself',
      'The client stands below everything',
      { path: `${FRONTEND}api/` },
      { path: FRONTEND, pathNot: `${FRONTEND}api/` },
    ),
    rule(
      'frontend-and-backend-meet-in-openapi',
      'Only through the document',
      { path: '^frontend/src/' },
      { path: '^(backend|scripts)/' },
    ),
    rule(
      'backend-does-not-know-the-frontend',
      'Only through the document',
      { path: '^backend/src/' },
      { path: '^(frontend|scripts)/' },
    ),
    rule(
      'server-runs-on-dependencies',
      'What the server imports is installed in production',
      { path: '^backend/src/' },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    ),
    rule(
      'browser-runs-on-listed-packages',
      'What ships to browsers is in the bill of materials and the audit',
      { path: FRONTEND, pathNot: ['[.]test[.]tsx?$', GENERATED] },
      { path: PACKAGES, pathNot: BROWSER_PACKAGES, dependencyTypesNot: ['type-only'] },
    ),
    rule('no-cycles', 'A cycle has no beginning to read from', { pathNot: GENERATED }, { circular: true }),
    rule(
      'no-orphans',
      'Delete what nothing uses',
      {
        orphan: true,
        path: '^(backend|frontend)/src/',
        pathNot: [
          GENERATED,
          '\\.d\\.ts$',
          '^backend/src/(migrate-and-seed|staff-create|printed-text-check|public-log|openapi|data-source)\\.ts$',
        ],
      },
      {},
    ),
    rule('everything-resolves', 'An import that leads nowhere', { pathNot: GENERATED }, { couldNotResolve: true }),
  ],
  options: {
    doNotFollow: { path: PACKAGES },
    exclude: { path: ['^backend/dist', '[.]css$', '[.]wasm[?]url$'] },
    // Reads imports as they are written, without compiling each file first: twice as fast.
    parser: 'tsc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
