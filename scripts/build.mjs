import { build, fail } from './lib.mjs';

await build().catch(fail);
