import type { LoggerService } from '@nestjs/common';
import { Telemetry } from '../observability/telemetry.js';
import { withSpan } from '../observability/tracing.js';
import { WORKER_METRICS, workerSamples } from './queue.metrics.js';

export interface WorkerOptions<Job> {
  /** For the log and the metrics. */
  readonly name: string;
  /** Leases due jobs, at most `limit`, so that no other worker takes them. */
  readonly claim: (limit: number) => Promise<readonly Job[]>;
  /** @returns false when the job failed without an error here, e.g. because the receiver was unreachable */
  readonly work: (job: Job) => Promise<boolean>;
  /** Most jobs at once. */
  readonly concurrency: number;
  /** How long to wait for the wake signal before polling. */
  readonly pollMs: number;
  readonly logger: Pick<LoggerService, 'warn' | 'error' | 'log'>;
  readonly telemetry?: Telemetry;
}

/** Limit of the exponential backoff after failed polls. */
const MAX_BACKOFF_MS = 30_000;

/**
 * Works off a queue: claims jobs in batches, runs a few at once, and polls again on a wake signal, after each job, and at
 * intervals. A job that throws is logged, and its lease expires. While the queue cannot be reached, polls back off.
 */
export class Worker<Job> {
  private readonly running = new Set<Promise<void>>();
  private loop: Promise<void> | null = null;
  private isStopping = false;
  /** Whether there was a wake signal since the last poll: one that comes during a poll must not get lost. */
  private wasSignaled = false;
  private wake: () => void = () => {};
  private failures = 0;
  private readonly counts = { done: 0, failed: 0, failedLooks: 0 };

  private readonly telemetry: Telemetry;

  constructor(private readonly options: WorkerOptions<Job>) {
    const { name, telemetry = new Telemetry() } = options;
    this.telemetry = telemetry;
    telemetry.metrics.registerLocal(WORKER_METRICS, () =>
      workerSamples(name, { ...this.counts, running: this.running.size }),
    );
  }

  start(): void {
    this.loop ??= this.run();
  }

  wakeUp(): void {
    this.wasSignaled = true;
    this.wake();
  }

  /** Claims no more jobs and waits for the running ones. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.wake();
    await this.loop;
    await Promise.all(this.running);
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      this.wasSignaled = false;
      const free = this.options.concurrency - this.running.size;
      const claimed = free > 0 ? await this.claim(free) : [];
      for (const job of claimed) this.begin(job);
      if (claimed.length === 0) await this.pause();
    }
  }

  private async claim(limit: number): Promise<readonly Job[]> {
    const { name, claim, logger } = this.options;
    try {
      const jobs = await claim(limit);
      if (this.failures > 0) logger.log(`${name}: the queue can be reached again`);
      this.failures = 0;
      return jobs;
    } catch (error) {
      this.failures += 1;
      this.counts.failedLooks += 1;
      if (this.failures === 1) logger.warn(`${name}: the queue cannot be reached: ${messageOf(error)}`);
      return [];
    }
  }

  private begin(job: Job): void {
    const { name, work, logger } = this.options;
    const done: Promise<void> = withSpan(
      this.telemetry.tracing,
      { kind: 'CONSUMER', name: `${name} job`, attributes: { 'messaging.destination.name': name } },
      async () => work(job),
      (isDone) => !isDone,
    )
      .catch((error: unknown) => {
        logger.error(`${name}: a job failed: ${messageOf(error)}`);
        return false;
      })
      .then((isDone) => {
        this.counts[isDone ? 'done' : 'failed'] += 1;
      })
      .finally(() => {
        this.running.delete(done);
        this.wakeUp();
      });
    this.running.add(done);
  }

  /** Until the next poll is due or the wake signal comes. While the queue cannot be reached, the signal is ignored. */
  private async pause(): Promise<void> {
    if (this.isStopping || (this.wasSignaled && this.failures === 0)) return;
    const { pollMs } = this.options;
    const ms = Math.min(pollMs * 2 ** this.failures, Math.max(pollMs, MAX_BACKOFF_MS));
    await new Promise<void>((resume) => {
      const timer = setTimeout(resume, ms);
      this.wake = () => {
        if (this.failures > 0 && !this.isStopping) return;
        clearTimeout(timer);
        resume();
      };
    });
    this.wake = () => {};
  }
}

/** TypeORM's errors carry the statement's parameters, which can be personal data: the message does not. */
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
