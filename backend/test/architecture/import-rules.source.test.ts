import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cruise, type IConfiguration, type ICruiseResult } from 'dependency-cruiser';
import configuration from '../../../.dependency-cruiser.mjs';

const root = join(import.meta.dirname, '../../..');
const rules = configuration as unknown as IConfiguration & { forbidden: { name: string }[] };

async function cruiseTree(baseDir: string): Promise<ICruiseResult> {
  const { forbidden, options } = rules;
  const { output } = await cruise(['backend/src', 'frontend/src'], {
    ...options,
    baseDir,
    validate: true,
    ruleSet: { forbidden },
  });
  return output as ICruiseResult;
}

const namesOf = (result: ICruiseResult) => [...new Set(result.summary.violations.map(({ rule }) => rule.name))];

/** What others import; what is in them does not matter. */
const TARGETS = [
  'backend/src/app.module.ts',
  'backend/src/domain/brands/brands.ts',
  'backend/src/domain/brands/rule.ts',
  'backend/src/domain/coa-registry/coa-registry.ts',
  'backend/src/domain/coa-registry/labs/lab.ts',
  'backend/src/domain/coa-registry/review/review.ts',
  'backend/src/domain/shared/clock.ts',
  'backend/src/modules/brands/brand.table.ts',
  'backend/src/modules/brands/brands.module.ts',
  'backend/src/modules/coa-registry/review/two.ts',
  'backend/src/platform/config.ts',
  'frontend/src/features/admin/review/queue.ts',
  'frontend/src/features/brands/brand.page.ts',
  'frontend/src/layouts/frame.ts',
  'frontend/src/routes.ts',
  'frontend/src/ui/button.ts',
];

/** A file that may import all that it does. */
const ALLOWED = 'backend/src/modules/dosing/allowed.ts';
const ALLOWED_IMPORTS = [
  '../../domain/brands/brands.js',
  '../../domain/shared/clock.js',
  '../brands/brands.module.js',
  '../../platform/config.js',
];

/** A rule, and a file that breaks it with what it imports. */
const VIOLATIONS: readonly (readonly [rule: string, file: string, imported: string | null])[] = [
  ['domain-is-pure', 'backend/src/domain/dosing/imports-a-package.ts', 'pg'],
  ['domain-is-pure', 'backend/src/domain/dosing/imports-node.ts', 'node:fs'],
  ['domain-is-pure', 'backend/src/domain/dosing/imports-another-context.ts', '../brands/brands.js'],
  [
    'room-certificate-builds-on-earlier-ones',
    'backend/src/domain/coa-registry/certificate/one.ts',
    '../review/review.js',
  ],
  ['room-checks-builds-on-earlier-ones', 'backend/src/domain/coa-registry/checks/one.ts', '../review/review.js'],
  ['room-checks-builds-on-earlier-ones', 'backend/src/modules/coa-registry/checks/one.ts', '../review/two.js'],
  [
    'room-submission-builds-on-earlier-ones',
    'backend/src/domain/coa-registry/submission/one.ts',
    '../review/review.js',
  ],
  ['room-review-builds-on-earlier-ones', 'backend/src/domain/coa-registry/review/one.ts', '../labs/lab.js'],
  ['room-labs-builds-on-earlier-ones', 'backend/src/domain/coa-registry/labs/one.ts', '../coa-registry.js'],
  ['room-registry-builds-on-earlier-ones', 'backend/src/domain/coa-registry/registry/one.ts', '../review/review.js'],
  [
    'module-keeps-to-its-domain',
    'backend/src/modules/dosing/reaches-behind-the-front-door.ts',
    '../../domain/brands/rule.js',
  ],
  [
    'module-knows-other-modules-by-their-nest-module',
    'backend/src/modules/dosing/uses-another-table.ts',
    '../brands/brand.table.js',
  ],
  ['module-does-not-reach-the-root', 'backend/src/modules/dosing/reaches-the-root.ts', '../../app.module.js'],
  ['platform-knows-no-context', 'backend/src/platform/knows-a-context.ts', '../domain/brands/brands.js'],
  ['migrations-stand-alone', 'backend/src/migrations/1-uses-the-code-of-today.ts', '../domain/brands/rule.js'],
  ['features-are-independent', 'frontend/src/features/dosing/uses-another-feature.ts', '../brands/brand.page.js'],
  ['features-are-independent', 'frontend/src/features/admin/labs/uses-another-feature.ts', '../review/queue.js'],
  ['features-are-independent', 'frontend/src/features/dosing/uses-a-layout.ts', '../../layouts/frame.js'],
  [
    'components-know-no-feature',
    'frontend/src/components/dosing/knows-a-feature.ts',
    '../../features/brands/brand.page.js',
  ],
  ['layouts-know-no-feature', 'frontend/src/layouts/knows-a-feature.ts', '../features/brands/brand.page.js'],
  ['ui-knows-only-itself', 'frontend/src/ui/knows-the-router.ts', '../routes.js'],
  ['api-knows-only-itself', 'frontend/src/api/knows-a-feature.ts', '../features/brands/brand.page.js'],
  [
    'frontend-and-backend-meet-in-openapi',
    'frontend/src/features/dosing/knows-the-backend.ts',
    '../../../../backend/src/domain/brands/brands.js',
  ],
  [
    'backend-does-not-know-the-frontend',
    'backend/src/modules/dosing/knows-the-frontend.ts',
    '../../../../frontend/src/features/brands/brand.page.js',
  ],
  ['server-runs-on-dependencies', 'backend/src/modules/dosing/imports-a-development-tool.ts', 'fast-check'],
  ['browser-runs-on-listed-packages', 'frontend/src/features/dosing/imports-an-unlisted-package.ts', 'fast-check'],
  ['no-cycles', 'backend/src/domain/dosing/cycle-a.ts', './cycle-b.js'],
  ['no-orphans', 'backend/src/domain/dosing/orphan.ts', null],
  ['everything-resolves', 'backend/src/domain/dosing/leads-nowhere.ts', './gone.js'],
];

/** Writes the tree of violations. It is within the repository, so that packages are found. @returns its folder */
function writeViolations(): string {
  const parent = join(root, 'test-results');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'violations-'));
  const write = (file: string, imported: readonly string[]) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    const imports = imported.map((name, index) => `import * as used${index} from '${name}';`);
    const exported = `export const used = [${imported.map((_, index) => `used${index}`)}];`;
    writeFileSync(join(folder, file), [...imports, exported].join('\n'));
  };
  for (const file of TARGETS) write(file, []);
  write(ALLOWED, ALLOWED_IMPORTS);
  write('backend/src/domain/dosing/cycle-b.ts', ['./cycle-a.js']);
  for (const [, file, imported] of VIOLATIONS) write(file, imported === null ? [] : [imported]);
  const dependencies = { dependencies: { pg: '*' }, devDependencies: { 'fast-check': '*' } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'violations', type: 'module', ...dependencies }));
  return folder;
}

describe('import rules', () => {
  it('hold in the source', async () => {
    const result = await cruiseTree(root);
    expect(result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual([]);
    // Without a working TypeScript the tool sees no module at all, and finds nothing wrong with it.
    expect(result.summary.totalCruised).toBeGreaterThan(100);
  });

  describe('fail where they are broken on purpose', () => {
    let folder: string;
    let broken: ICruiseResult;
    beforeAll(async () => {
      folder = writeViolations();
      broken = await cruiseTree(folder);
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it.each(VIOLATIONS)('%s, by %s', (name, file) => {
      const rulesBroken = broken.summary.violations.filter(({ from }) => from === file).map(({ rule }) => rule.name);
      expect(rulesBroken).toContain(name);
    });

    it('and none is left out', () => {
      expect(namesOf(broken).sort()).toEqual(rules.forbidden.map(({ name }) => name).sort());
    });

    it('and let pass what is allowed', () => {
      const allowed = broken.summary.violations.filter(({ from }) => from === ALLOWED);
      expect(allowed.map(({ rule }) => rule.name).filter((name) => name !== 'no-orphans')).toEqual([]);
    });
  });
});
