import fc from 'fast-check';
import type { CoaDto, LimitGroupDto } from '../../api/generated/types.gen';
import { besidesSentence, type Share, shareAxis, sharesOf, sharesSentence, shareWords } from './limit-shares';

const bounds = (low: string, high: string | null) => ({ low, high });
const aShare = (name: string, percent: { low: string; high: string | null } | null, panel = 'heavyMetals'): Share => {
  const limit = { analyte: name, name, qualifier: 'measured', percent, limit: '0.5', unit: 'µg/g' };
  const line = { panel, name, analyte: name, valueText: '0.02', unit: 'µg/g' };
  const group = { ruleId: null, title: null, scope: null, limits: [limit] } as LimitGroupDto;
  const [share] = sharesOf(group, { testResults: { analytes: [line] } } as unknown as CoaDto);
  if (!share) throw new Error(`no share of ${name}`);
  return share;
};

it.each([
  [bounds('4.2', '4.2'), '4.2%', 'below'],
  [bounds('0.733333', '0.733334'), '0.73%', 'below'],
  [bounds('0', '0.333334'), 'at most 0.34%', 'below'],
  [bounds('0.333333', '0.666667'), '0.33% to 0.67%', 'below'],
  [bounds('162', '162'), '162%', 'above'],
  [bounds('100', '100'), '100%', 'at'],
  [bounds('99.9999', '99.9999'), 'just under 100%', 'below'],
  [bounds('100.000001', '100.000001'), 'just over 100%', 'above'],
  [bounds('0', '160'), 'at most 160%', 'open'],
  [bounds('0', null), 'not known', 'open'],
  [bounds('120', null), 'at least 120%', 'above'],
  [null, 'not comparable', 'open'],
])('says %j as %s', (percent, words, level) => {
  const share = aShare('lead', percent);
  expect(shareWords(share)).toBe(words);
  expect(share.level).toBe(level);
});

it('never rounds an amount to the other side of its limit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400_000_000 }), (millionths) => {
      const text = String(millionths / 1_000_000);
      const share = aShare('lead', bounds(text, text));
      const shown = shareWords(share);
      const figure =
        Number(/[\d.]+/.exec(shown)?.[0]) + (shown.includes('over') ? 1 : shown.includes('under') ? -1 : 0);
      expect(Math.sign(figure - 100)).toBe(Math.sign(Number(text) - 100));
    }),
  );
});

it('leaves cannabinoids out, and puts what is above its limit and what is open first', () => {
  expect(() => aShare('thc', bounds('5', '5'), 'cannabinoids')).toThrow('no share of thc');
  const percents = { low: bounds('1', '1'), open: null, over: bounds('150', '150'), high: bounds('90', '90') };
  const limits = Object.entries(percents).map(([name, percent]) => ({ analyte: null, name, percent, unit: '' }));
  const analytes = limits.map(({ name }) => ({ panel: 'pesticides', name, analyte: null, valueText: '1', unit: null }));
  const coa = { testResults: { analytes } } as unknown as CoaDto;
  const shares = sharesOf({ limits } as unknown as LimitGroupDto, coa);
  expect(shares.map(({ name }) => name)).toEqual(['over', 'open', 'high', 'low']);
  expect(sharesSentence(shares, 'a rule')).toBe(
    'Compared with a rule: over is above its limit (150% of it). Of the others, the nearest is high, 90% of its limit. For 1, the report does not say enough.',
  );
});

it('calls nothing below its limit without a figure, and draws within the axis', () => {
  expect(sharesSentence([aShare('lead', bounds('0', null))], 'a rule')).toBe(
    'Compared with a rule: none of 1 figure is shown to be above its limit. For 1, the report does not say enough.',
  );
  expect(shareAxis([aShare('lead', bounds('0', '2'))])).toEqual({ from: 1, to: 200 });
  const { from, to } = shareAxis([aShare('lead', bounds('0.0000001', '5000'))]);
  expect(from).toBe(1e-3);
  expect(to).toBeGreaterThan(5000);
});

it('says what is found or unclear besides the shares that are drawn', () => {
  const line = (name: string, evidence: 'above' | 'open' | 'untested' | 'within' | null) => ({ name, evidence });
  const analytes = [
    line('Lead', 'above'),
    line('Salmonella', 'above'),
    line('Salmonella', 'above'),
    line('Arsenic', 'untested'),
    line('Cadmium', 'open'),
    line('Mercury', 'within'),
    line('Δ9-THC', null),
  ];
  const coa = { testResults: { analytes } } as unknown as CoaDto;
  const lead = { ...aShare('lead', bounds('150', '150')), name: 'Lead' };
  expect(besidesSentence(coa, [lead])).toBe(
    'The report names as found, failed or above a limit: Salmonella. It gives no clear result for Arsenic, Cadmium.',
  );
  expect(besidesSentence({ testResults: { analytes: [] } } as unknown as CoaDto, [])).toBe('');
});
