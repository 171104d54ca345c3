import fc from 'fast-check';
import { testSeed } from '../../../scripts/test-seed.mjs';

// Runs before each test file, so every property of every suite begins at the same place. A property that fails prints its
// seed and the path to the counterexample; TEST_SEED=<seed> finds it again.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: testSeed() });
