import { Worker } from '../../src/platform/queue/worker.js';
import { until } from '../api/api-helpers.js';

/** A queue that says what was done with it. */
class Queue {
  waiting: string[] = [];
  readonly begun: string[] = [];
  readonly log: string[] = [];
  polls = 0;
  mostAtOnce = 0;
  isDown = false;
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
      concurrency: 3,
      pollMs,
      logger: { log: note, warn: note, error: note },
    });
  }

  put(...jobs: string[]): void {
    this.waiting.push(...jobs);
    this.worker.wakeUp();
  }

  end(job: string, error?: Error): void {
    this.ends.get(job)?.(error);
    this.ends.delete(job);
  }

  endAll(): void {
    for (const job of this.ends.keys()) this.end(job);
  }
}

/** So long that only ringing can be what woke the worker. */
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
  it('finds what was there before it, and what comes when it is rung for', async () => {
    open().waiting = ['before'];
    queue.worker.start();
    await has(1);
    queue.put('after');
    await has(2);
    expect(queue.begun).toEqual(['before', 'after']);
  });

  it('finds what nobody rang for, after a while', async () => {
    open(20).worker.start();
    await until('it has looked twice', async () => queue.polls >= 2);
    queue.waiting = ['silent'];
    await has(1);
  });

  it('works on a few at once, and takes the next one when one is done', async () => {
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

  it('survives a job that fails, and says so', async () => {
    open().worker.start();
    queue.put('bad');
    await has(1);
    queue.end('bad', new Error('broken'));
    await until('it is logged', async () => queue.log.length === 1);
    expect(queue.log).toEqual(['queue: a job failed: broken']);
    queue.put('good');
    await has(2);
  });

  it('survives an outage of the queue, asks ever more slowly, and says once that it began and that it is over', async () => {
    open(5).isDown = true;
    queue.worker.start();
    queue.waiting = ['1'];
    await until('it has looked four times', async () => queue.polls >= 4);
    queue.isDown = false;
    await has(1);
    expect(queue.log).toEqual([
      'queue: the queue cannot be reached: no database',
      'queue: the queue can be reached again',
    ]);
  });

  it('is not hurried by those who ring during an outage', async () => {
    open().isDown = true;
    queue.worker.start();
    await until('it has looked', async () => queue.polls === 1);
    for (let n = 0; n < 100; n += 1) {
      queue.worker.wakeUp();
      await new Promise(setImmediate);
    }
    expect(queue.polls).toBe(1);
  });

  it('finishes what has begun when it is stopped, and begins nothing new', async () => {
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

  it('that was never started stops at once', async () => {
    await open().worker.stop();
    expect(queue.polls).toBe(0);
  });
});
