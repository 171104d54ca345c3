import fc from 'fast-check';
import {
  evidenceOfLine,
  judgedLine,
  LINE_EVIDENCE,
} from '../../../src/domain/coa-registry/certificate/line-evidence.js';
import { aLine } from '../../support/builders.js';

const evidence = (...[valueText, value, limit, differing = {}]: Printed) =>
  evidenceOfLine(aLine({ valueText, value, limit, ...differing }));
type Printed = [string, number | null, number | null, object?];

it.each<[...Printed]>([
  ['0.81', 0.81, 0.5],
  ['0.81', null, 0.5],
  ['0.81 µg/g', null, 0.5],
  ['0.31', 0.81, 0.5],
  ['>0.5', null, 0.5],
  ['≥ 0.6', null, 0.5],
  ['FAIL', null, 0.5],
  ['Failed', null, null],
  ['Detected', null, 0.5],
  ['Detected in 25 g', null, null],
  ['Positive', null, null],
  ['Present in 1g', null, 0],
  ['Detected, <LOQ', null, 0, { loq: 10 }],
  ['1.2E+03', null, 100],
  ['3 x 10^4', null, 10_000],
  ['0.55 ± 0.1', null, 0.5],
  ['FAIL*', null, null],
  ['Fail (see note)', null, 0.5],
  ['Does not comply', null, null],
  ['OOS', null, 0.5],
  ['Out of specification', null, 0.5],
  ['POSITIVE (presumptive)', null, null],
  ['Presumptive positive', null, null],
])('%j, with the number %j and the limit %j, is above', (...printed) => {
  expect(evidence(...printed)).toBe('above');
});

it.each<[...Printed]>([
  ['0.5', 0.5, 0.5],
  ['0.3', 0.300_000_000_000_000_04, 0.3],
  ['0.81', 0.81, null],
  ['ND', null, 0.5],
  ['Not Detected in 25 g', null, null],
  ['Absent', null, 0],
  ['<LOQ', null, 0.5, { loq: 0.1 }],
  ['<LOQ', null, 0.5],
  ['Detected, <LOQ', null, 0.5, { loq: 0.1 }],
  ['PASS', null, 0.5],
  ['0', 0, 0],
  ['ND', null, 0, { lod: 0.5 }],
])('%j, with the number %j and the limit %j, is within', (...printed) => {
  expect(evidence(...printed)).toBe('within');
});

it.each<[...Printed]>([
  ['<0.5', null, 0.2],
  ['<LOQ', null, 0.2, { loq: 0.5 }],
  ['ND', null, 0.2, { lod: 0.5 }],
  ['0.00', 0, 0.2, { lod: 0.5 }],
  ['0.45 ± 0.1', null, 0.5],
  ['10⁵', null, 10_000],
  ['<10⁵', null, 10_000],
  ['0.4-0.6', null, 0.5],
  ['PASS (see note)', null, 0.5],
  ['0,125', null, 0.5],
  ['Tested', null, 0.5],
  ['banana', null, null],
  ['TNTC', null, null],
])('%j, with the number %j and the limit %j, is open', (...printed) => {
  expect(evidence(...printed)).toBe('open');
});

it('microbes that were found below the LOQ, without a limit, are open; so much of a metal is not', () => {
  const found = { valueText: 'Detected, <LOQ', value: null, limit: null, loq: 10 };
  expect(evidenceOfLine(aLine({ ...found, panel: 'microbials' }))).toBe('open');
  expect(evidenceOfLine(aLine({ ...found, panel: 'heavyMetals' }))).toBe('within');
});

it.each(['NT', 'Not tested', 'N/A', '-', '—'])('%j is no result', (valueText) => {
  expect(evidence(valueText, null, 0.5)).toBe('untested');
});

it('says nothing of cannabinoids, whose limits are no safety limits', () => {
  expect(judgedLine(aLine({ panel: 'cannabinoids', name: 'Δ9-THC', value: 9, limit: 3 })).evidence).toBeNull();
  expect(judgedLine(aLine({ value: 9, limit: 3 })).evidence).toBe('above');
});

it('judges a contaminant under the heading of cannabinoids', () => {
  expect(judgedLine(aLine({ panel: 'cannabinoids', valueText: 'FAIL' })).evidence).toBe('above');
});

it.each<[object, string]>([
  [{ name: 'Lead (FAIL)' }, 'open'],
  [{ method: 'ICP-MS, failed' }, 'open'],
  [{ panel: 'microbials', name: 'Salmonella', valueText: '3' }, 'above'],
  [{ panel: 'microbials', name: 'Salmonella', valueText: '0' }, 'within'],
  [{ panel: 'microbials', name: 'Total yeast and mold', valueText: '900000' }, 'open'],
  [{ panel: 'microbials', name: 'Total yeast and mold', valueText: '40', limit: 1000 }, 'within'],
  [{ panel: 'other', name: 'Aflatoxin B1', valueText: '90' }, 'open'],
])('%j is %s', (line, expected) => {
  expect(evidenceOfLine(aLine({ value: null, ...line }))).toBe(expected);
});

it('never judges a higher number, or a lower limit, less seriously', () => {
  const amount = fc.integer({ min: 0, max: 2_000 }).map((thousandths) => thousandths / 1000);
  const rank = (value: number, limit: number) => LINE_EVIDENCE.indexOf(evidence(String(value), value, limit));
  fc.assert(
    fc.property(amount, amount, amount, amount, (value, more, limit, less) => {
      const [low, high] = [Math.min(value, more), Math.max(value, more)];
      const [strict, lax] = [Math.min(limit, less), Math.max(limit, less)];
      expect(rank(high, strict)).toBeLessThanOrEqual(rank(low, lax));
    }),
  );
});
