import fc from 'fast-check';
import { formatCount, formatMg, formatPercent } from './figures';

const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

describe('figures read as Intl would write them', () => {
  it('counts', () => {
    fc.assert(
      fc.property(fc.nat(), (count) => {
        expect(formatCount(count)).toBe(whole.format(count));
      }),
    );
  });

  it('amounts, to two decimals', () => {
    const amounts = fc.oneof(
      fc.double({ min: 0, max: 1e6, noNaN: true }),
      fc.nat(1e6).map((thousandths) => thousandths / 1000),
    );
    fc.assert(
      fc.property(amounts, (mg) => {
        expect(formatMg(mg)).toBe(`${plain.format(mg)}\u00a0mg`);
      }),
    );
  });

  it('shares, as whole percent', () => {
    const shares = fc.double({ min: 0, max: 20, noNaN: true });
    fc.assert(
      fc.property(shares, (share) => {
        expect(formatPercent(share)).toBe(`${whole.format(share * 100)}%`);
      }),
    );
  });
});
