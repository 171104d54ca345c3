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

    it.each(rules.forbidden.map(({ name }) => name))('%s', (name) => {
      expect(namesOf(broken)).toContain(name);
    });

    it('and let pass what is allowed', () => {
      const allowed = broken.summary.violations.filter(({ from }) => from.endsWith('/allowed.ts'));
      expect(allowed.map(({ rule }) => rule.name).filter((name) => name !== 'no-orphans')).toEqual([]);
    });
  });
});
