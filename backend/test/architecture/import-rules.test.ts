import { join } from 'node:path';
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

describe('import rules', () => {
  it('hold in the source', async () => {
    const result = await cruiseTree(root);
    expect(result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual([]);
    // Without a working TypeScript the tool sees no module at all, and finds nothing wrong with it.
    expect(result.summary.totalCruised).toBeGreaterThan(100);
  });

  describe('fail where they are broken on purpose', () => {
    let broken: ICruiseResult;
    beforeAll(async () => {
      broken = await cruiseTree(join(import.meta.dirname, 'violations'));
    });

    it.each([
      ['domain-is-pure', 'backend/src/domain/dosing/imports-a-package.ts'],
      ['domain-is-pure', 'backend/src/domain/dosing/imports-node.ts'],
      ['domain-is-pure', 'backend/src/domain/dosing/imports-another-context.ts'],
      ['module-keeps-to-its-domain', 'backend/src/modules/dosing/reaches-behind-the-front-door.ts'],
      ['module-knows-other-modules-by-their-nest-module', 'backend/src/modules/dosing/uses-another-table.ts'],
      ['module-does-not-reach-the-root', 'backend/src/modules/dosing/reaches-the-root.ts'],
      ['platform-knows-no-context', 'backend/src/platform/knows-a-context.ts'],
      ['migrations-stand-alone', 'backend/src/migrations/1-uses-the-code-of-today.ts'],
      ['features-are-independent', 'frontend/src/features/dosing/uses-another-feature.ts'],
      ['features-are-independent', 'frontend/src/features/admin/labs/uses-another-feature.ts'],
      ['features-are-independent', 'frontend/src/features/dosing/uses-a-layout.ts'],
      ['components-know-no-feature', 'frontend/src/components/dosing/knows-a-feature.ts'],
      ['layouts-know-no-feature', 'frontend/src/layouts/knows-a-feature.ts'],
      ['ui-knows-only-itself', 'frontend/src/ui/knows-the-router.ts'],
      ['api-knows-only-itself', 'frontend/src/api/knows-a-feature.ts'],
      ['frontend-and-backend-meet-in-openapi', 'frontend/src/features/dosing/knows-the-backend.ts'],
      ['backend-does-not-know-the-frontend', 'backend/src/modules/dosing/knows-the-frontend.ts'],
      ['server-runs-on-dependencies', 'backend/src/modules/dosing/imports-a-development-tool.ts'],
      ['browser-runs-on-listed-packages', 'frontend/src/features/dosing/imports-an-unlisted-package.ts'],
      ['no-cycles', 'backend/src/domain/dosing/cycle-a.ts'],
      ['no-orphans', 'backend/src/domain/dosing/orphan.ts'],
      ['everything-resolves', 'backend/src/domain/dosing/leads-nowhere.ts'],
    ])('%s, by %s', (name, file) => {
      const rulesBroken = broken.summary.violations.filter(({ from }) => from === file).map(({ rule }) => rule.name);
      expect(rulesBroken).toContain(name);
    });

    it('and none is left out', () => {
      expect(namesOf(broken).sort()).toEqual(rules.forbidden.map(({ name }) => name).sort());
    });

    it('and let pass what is allowed', () => {
      const allowed = broken.summary.violations.filter(({ from }) => from.endsWith('/allowed.ts'));
      expect(allowed.map(({ rule }) => rule.name).filter((name) => name !== 'no-orphans')).toEqual([]);
    });
  });
});
