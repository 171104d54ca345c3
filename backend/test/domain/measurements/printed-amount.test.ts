import { hasDecimalComma, type PrintedResult, printedAmount } from '../../../src/domain/shared/printed-amount.js';
import { bounds } from '../../../src/domain/shared/range.js';

const line: PrintedResult = { valueText: '', value: null, unit: 'µg/g', lod: 0.01, loq: 0.05 };
const read = (valueText: string, more: Partial<PrintedResult> = {}) => {
  const { qualifier, range } = printedAmount({ ...line, ...more, valueText });
  return [qualifier, bounds(range)?.low ?? null, bounds(range)?.high ?? null];
};

it.each([
  ['0.31', ['measured', '0.31', '0.31']],
  ['0.310', ['measured', '0.31', '0.31']],
  ['1,250', ['measured', '1250', '1250']],
  ['1.2E+03', ['measured', '1200', '1200']],
  ['3 × 10^2', ['measured', '300', '300']],
  ['3 × 10²', ['measured', '300', '300']],
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
  '10⁵',
  '<10⁵',
  '0.3¹',
  '1.2.3',
  '1e999',
  '9'.repeat(40),
])('says nothing about "%s", which is no figure that we understand', (text) =>
  expect(read(text)).toEqual(['unclear', null, null]),
);

it('leaves an amount open above where the limit it refers to is not printed', () => {
  expect(read('ND', { lod: null })).toEqual(['not_detected', '0', null]);
  expect(read('<LOQ', { loq: null })).toEqual(['below_loq', '0', null]);
  expect(read('0', { lod: null, loq: null })).toEqual(['zero', '0', null]);
});

it('counts the higher of a text and a number that differ, and bounds nothing above it', () => {
  expect(read('0.31', { value: 3.1 })).toEqual(['unclear', '3.1', null]);
  expect(read('3.1', { value: 0.31 })).toEqual(['unclear', '3.1', null]);
  expect(read('ND', { value: 900 })).toEqual(['unclear', '900', null]);
  expect(read('Pass', { value: 900 })).toEqual(['unclear', '900', null]);
  expect(read('NT', { value: 900 })).toEqual(['unclear', '900', null]);
  expect(read('0.31', { value: -1 })).toEqual(['unclear', null, null]);
  expect(read('ND', { value: 0 })).toEqual(['not_detected', '0', '0.01']);
  expect(read('<0.05', { value: 0.05 })).toEqual(['below_loq', '0', '0.05']);
});

it('counts the higher of a rounded text and its number', () => {
  expect(read('0.31', { value: 0.312 })).toEqual(['measured', '0.312', '0.312']);
  expect(read('0.31', { value: 0.308 })).toEqual(['measured', '0.31', '0.31']);
});

it('counts "0.00 ± 0.01" as nothing without a printed limit', () => {
  expect(read('0.00 ± 0.01', { lod: null, loq: null })).toEqual(['zero', '0', null]);
  expect(read('0.00 ± 0.02')).toEqual(['zero', '0', '0.02']);
});

it('knows a comma that can be a decimal point', () => {
  const commas = ['0,125', '0,4 mg/g', '<0,5', '1,25', '12,34'];
  for (const valueText of commas) expect([valueText, hasDecimalComma({ valueText })]).toEqual([valueText, true]);
  for (const valueText of ['1,250', '0.125', 'ND, NT', '12,345.6', ''])
    expect(hasDecimalComma({ valueText })).toBe(false);
});

it('bounds nothing by a limit of zero, and reads no comma as a decimal', () => {
  expect(read('ND', { lod: 0 })).toEqual(['not_detected', '0', null]);
  expect(read('<LOQ', { loq: 0 })).toEqual(['below_loq', '0', null]);
  expect(read('<0.00')).toEqual(['below_loq', '0', null]);
  expect(read('0.00', { lod: 0, loq: 0 })).toEqual(['zero', '0', null]);
  expect(read('0,125')).toEqual(['unclear', null, null]);
  expect(read('1,250', { value: 1250 })).toEqual(['measured', '1250', '1250']);
});

it('takes the noise of arithmetic for none', () => {
  expect(read('0.3', { value: 0.300_000_000_000_000_04 })).toEqual(['measured', '0.3', '0.3']);
});

it('counts what was detected below the LOQ, or above the range, as found', () => {
  expect(printedAmount({ ...line, valueText: '>ULOQ', loq: null })).toMatchObject({ isFound: true });
  expect(printedAmount({ ...line, valueText: 'Detected, <LOQ' })).toMatchObject({
    qualifier: 'below_loq',
    isFound: true,
  });
});
