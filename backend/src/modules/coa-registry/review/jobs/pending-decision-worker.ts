import type { PendingDecisions } from '../../../../domain/coa-registry/review/pending-decisions.js';
import type { Queue } from '../../../../platform/queue/worker.js';

/** Carries out decisions that can no longer be undone. */
export const pendingDecisionQueue = (decisions: PendingDecisions): Queue<string> => ({
  name: 'pending decisions',
  claim: (limit) => decisions.claim(limit),
  work: (id) => decisions.carryOut(id),
  purge: () => decisions.purge(),
  concurrency: 4,
  // The reviewer watches, and any process can carry it out.
  pollMs: 500,
});
