import { workerData } from 'node:worker_threads';
import { READING_LIMITS } from './limits.js';

/**
 * A separate thread, because the main one may be blocked in PDFium. It ends the process when its parent has ended, or
 * when it takes longer than its parent allows and the parent has not ended it.
 */
const CHECK_MS = 200;
const LATEST_MS = READING_LIMITS.milliseconds + 400;

const { parent } = workerData as { parent: number };
const began = performance.now();

setInterval(() => {
  if (process.ppid !== parent || performance.now() - began > LATEST_MS) process.kill(process.pid, 'SIGKILL');
}, CHECK_MS);
