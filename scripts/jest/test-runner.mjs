// Jest's own framework for tests, but modules are loaded by Node and not by Jest: the files of a worker share them. Jest would
// load Nest, TypeORM and our code again for each file, which takes longer than most files' tests (decision 0059).
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import circus from 'jest-circus/runner';
import './sources.mjs';

const require = createRequire(import.meta.url);

/** Of the file before: its handlers of events, and the state behind `describe` and `it`. */
function forgetLastFile(framework) {
  delete globalThis[Symbol.for('EVENT_HANDLERS')];
  delete require.cache[framework];
}

/** What the framework asks of Jest's loader of modules, answered by Node's. */
const nodeModules = {
  requireInternalModule(framework) {
    forgetLastFile(framework);
    return require(framework);
  },
  requireModule: require,
  unstable_shouldLoadAsEsm: () => true,
  unstable_importModule: (path) => import(pathToFileURL(path).href),
};

/** Jest calls it for each file: https://jestjs.io/docs/configuration#testrunner-string */
export default function run(globalConfig, config, environment, runtime, path, report) {
  // Jest's own knows only modules that it has loaded; Node's knows ours.
  Error.prepareStackTrace = undefined;
  globalThis.jest = runtime.requireModuleOrMock(path, '@jest/globals').jest;
  const own = new Proxy(runtime, { get: (target, name) => nodeModules[name] ?? bound(target, name) });
  return circus.default({ ...globalConfig, testTimeout: config.testTimeout }, config, environment, own, path, report);
}

const bound = (target, name) => (typeof target[name] === 'function' ? target[name].bind(target) : target[name]);
