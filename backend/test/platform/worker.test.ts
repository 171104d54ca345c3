import { WakeSignal } from '../../src/platform/queue/wake-signal.js';
import { Worker } from '../../src/platform/queue/worker.js';
import { until } from '../support/until.js';

/** A queue that records what the worker does. */
class Queue {
  waiting: string[] = [];
  readonly begun: string[] = [];
  readonly log: string[] = [];
  polls = 0;
  purges = 0;
  mostAtOnce = 0;
  isDown = false;
  isPurgeBroken = false;
  /** Whether jobs may take any time after the worker was told to stop. */
  isPatient = true;
  readonly wakeSignal = new WakeSignal();
  private readonly ends = new Map<string, (error?: Error) => void>();

  readonly worker: Worker<string>;

  constructor(pollMs: number) {
    const note = (line: string) => void this.log.push(line);
    this.worker = new Worker({
      name: 'queue',
      claim: async (limit) => {
        this.polls += 1;
        if (this.isDown) throw new Error('no database');
        return this.waiting.splice(0, limit);
      },
      work: (job) => {
        this.begun.push(job);
        return new Promise((resolve, reject) => {
          this.ends.set(job, (error) => (error ? reject(error) : resolve(true)));
          this.mostAtOnce = Math.max(this.mostAtOnce, this.ends.size);
        });
      },
      purge: async () => {
        this.purges += 1;
        if (this.isPurgeBroken) throw new Error('no disk');
      },
      concurrency: 3,
      pollMs,
      wakeSignal: this.wakeSignal,
      abandon: {
        afterMs: 20,
        jobs: () => {
          if (!this.isPatient) this.endAll();
        },
      },
      close: () => note('closed'),
      logger: { log: note, warn: note, error: note },
    });
  }

  put(...jobs: string[]): void {
    this.waiting.push(...jobs);
    this.wakeSignal.notify();
  }

  end(job: string, error?: Error): void {
    this.ends.get(job)?.(error);
    this.ends.delete(job);
  }

  endAll(): void {
    for (const job of this.ends.keys()) this.end(job);
  }
}

/** So long that only the wake signal can have woken the worker. */
const NEVER = 3_600_000;

let queue: Queue;
afterEach(async () => {
  const stopped = queue.worker.stop();
  queue.endAll();
  await stopped;
});

const open = (pollMs = NEVER) => {
  queue = new Queue(pollMs);
  return queue;
};

const has = (count: number) => until(`${count} jobs have begun`, async () => queue.begun.length === count);

describe('a worker', () => {
  it('finds jobs queued before it started, and new ones on a wake signal', async () => {
    open().waiting = ['before'];
    queue.worker.start();
    await has(1);
    queue.put('after');
    await has(2);
    expect(queue.begun).toEqual(['before', 'after']);
  });

  it('polls, and so finds jobs queued without a wake signal', async () => {
    open(20).worker.start();
    await until('it has polled twice', async () => queue.polls >= 2);
    queue.waiting = ['silent'];
    await has(1);
  });

  it('runs a few jobs at a time, and the next one when one ends', async () => {
    open().worker.start();
    queue.put('1', '2', '3', '4', '5');
    await has(3);
    expect(queue.waiting).toEqual(['4', '5']);
    queue.end('2');
    await has(4);
    queue.endAll();
    await has(5);
    expect(queue.mostAtOnce).toBe(3);
  });

  it('survives a job that throws, and logs it', async () => {
    open().worker.start();
    queue.put('bad');
    await has(1);
    queue.end('bad', new Error('broken'));
    await until('it is logged', async () => queue.log.length === 1);
    expect(queue.log).toEqual(['queue: a job failed: broken']);
    queue.put('good');
    await has(2);
  });

  it('backs off while the queue is down, and logs the start and the end of the outage once', async () => {
    open(5).isDown = true;
    queue.worker.start();
    queue.waiting = ['1'];
    await until('it has polled four times', async () => queue.polls >= 4);
    queue.isDown = false;
    await has(1);
    expect(queue.log).toEqual([
      'queue: the queue cannot be reached: no database',
      'queue: the queue can be reached again',
    ]);
  });

  it('keeps its backoff when wake signals arrive during an outage', async () => {
    open().isDown = true;
    queue.worker.start();
    await until('it has polled', async () => queue.polls === 1);
    for (let n = 0; n < 100; n += 1) {
      queue.wakeSignal.notify();
      await new Promise(setImmediate);
    }
    expect(queue.polls).toBe(1);
  });

  it('purges before the first poll, and then not at every poll', async () => {
    open(5).worker.start();
    await until('it has polled three times', async () => queue.polls >= 3);
    expect(queue.purges).toBe(1);
  });

  it('claims jobs although the purge fails, and logs that', async () => {
    open().isPurgeBroken = true;
    queue.waiting = ['1'];
    queue.worker.start();
    await has(1);
    expect(queue.log).toEqual(['queue: old jobs could not be deleted: no disk']);
  });

  it('finishes running jobs when it is stopped, and claims no more', async () => {
    open().worker.start();
    queue.put('1');
    await has(1);
    let hasStopped = false;
    const stopped = queue.worker.stop().then(() => {
      hasStopped = true;
    });
    queue.put('2');
    await new Promise(setImmediate);
    expect(hasStopped).toBe(false);
    queue.end('1');
    await stopped;
    expect(queue.begun).toEqual(['1']);
  });

  it('ends jobs that take too long when it is stopped, and closes after the last one', async () => {
    open().isPatient = false;
    queue.worker.start();
    queue.put('1', '2');
    await has(2);
    queue.end('1', new Error('late'));
    await queue.worker.stop();
    expect(queue.log).toEqual(['queue: a job failed: late', 'closed']);
  });

  it('stops at once when it was never started', async () => {
    await open().worker.stop();
    expect(queue.polls).toBe(0);
  });
});
