// Runs before the first test of the frontend in each worker, and must not import from the backend.
import { timeoutManager } from '@tanstack/react-query';
import { configure } from '@testing-library/react';
import { HANGS_AFTER_MS } from './limits.mjs';

configure({ asyncUtilTimeout: HANGS_AFTER_MS });

// A cache forgets what no page shows after five minutes, and a worker that has no test left would wait for that.
timeoutManager.setTimeoutProvider({
  setTimeout: (run, ms) => setTimeout(run, ms).unref(),
  clearTimeout: (id) => clearTimeout(id),
  setInterval: (run, ms) => setInterval(run, ms).unref(),
  clearInterval: (id) => clearInterval(id),
});
