import { UploadSlots } from '../../../src/modules/documents/upload-slots.js';

/** An upload that goes on until `end` is called. */
function upload(slots: UploadSlots, isVisitor: boolean) {
  const { promise, resolve: end, reject: fail } = Promise.withResolvers<string>();
  return {
    done: slots.run(isVisitor, () => promise),
    end: () => end('done'),
    fail: () => fail(new Error('broken off')),
  };
}

it('refuses visitors before labs and staff, and takes more as soon as one ends, in whatever way', async () => {
  const slots = new UploadSlots(3, 2);
  const visitors = [upload(slots, true), upload(slots, true)];
  await expect(slots.run(true, async () => 'third')).rejects.toThrow('Service Unavailable');
  const lab = upload(slots, false);
  await expect(slots.run(false, async () => 'fourth')).rejects.toThrow('Service Unavailable');

  visitors[0]?.end();
  expect(await visitors[0]?.done).toBe('done');
  expect(await slots.run(true, async () => 'another')).toBe('another');
  const failed = expect(visitors[1]?.done).rejects.toThrow('broken off');
  visitors[1]?.fail();
  await failed;
  lab.end();
  await lab.done;
  const again = [upload(slots, true), upload(slots, true), upload(slots, false)];
  for (const { end } of again) end();
  expect(await Promise.all(again.map(({ done }) => done))).toEqual(['done', 'done', 'done']);
});
