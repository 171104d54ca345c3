import { BIOME, fail, node } from './lib.mjs';

await node('format', BIOME, ['check', '--write']).catch(fail);
