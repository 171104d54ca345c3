// The same with a document, from Jest's jsdom environment. All files of a worker share one, because they share modules that keep
// references to it.
import JsdomEnvironment from 'jest-environment-jsdom';
import NodeEnvironment from './node-environment.mjs';

/** Node has these, too, but a document needs its own. */
const OF_DOCUMENT =
  /^(DOMException|EventTarget|Event|CustomEvent|MessageEvent|CloseEvent|Blob|File|FormData|Navigator|navigator)$/;
const { console } = globalThis;

export default class DomEnvironment extends NodeEnvironment {
  static #window;

  constructor(config, context) {
    super(config, context);
    DomEnvironment.#window ??= installed(new JsdomEnvironment(config, { ...context, console }).global);
  }
}

function installed(window) {
  for (const name of Object.getOwnPropertyNames(window))
    if (OF_DOCUMENT.test(name) || !(name in globalThis || name.startsWith('jest-')))
      Object.defineProperty(globalThis, name, { value: ofWindow(window, name), writable: true, configurable: true });
  takeSignalsOfNode(window);
  return window;
}

/** jsdom's `addEventListener` accepts only jsdom's signals, and Node's `fetch` only Node's. Tests have Node's, so jsdom gets its own that follows. */
function takeSignalsOfNode({ EventTarget, AbortController }) {
  const { addEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    if (!options?.signal) return addEventListener.call(this, type, listener, options);
    const own = new AbortController();
    if (options.signal.aborted) own.abort();
    options.signal.addEventListener('abort', () => own.abort());
    return addEventListener.call(this, type, listener, { ...options, signal: own.signal });
  };
}

/** Its functions, but not its classes, need it as `this`. */
function ofWindow(window, name) {
  const value = window[name];
  if (value === window) return globalThis;
  return typeof value === 'function' && /^[a-z]/.test(name) ? value.bind(window) : value;
}
