import type { MetricDefinitions, Sample } from '../observability/metrics.js';

/** The state of a queue. Every instance reports the same values. */
export const QUEUE_METRICS: MetricDefinitions = {
  clearbatch_queue_waiting: {
    kind: 'gauge',
    help: 'What is still to be done, due or not, counted up to 100,000',
    labels: ['queue'],
  },
  clearbatch_queue_oldest_due_seconds: {
    kind: 'gauge',
    help: 'For how long the oldest has been due; 0 when nothing is',
    labels: ['queue'],
  },
  clearbatch_queue_dead: {
    kind: 'gauge',
    help: 'Jobs given up and waiting for a person to look at them, counted up to 100,000',
    labels: ['queue'],
  },
};

/** Higher counts make no difference to operators, and up to here counting is fast enough for every scrape. */
export const COUNT_CAP = 100_000;

/** A row of a context's query. Optional values are those that not every queue has. */
export interface QueueRow {
  readonly waiting: number;
  readonly oldestDueSeconds?: number | null;
  readonly dead?: number;
}

export function queueSamples(queue: string, { waiting, oldestDueSeconds, dead }: QueueRow): Sample[] {
  const labels = { queue };
  return [
    { metric: 'clearbatch_queue_waiting', value: waiting, labels },
    ...(oldestDueSeconds === undefined
      ? []
      : [{ metric: 'clearbatch_queue_oldest_due_seconds', value: Math.max(0, oldestDueSeconds ?? 0), labels }]),
    ...(dead === undefined ? [] : [{ metric: 'clearbatch_queue_dead', value: dead, labels }]),
  ];
}

/** The worker of one instance. */
export const WORKER_METRICS: MetricDefinitions = {
  clearbatch_jobs_running: { kind: 'gauge', help: 'Jobs that this process works on', labels: ['queue'] },
  clearbatch_jobs_total: {
    kind: 'counter',
    help: 'Jobs that this process worked on, by result: done or failed',
    labels: ['queue', 'result'],
  },
  clearbatch_queue_failed_looks_total: {
    kind: 'counter',
    help: 'Times that this process could not look into a queue',
    labels: ['queue'],
  },
};

export function workerSamples(
  queue: string,
  counted: Record<'running' | 'done' | 'failed' | 'failedLooks', number>,
): Sample[] {
  return [
    { metric: 'clearbatch_jobs_running', value: counted.running, labels: { queue } },
    { metric: 'clearbatch_jobs_total', value: counted.done, labels: { queue, result: 'done' } },
    { metric: 'clearbatch_jobs_total', value: counted.failed, labels: { queue, result: 'failed' } },
    { metric: 'clearbatch_queue_failed_looks_total', value: counted.failedLooks, labels: { queue } },
  ];
}
