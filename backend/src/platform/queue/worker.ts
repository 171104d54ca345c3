import type { LoggerService } from '@nestjs/common';
import { Telemetry } from '../observability/telemetry.js';
import { withSpan } from '../observability/tracing.js';
import { WORKER_METRICS, workerSamples } from './queue.metrics.js';

export interface WorkerOptions<Job> {
  /** Names it in the log. */
  readonly name: string;
  /** Takes jobs that are due, at most as many as asked for, and keeps them from other workers. */
  readonly claim: (limit: number) => Promise<readonly Job[]>;
  /** @returns false when it did not work out, although nothing is broken: whoever it was for could not be reached */
  readonly work: (job: Job) => Promise<boolean>;
  /** Jobs at once. */
  readonly concurrency: number;
  /** How long to wait before looking again when nobody rang. */
  readonly pollMs: number;
  readonly logger: Pick<LoggerService, 'warn' | 'error' | 'log'>;
  /** By whom it is seen what becomes of jobs. */
  readonly telemetry?: Telemetry;
}

/** After a failed look the next one waits longer and longer, up to this. */
const MAX_BACKOFF_MS = 30_000;

/**
 * Works off a queue: claims in batches, works on a few at once, looks again when rung for, when a job is done, and now
 * and then. A job that fails is logged and left to its lease; a queue that cannot be reached is asked again, ever slower.
 */
export class Worker<Job> {
  private readonly running = new Set<Promise<void>>();
  private loop: Promise<void> | null = null;
  private isStopping = false;
  /** Whether somebody rang since the last look: a ring during a look must not get lost. */
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

  /** Takes on nothing new and waits for what has begun. */
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

  /** Until the next look is due, or somebody rings. While the queue cannot be reached, ringing does not hurry anything. */
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
