import type { DataSource } from 'typeorm';
import type { MetricDefinitions, Sample } from '../observability/prometheus-metrics.js';
import type { Telemetry } from '../observability/telemetry.js';

/** What a queue contains, for all instances together. */
export const QUEUE_METRICS: MetricDefinitions = {
  clearbatch_queue_waiting: {
    kind: 'gauge',
    help: 'Unfinished jobs, due or not, counted up to 100,000',
    labels: ['queue'],
  },
  clearbatch_queue_oldest_due_seconds: {
    kind: 'gauge',
    help: 'How long the oldest due job has been due; 0 if none is',
    labels: ['queue'],
  },
  clearbatch_queue_dead: {
    kind: 'gauge',
    help: 'Failed jobs that need a person, counted up to 100,000',
    labels: ['queue'],
  },
};

/** Counting stops here: above it the exact number does not matter, and a scrape stays cheap. */
export const COUNT_CAP = 100_000;

/** The row that each context's statement returns. A queue leaves out what it does not have. */
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

/**
 * Reports what a queue contains.
 * @param sql selects a {@link QueueRow}; `$1` is {@link COUNT_CAP}
 */
export function reportQueue({ metrics }: Telemetry, database: DataSource, queue: string, sql: string): void {
  metrics?.registerQueried(queue, QUEUE_METRICS, async () => {
    const [row] = await database.query<QueueRow[]>(sql, [COUNT_CAP]);
    return row ? queueSamples(queue, row) : [];
  });
}

/** What the worker of this process does. */
export const WORKER_METRICS: MetricDefinitions = {
  clearbatch_jobs_running: { kind: 'gauge', help: 'Jobs that this process is running', labels: ['queue'] },
  clearbatch_jobs_total: {
    kind: 'counter',
    help: 'Jobs that this process finished, by result: done or failed',
    labels: ['queue', 'result'],
  },
  clearbatch_queue_failed_looks_total: {
    kind: 'counter',
    help: 'Polls of a queue by this process that failed',
    labels: ['queue'],
  },
};

export function workerSamples(
  queue: string,
  counted: Record<'running' | 'done' | 'failed' | 'failedPolls', number>,
): Sample[] {
  return [
    { metric: 'clearbatch_jobs_running', value: counted.running, labels: { queue } },
    { metric: 'clearbatch_jobs_total', value: counted.done, labels: { queue, result: 'done' } },
    { metric: 'clearbatch_jobs_total', value: counted.failed, labels: { queue, result: 'failed' } },
    { metric: 'clearbatch_queue_failed_looks_total', value: counted.failedPolls, labels: { queue } },
  ];
}
