// What a run has started. It all ends with the run, the last first: servers before their database.

const running = [];
let stopping = null;

/** @template {{ stop: () => unknown }} Started @param {Started} started @returns {Started} */
export function stopLater(started) {
  running.push(started);
  return started;
}

async function stopEach() {
  for (const started of running.reverse()) await started.stop();
}

/** Also when a signal ends the run while it is ending by itself. */
export function stopAll() {
  stopping ??= stopEach();
  return stopping;
}
