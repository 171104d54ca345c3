import { Logger } from '@nestjs/common';
import type { Retention } from '../../../domain/privacy/retention.js';
import type { Queue } from '../../../platform/queue/worker.js';

const logger = new Logger('Retention');

/** Applies the retention rules periodically. */
export const retentionQueue = (retention: Retention): Queue<never> => ({
  name: 'retention',
  // Claims no jobs: all rules are applied here.
  claim: async () => {
    for (const error of await retention.run()) {
      logger.warn(`retention: something old could not be removed: ${error instanceof Error ? error.message : error}`);
    }
    return [];
  },
  work: async () => true,
  concurrency: 1,
  // Retention periods are days, so every six hours is often enough.
  pollMs: 6 * 3_600_000,
  logger,
});
