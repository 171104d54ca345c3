import type { AttemptRepository } from '../../src/domain/staff/ports.js';
import { byAddress, byName } from '../../src/domain/staff/sign-in-attempts.js';
import { NOW } from '../support/builders.js';

const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);

/** What every place to count failed attempts must do. */
export function describeAttemptRepository(place: string, open: () => Promise<AttemptRepository>): void {
  describe(`${place} counts attempts`, () => {
    let attempts: AttemptRepository;
    beforeEach(async () => {
      attempts = await open();
    });
    const [robin, kim, home, away] = [
      byName('robin'),
      byName('kim'),
      byAddress('192.0.2.1'),
      byAddress('198.51.100.1'),
    ];

    it('of each name, and holds the next back once too many failed', async () => {
      for (let failures = 0; failures < 5; failures += 1) {
        expect(await attempts.begin([robin], NOW)).toEqual({ notBefore: null, failures });
      }
      expect(await attempts.begin([robin], NOW)).toEqual({ notBefore: minutes(1), failures: 5 });
      expect(await attempts.begin([kim], NOW)).toEqual({ notBefore: null, failures: 0 });
      expect(await attempts.begin([robin], minutes(1))).toEqual({ notBefore: null, failures: 5 });
      expect(await attempts.begin([robin], minutes(1))).toEqual({ notBefore: minutes(3), failures: 6 });
    });

    it('of an address beside the name, and counts under none when one holds back', async () => {
      for (let n = 0; n < 5; n += 1) await attempts.begin([robin, home], NOW);
      expect(await attempts.begin([robin, away], NOW)).toMatchObject({ notBefore: minutes(1) });
      expect(await attempts.begin([away], NOW)).toEqual({ notBefore: null, failures: 0 });
      expect(await attempts.begin([kim, home], NOW)).toEqual({ notBefore: null, failures: 0 });
      expect(await attempts.begin([home], NOW)).toMatchObject({ failures: 6 });
    });

    it('of a name until one succeeds', async () => {
      for (let n = 0; n < 5; n += 1) await attempts.begin([robin, home], NOW);
      await attempts.begin([kim], NOW);
      await attempts.succeed([robin], NOW);
      expect(await attempts.begin([robin, home], NOW)).toEqual({ notBefore: null, failures: 0 });
      expect(await attempts.begin([kim], NOW)).toEqual({ notBefore: null, failures: 1 });
    });

    it('of an address without those that succeed, which forget no others', async () => {
      for (let n = 0; n < 19; n += 1) await attempts.begin([home], NOW);
      for (let n = 0; n < 3; n += 1) {
        expect(await attempts.begin([robin, home], NOW)).toMatchObject({ notBefore: null, failures: 0 });
        await attempts.succeed([robin, home], NOW);
      }
      expect(await attempts.begin([home], NOW)).toEqual({ notBefore: null, failures: 19 });
      expect(await attempts.begin([home], minutes(0.5))).toMatchObject({ notBefore: minutes(1) });
      await attempts.begin([home], minutes(1));
      await attempts.succeed([home], minutes(1));
      expect(await attempts.begin([home], minutes(1))).toEqual({ notBefore: null, failures: 20 });
      expect(await attempts.begin([home], minutes(2))).toMatchObject({ notBefore: minutes(3) });
      await attempts.succeed([away], NOW);
      expect(await attempts.begin([away], NOW)).toEqual({ notBefore: null, failures: 0 });
    });

    it('of an address for twelve hours, so that slow guesses add up', async () => {
      for (let n = 0; n < 20; n += 1) await attempts.begin([home], minutes(n * 16));
      expect(await attempts.begin([home], minutes(19 * 16))).toMatchObject({ failures: 20 });
      expect(await attempts.begin([home], minutes(19 * 16 + 1 + 12 * 60))).toEqual({ notBefore: null, failures: 0 });
    });

    it('so that of many at once no more are made than one after the other', async () => {
      const counters = [
        [robin, home],
        [robin, away],
      ];
      const made = await Promise.all(Array.from({ length: 20 }, (_, n) => attempts.begin(counters[n % 2] ?? [], NOW)));
      expect(made.filter(({ notBefore }) => notBefore === null)).toHaveLength(5);
    });
  });
}
