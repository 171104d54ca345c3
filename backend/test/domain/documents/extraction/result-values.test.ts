import { readNumber } from '../../../../src/domain/documents/extraction/amounts.js';
import { readResult } from '../../../../src/domain/documents/extraction/result-values.js';
import { linesOf } from '../../../../src/domain/documents/extraction/text-lines.js';
import { type Placed, textPage } from '../../../support/text-page.js';

const resultOf = (...texts: readonly Placed[]) =>
  readResult(linesOf(textPage(...texts)).lines.flatMap(({ segments }) => segments.flatMap(({ words }) => words)));
const read = (text: string) => resultOf([100, 100, text]);

describe('results as tables print them', () => {
  it.each([
    ['0.31', 0.31],
    ['1,250', 1250],
    ['1.2 × 10³', 1200],
    ['1.2E+03', 1200],
    ['10^4', 10000],
    ['.05', 0.05],
    ['0.31 ± 0.02', 0.31],
  ])('reads %s as a number', (text, value) => expect(read(text)).toMatchObject({ text, value }));

  it.each([
    'ND',
    'Not Detected',
    'None Detected',
    'Non-Detect',
    '<0.05',
    '< LOQ',
    '<LOQ (0.01)',
    'Absent in 1 g',
    'NT',
  ])('reads %s as a result that is no number', (text) => expect(read(text)).toEqual({ text, value: null, unit: null }));

  it.each([
    'Detected',
    'detected in 1 g',
    'Present',
    'Positive',
    'Growth',
    'Pass',
    'Tested',
    'Complete',
    '0,31',
    '1.2.3',
    '-',
    '',
    '0.31 0.5',
    'Not',
    'Not Not Detected',
    'Detected Not',
    'Not Detected Not Detected',
  ])('refuses "%s"', (text) => expect(text === '' ? readResult([]) : read(text)).toBeNull());

  it('reads the unit in the cell', () => {
    expect(read('0.31 mg/g')).toEqual({ text: '0.31', value: 0.31, unit: 'mg/g' });
    expect(read('<10 CFU/g')).toEqual({ text: '<10', value: null, unit: 'CFU/g' });
    expect(read('0.31%')).toEqual({ text: '0.31', value: 0.31, unit: '%' });
  });

  it('takes words of a result only if they stand next to each other', () => {
    expect(resultOf([100, 100, 'Not'], [128, 100, 'Detected'])).toBeNull();
    expect(resultOf([100, 100, 'Not'], [118, 100, 'Detected'])).toMatchObject({ text: 'Not Detected' });
    expect(resultOf([100, 100, 'Not'], [118, 106, 'Detected'])).toBeNull();
  });

  it('takes a small raised digit for an exponent, and never for a digit', () => {
    expect(resultOf([100, 100, '10'], [110.2, 98, '5', 6])).toMatchObject({ text: '10⁵', value: 100_000 });
    expect(resultOf([100, 100, '1.2 × 10'], [141, 98, '3', 6])).toBeNull();
    expect(resultOf([100, 100, '1.2 × 10'], [135.8, 98, '3', 6])).toMatchObject({ text: '1.2 × 10³', value: 1200 });
  });

  it('reads no number from text that is none', () => {
    for (const text of ['', '.', ',', '1,25', '12,34.5', '10/14', '0x10', '١']) expect(readNumber(text)).toBeNull();
  });
});
