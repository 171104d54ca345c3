import {
  type BeforeApplicationShutdown,
  type FactoryProvider,
  type InjectionToken,
  Logger,
  type LoggerService,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Telemetry } from '../observability/telemetry.js';
import { withSpan } from '../observability/tracing.js';
import type { Ports } from '../use-case.js';
import { WORKER_METRICS, workerSamples } from './queue.metrics.js';
import type { WakeSignal } from './wake-signal.js';

/** A queue, and how one process works through it. */
export interface Queue<Job> {
  /** Used in logs and metrics. */
  readonly name: string;
  /** Leases due jobs, at most `limit`. */
  readonly claim: (limit: number) => Promise<readonly Job[]>;
  /** @returns false when the job failed for an expected reason, such as a receiver that does not answer */
  readonly work: (job: Job) => Promise<boolean>;
  /** Jobs at a time. */
  readonly concurrency: number;
  /** The pause between polls while nothing wakes the worker. */
  readonly pollMs: number;
  /** Wakes the worker when this process queues a job. */
  readonly wakeSignal?: WakeSignal;
  /** Deletes finished jobs that are past their retention period. Runs before the first poll, and then every hour. */
  readonly purge?: () => Promise<unknown>;
  /** Ends jobs that still run this long after the worker was told to stop. */
  readonly abandon?: { readonly afterMs: number; readonly jobs: () => void };
  /** Runs after the last job, when the worker stops. */
  readonly close?: () => void;
  readonly logger?: Pick<LoggerService, 'warn' | 'error' | 'log'>;
  readonly telemetry?: Telemetry;
}

/** Polls that fail are repeated with exponential backoff, up to this. */
const MAX_BACKOFF_MS = 30_000;

const PURGE_EVERY_MS = 3_600_000;

/**
 * Works through a queue: claims jobs in batches and runs a few at a time. It polls when a wake signal arrives, when a job
 * ends, and otherwise at an interval. A job that throws is logged and keeps its lease until that runs out.
 */
export class Worker<Job> implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly running = new Set<Promise<void>>();
  private loop: Promise<void> | null = null;
  private isStopping = false;
  /** Whether a wake signal arrived since the last poll began: one that arrives during a poll must not get lost. */
  private wasSignaled = false;
  private wake: () => void = () => {};
  private failures = 0;
  private purgedAt = Number.NEGATIVE_INFINITY;
  private readonly counts = { done: 0, failed: 0, failedPolls: 0 };
  private readonly logger: NonNullable<Queue<Job>['logger']>;
  private readonly telemetry: Telemetry;

  constructor(private readonly queue: Queue<Job>) {
    const { name, wakeSignal, logger = new Logger(name), telemetry = new Telemetry() } = queue;
    this.logger = logger;
    this.telemetry = telemetry;
    telemetry.metrics?.registerLocal(WORKER_METRICS, () =>
      workerSamples(name, { ...this.counts, running: this.running.size }),
    );
    wakeSignal?.onNotify(() => this.wakeUp());
  }

  start(): void {
    this.loop ??= this.run();
  }

  wakeUp(): void {
    this.wasSignaled = true;
    this.wake();
  }

  /** Claims nothing more and waits for the jobs that are running. */
  async stop(): Promise<void> {
    const { abandon, close } = this.queue;
    const timer = abandon && setTimeout(abandon.jobs, abandon.afterMs);
    this.isStopping = true;
    this.wake();
    await this.loop;
    await Promise.all(this.running);
    clearTimeout(timer);
    close?.();
  }

  onApplicationBootstrap(): void {
    this.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      this.wasSignaled = false;
      await this.purgeIfDue();
      const free = this.queue.concurrency - this.running.size;
      const claimed = free > 0 ? await this.claim(free) : [];
      for (const job of claimed) this.begin(job);
      if (claimed.length === 0) await this.pause();
    }
  }

  /** A purge that fails does not keep jobs from being claimed. */
  private async purgeIfDue(): Promise<void> {
    const { name, purge } = this.queue;
    if (!purge || performance.now() - this.purgedAt < PURGE_EVERY_MS) return;
    this.purgedAt = performance.now();
    try {
      await purge();
    } catch (error) {
      this.logger.warn(`${name}: old jobs could not be deleted: ${errorMessage(error)}`);
    }
  }

  private async claim(limit: number): Promise<readonly Job[]> {
    const { name, claim } = this.queue;
    try {
      const jobs = await claim(limit);
      if (this.failures > 0) this.logger.log(`${name}: the queue can be reached again`);
      this.failures = 0;
      return jobs;
    } catch (error) {
      this.failures += 1;
      this.counts.failedPolls += 1;
      if (this.failures === 1) this.logger.warn(`${name}: the queue cannot be reached: ${errorMessage(error)}`);
      return [];
    }
  }

  private begin(job: Job): void {
    const { name, work } = this.queue;
    const done: Promise<void> = withSpan(
      this.telemetry.tracing,
      { kind: 'CONSUMER', name: `${name} job`, attributes: { 'messaging.destination.name': name } },
      async () => work(job),
      (isDone) => !isDone,
    )
      .catch((error: unknown) => {
        this.logger.error(`${name}: a job failed: ${errorMessage(error)}`);
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

  /** Waits for the next poll or a wake signal. While polls fail, signals do not shorten the backoff. */
  private async pause(): Promise<void> {
    if (this.isStopping || (this.wasSignaled && this.failures === 0)) return;
    const { pollMs } = this.queue;
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

/** Not the whole error: TypeORM's errors carry the statement's parameters, which can be personal data. */
const errorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Provides a worker that works through a queue while the application runs.
 * @param queueOf takes the ports, in their order
 */
export const queueWorker = <Job, Parameters extends readonly unknown[]>(
  queueOf: (...ports: Parameters) => Queue<Job>,
  ports: Ports<Parameters>,
): FactoryProvider<Worker<Job>> => ({
  provide: Symbol('worker'),
  inject: [Telemetry, ...ports] as InjectionToken[],
  useFactory: (telemetry: Telemetry, ...given) =>
    new Worker({ telemetry, ...queueOf(...(given as unknown as Parameters)) }),
});
