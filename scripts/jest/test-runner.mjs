// Jest's own framework for tests, on modules that Node loads: the files of a worker share them. Jest would load Nest, TypeORM
// and our code again for each file, which takes longer than most files' tests (decision 0059).
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import circus from 'jest-circus/runner';
import './sources.mjs';

const require = createRequire(import.meta.url);

/** What the framework keeps of a file: who listens to it, and its tests with all that they refer to. */
const OF_FILE = ['EVENT_HANDLERS', 'JEST_STATE_SYMBOL'];

function newFramework(path) {
  for (const symbol of Object.getOwnPropertySymbols(globalThis))
    if (OF_FILE.includes(symbol.description)) delete globalThis[symbol];
  delete require.cache[path];
  return require(path);
}

/** What the framework asks of Jest's loader of modules. */
const byNode = {
  requireInternalModule: newFramework,
  requireModule: require,
  unstable_shouldLoadAsEsm: () => true,
  unstable_importModule: (path) => import(pathToFileURL(path).href),
};

/** Jest calls it for each file: https://jestjs.io/docs/configuration#testrunner-string */
export default function run(globalConfig, config, environment, runtime, path, report) {
  // Jest's knows only the places in modules that Jest has loaded.
  Error.prepareStackTrace = undefined;
  globalThis.jest = runtime.requireModuleOrMock(path, '@jest/globals').jest;
  const limits = { ...globalConfig, testTimeout: config.testTimeout };
  return circus.default(limits, config, environment, Object.assign(runtime, byNode), path, report);
}

if (process.send) {
  // In a worker. Jest would start one that ends like this again, and run the file once more without a word.
  process.exit = (code) => {
    throw new Error(`process.exit(${code}) was called`);
  };
  // One that has nothing left to do would take longer to give its memory back than Jest waits before it warns of a leak.
  process.on('exit', (code) => code === 0 && process.kill(process.pid, 'SIGKILL'));
}
