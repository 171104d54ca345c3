import type { SocialCard } from '../../src/modules/site/social-card.js';
import { SocialImageCache } from '../../src/modules/site/social-image.js';
import { TooManyRequests } from '../../src/platform/http/rate-limit.js';

const card = (number: number): SocialCard => ({ kind: 'Certificate of Analysis', title: `Yuzu Seltzer ${number}` });

/** Requests that many images concurrently. @returns their outcomes */
const requestConcurrently = (images: SocialImageCache, count: number) =>
  Promise.allSettled(Array.from({ length: count }, async (_, number) => images.image(card(number))));

const isDrawn = ({ status }: PromiseSettledResult<Buffer>) => status === 'fulfilled';

describe('social preview images', () => {
  it('are rendered for as many requests as may wait; further ones get 429 and succeed later', async () => {
    const images = new SocialImageCache('ClearBatch');
    const results = await requestConcurrently(images, 25);
    expect(results.map(isDrawn)).toEqual([...Array(20).fill(true), ...Array(5).fill(false)]);
    for (const refused of results.slice(20)) {
      expect(refused).toMatchObject({ reason: expect.any(TooManyRequests) });
      expect(refused).toMatchObject({ reason: { retryAfterSeconds: 2 } });
    }
    const png = Buffer.from([0x89, ...Buffer.from('PNG')]);
    expect((await images.image(card(24))).subarray(0, 4)).toEqual(png);
  });

  it('are served from memory while others wait, and recently used ones stay there', async () => {
    const images = new SocialImageCache('ClearBatch');
    const shared = await images.image(card(-1));
    for (let round = 0; round < 6; round += 1) {
      const others = Promise.all(Array.from({ length: 20 }, (_, number) => images.image(card(20 * round + number))));
      expect(await images.image(card(-1))).toBe(shared);
      await others;
    }
  });
});
