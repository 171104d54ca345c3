import { printedAmount } from '../../../src/domain/measurements/printed-amount.js';
import { bounds } from '../../../src/domain/measurements/range.js';

const line = { valueText: '', value: null, unit: 'µg/g', lod: 0.01, loq: 0.05 };
const read = (valueText: string, more: Partial<typeof line> & { value?: number | null } = {}) => {
  const { qualifier, range } = printedAmount({ ...line, ...more, valueText });
  return [qualifier, bounds(range)?.low ?? null, bounds(range)?.high ?? null];
};

it.each([
  ['0.31', ['measured', '0.31', '0.31']],
  ['0.310', ['measured', '0.31', '0.31']],
  ['1,250', ['measured', '1250', '1250']],
  ['1.2E+03', ['measured', '1200', '1200']],
  ['3 × 10^2', ['measured', '300', '300']],
  ['0.31 ug/g', ['measured', '0.31', '0.31']],
  ['0.31 ± 0.02', ['measured', '0.29', '0.33']],
  ['0.31 ± 0.5', ['measured', '0', '0.81']],
  ['ND', ['not_detected', '0', '0.01']],
  ['Not detected', ['not_detected', '0', '0.01']],
  ['< LOD', ['not_detected', '0', '0.01']],
  ['<LOQ', ['below_loq', '0', '0.05']],
  ['BQL', ['below_loq', '0', '0.05']],
  ['<0.02', ['below_loq', '0', '0.02']],
  ['>ULOQ', ['above_range', '0.05', null]],
  ['> 100', ['above_range', '100', null]],
  ['0.00', ['zero', '0', '0.01']],
  ['Absent in 1 g', ['absent', null, null]],
  ['Positive', ['present', null, null]],
  ['NT', ['not_tested', null, null]],
])('reads "%s"', (text, expected) => expect(read(text)).toEqual(expected));

it.each([
  'Pass',
  'Tested',
  'Conforms',
  '',
  '—',
  '0,31',
  '0.31 mg/mL',
  '0.31 (note 2)',
  '1.2.3',
  '1e999',
  '9'.repeat(40),
])('says nothing about "%s", which is no figure that we understand', (text) =>
  expect(read(text)).toEqual(['unclear', null, null]),
);

it('leaves an amount open above where the limit it refers to is not printed', () => {
  expect(read('ND', { lod: null as never })).toEqual(['not_detected', '0', null]);
  expect(read('<LOQ', { loq: null as never })).toEqual(['below_loq', '0', null]);
  expect(read('0', { lod: null as never, loq: null as never })).toEqual(['zero', '0', null]);
});

it('does not choose between a text and a number that differ', () => {
  expect(read('0.31', { value: 3.1 as never })[0]).toBe('unclear');
  expect(read('0.31', { value: 0.312 as never })).toEqual(['measured', '0.31', '0.31']);
});
