import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** In a new process: other tests of this one have loaded it. */
it('the password strength estimator is loaded by the first password, not with the server', async () => {
  const dist = (path: string) => pathToFileURL(resolve(import.meta.dirname, '../../dist', path)).href;
  const script = `
    import { createRequire } from 'node:module';
    const { cache } = createRequire(import.meta.url);
    const loaded = () => Object.keys(cache).filter((path) => path.includes('@zxcvbn-ts')).length > 0;
    await import('${dist('app.module.js')}');
    const before = loaded();
    const { ZxcvbnStrengthEstimator } = await import('${dist('modules/staff/crypto/zxcvbn-strength-estimator.js')}');
    await new ZxcvbnStrengthEstimator().guessesFor('a sentence of my own', []);
    console.log(JSON.stringify([before, loaded()]));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  expect(JSON.parse(stdout)).toEqual([false, true]);
});
