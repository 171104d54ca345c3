import { UploadSlots } from '../../../src/modules/documents/upload-slots.js';

const BUSY = 'as many files as we can';

const LIMITS = { all: 3, visitors: 2, ofVisitor: 9, ofLab: 9 };

/** An upload that goes on until `end` is called, or until it has to give its place up. */
function upload(slots: UploadSlots, sender: string | null, bytesPerSecond?: number) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const pace = {
    isSlow: bytesPerSecond !== undefined,
    bytesPerSecond: bytesPerSecond ?? 1_000_000,
    end: () => reject(new Error('gave its place up')),
  };
  const isVisitor = sender?.startsWith('visitor') ?? false;
  return {
    done: slots.run({ sender, isVisitor, pace: pace as never }, () => promise),
    end: () => resolve('done'),
    fail: () => reject(new Error('broken off')),
  };
}

it('refuses visitors before labs and staff, and takes more as soon as one ends, in whatever way', async () => {
  const slots = new UploadSlots(LIMITS);
  const visitors = [upload(slots, 'visitor 1'), upload(slots, 'visitor 2')];
  await expect(upload(slots, 'visitor 3').done).rejects.toThrow(BUSY);
  const lab = upload(slots, 'lab');
  await expect(upload(slots, null).done).rejects.toThrow(BUSY);

  visitors[0]?.end();
  expect(await visitors[0]?.done).toBe('done');
  const another = upload(slots, 'visitor 3');
  another.end();
  expect(await another.done).toBe('done');
  const failed = expect(visitors[1]?.done).rejects.toThrow('broken off');
  visitors[1]?.fail();
  await failed;
  lab.end();
  await lab.done;
  const again = [upload(slots, 'visitor 1'), upload(slots, 'visitor 2'), upload(slots, 'lab')];
  for (const { end } of again) end();
  expect(await Promise.all(again.map(({ done }) => done))).toEqual(['done', 'done', 'done']);
});

it('takes a few of each sender at once, so that a few senders cannot take all places', async () => {
  const slots = new UploadSlots({ all: 10, visitors: 8, ofVisitor: 1, ofLab: 2 });
  const open = [upload(slots, 'visitor 1'), upload(slots, 'lab'), upload(slots, 'lab')];
  await expect(upload(slots, 'visitor 1').done).rejects.toThrow('still receiving other files from you');
  await expect(upload(slots, 'lab').done).rejects.toThrow('still receiving other files from you');
  const others = [upload(slots, 'visitor 2'), upload(slots, null), upload(slots, null), upload(slots, null)];
  for (const { end } of [...open, ...others]) end();
  await Promise.all([...open, ...others].map(({ done }) => done));
});

it('has the slowest of the slow give its place up, for a visitor only one of a visitor', async () => {
  const slots = new UploadSlots({ ...LIMITS, all: 4, visitors: 3 });
  const lab = upload(slots, 'lab', 10);
  const slow = upload(slots, 'visitor 1', 2_000);
  const slowest = upload(slots, 'visitor 2', 1_000);
  const fast = upload(slots, 'visitor 3');
  const gone = expect(slowest.done).rejects.toThrow('gave its place up');
  const next = upload(slots, 'visitor 4');
  await gone;
  const labGone = expect(lab.done).rejects.toThrow('gave its place up');
  const staff = upload(slots, null);
  await labGone;
  for (const { end } of [slow, fast, next, staff]) end();
  expect(await Promise.all([slow, fast, next, staff].map(({ done }) => done))).toHaveLength(4);
});
