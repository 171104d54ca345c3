// The same, with a document: that of Jest's jsdom environment, one for all files of a worker, as they share what has seen it.
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

/** A document listens only until a signal of its own, and `fetch` knows only those of Node, which are the global ones. */
function takeSignalsOfNode({ EventTarget, AbortController }) {
  const { addEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    if (!options?.signal) return addEventListener.call(this, type, listener, options);
    const own = new AbortController();
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
