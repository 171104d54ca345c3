import { isSameValue } from '../../../src/domain/coa-registry/certificate/document-fields.js';
import type { ReportedResults } from '../../../src/domain/coa-registry/certificate/test-results.js';
import { compareWithDocument, isSameResult } from '../../../src/domain/coa-registry/checks/document-comparison.js';
import type { ReadField, ReadRow } from '../../../src/domain/shared/document-reading.js';
import { aDraft, aLine } from '../../support/builders.js';
import { aField, aRow } from '../../support/document-readings.js';

const result = (valueText: string, value: number | null = null) => ({ valueText, value });

describe('two results', () => {
  it.each([
    [result('0.31', 0.31), result('0.31', 0.31)],
    [result('0.310', 0.31), result('.31', 0.31)],
    [result('1,250', 1250), result('1250', 1250)],
    [result('0.31'), result('0.31', 0.31)],
    [result('ND'), result('Not Detected')],
    [result('N.D.'), result('none detected')],
    [result('<LOQ'), result('< LOQ')],
    [result('<LOQ'), result('BLOQ')],
    [result('Absent in 1 g'), result('absent  in 1 g')],
  ])('%j and %j are the same', (one, other) => {
    expect([isSameResult(one, other), isSameResult(other, one)]).toEqual([true, true]);
  });

  it.each([
    [result('Not Detected'), result('Detected')],
    [result('Not  detected'), result('detected')],
    [result('ND'), result('Detected')],
    [result('ND'), result('D')],
    [result('Absent'), result('Present')],
    [result('ND'), result('0', 0)],
    [result('ND'), result('5', 5)],
    [result('ND', 0), result('0', 0)],
    [result('ND', 5), result('5', 5)],
    [result('<LOQ'), result('<LOD')],
    [result('<LOQ'), result('0.005', 0.005)],
    [result('<10', null), result('10', 10)],
    [result('<10', 10), result('10', 10)],
    [result('0.31', 0.31), result('0.13', 0.13)],
    [result('0.31', 0.13), result('0.31', 0.31)],
    [result('10^5'), result('105', 105)],
    [result('Not tested'), result('Not detected')],
    [result('Passed'), result('Failed')],
  ])('%j and %j differ', (one, other) => {
    expect([isSameResult(one, other), isSameResult(other, one)]).toEqual([false, false]);
  });
});

describe('two fields', () => {
  it.each([
    ['batchId', { batchId: '#C9030' }, ' #c9030 ', true],
    ['batchId', { batchId: 'JT—26' }, 'JT-26', true],
    ['batchId', { batchId: 'C9030' }, 'C903O', false],
    ['batchId', { batchId: '060221-JT' }, '060221-JT;', true],
    ['batchId', { batchId: 'JT-26.01' }, 'Lot # JT 26-01', true],
    ['batchId', { batchId: 'JT-26' }, 'Batch ID: JT_26', true],
    ['batchId', { batchId: 'JT-26' }, 'JT-26 and JT-27', false],
    ['batchId', { batchId: 'C903' }, 'C9031', false],
    ['brandName', { brandName: 'Juniper & Tide' }, 'JUNIPER & TIDE', true],
    ['brandName', { brandName: 'Juniper & Tide, LLC' }, 'Juniper & Tide LLC', true],
    ['brandName', { brandName: 'Juniper & Tide' }, 'Juniper', false],
    ['productName', { productName: 'Seltzer 2.5 mg' }, 'Seltzer 25 mg', false],
    ['thcContent', { thcContent: 5 }, '5.00', true],
    ['thcContent', { thcContent: 5 }, '5.01', false],
    ['thcContent', { thcContent: 4.88 }, '4.876', true],
    ['thcContent', { thcContent: 4.87 }, '4.876', false],
    ['thcContent', { thcContent: 1.01 }, '1.005', true],
    ['thcContent', { thcContent: 4.8 }, '4.76', false],
    ['cbdContent', { cbdContent: 4.88 }, '4.876 mg', false],
    ['thcContent', { thcContent: 0 }, 'ND', false],
    ['thcContent', { thcContent: 0 }, '', false],
    ['testDate', { testDate: '2026-10-14' }, '2026-10-14', true],
    ['testDate', { testDate: '2026-10-14' }, '2026-10-15', false],
    ['labReportId', { labReportId: null }, 'EA-1', false],
  ] as const)('%s of %j and %j: %j', (field, content, read, isSame) => {
    expect(isSameValue(field, aDraft(content), read)).toBe(isSame);
  });
});

describe('a certificate beside its document', () => {
  const compare = (analytes: ReturnType<typeof aLine>[], rows: ReadRow[], fields: ReadField[] = []) =>
    compareWithDocument({ ...aDraft({ batchId: 'C9030' }), testResults: { analytes } }, { fields, panels: [], rows });

  it('says for each field whether it is the same, with the place', () => {
    const batch = aField('batchId', 'C9031');
    const { fields } = compare([], [], [batch, aField('testDate', '2026-10-14')]);
    expect(fields).toHaveLength(8);
    expect(fields.find(({ field }) => field === 'batchId')).toEqual({
      field: 'batchId',
      submitted: 'C9030',
      read: 'C9031',
      result: 'differs',
      box: batch.box,
    });
    expect(fields.find(({ field }) => field === 'testDate')).toMatchObject({ result: 'same' });
    expect(fields.find(({ field }) => field === 'brandName')).toMatchObject({ result: 'not_found', box: null });
  });

  it('pairs lines by panel and name, and lists the rest', () => {
    const { rows } = compare(
      [aLine({ name: 'Lead' }), aLine({ name: 'Cadmium', valueText: 'ND', value: null })],
      [
        aRow({ name: 'Mercury', valueText: 'ND', value: null }),
        aRow({ name: 'LEAD' }),
        aRow({ name: 'Lead', panel: 'other', value: 7, valueText: '7' }),
      ],
    );
    expect(rows.map((row) => [row.submitted?.name, row.read?.name, row.read?.panel, row.result])).toEqual([
      ['Lead', 'LEAD', 'heavyMetals', 'same'],
      ['Cadmium', undefined, undefined, 'only_submitted'],
      [undefined, 'Mercury', 'heavyMetals', 'only_read'],
      [undefined, 'Lead', 'other', 'only_read'],
    ]);
  });

  it('pairs lines of one name by their unit', () => {
    const thc = (unit: string, value: number) => ({
      panel: 'cannabinoids' as const,
      name: 'Δ9-THC',
      unit,
      value,
      valueText: String(value),
    });
    const { rows } = compare(
      [aLine(thc('mg/container', 4.8)), aLine(thc('mg/mL', 0.0135))],
      [aRow({ ...thc('mg/mL', 0.0135), name: 'Delta-9 THC' }), aRow({ ...thc('mg/container', 4.8), name: 'd9-THC' })],
    );
    expect(rows.map(({ result }) => result)).toEqual(['same', 'same']);
  });

  it('does not list the units of a line that the sender left out', () => {
    const inUnit = (unit: string, value: number, y: number) =>
      aRow({ unit, value, valueText: String(value), box: { page: 1, x: 72, y, width: 84, height: 11 } });
    const other = { ...inUnit('µg/g', 0.31, 200), name: 'Cadmium' };
    const { rows } = compare(
      [aLine({ name: 'Lead' })],
      [inUnit('%', 0.000031, 96), inUnit('µg/g', 0.31, 96), other, { ...other, unit: '%' }, inUnit('mg/kg', 0.4, 300)],
    );
    expect(rows.map(({ read, result }) => [read?.name, read?.unit, result])).toEqual([
      ['Lead', 'µg/g', 'same'],
      ['Cadmium', 'µg/g', 'only_read'],
      ['Lead', 'mg/kg', 'only_read'],
    ]);
  });

  it.each([
    [{ value: 0.13, valueText: '0.13' }, 'differs'],
    [{ unit: 'mg/g' }, 'differs'],
    [{ unit: 'mcg/g' }, 'same'],
    [{ limit: 0.5 }, 'same'],
    [{ valueText: 'ND', value: null }, 'differs'],
  ])('a line with %j: %s', (differing, expected) => {
    expect(compare([aLine()], [aRow(differing)]).rows.map(({ result: found }) => found)).toEqual([expected]);
  });

  it.each<[string, number, string, number, number | null, string]>([
    ['34.88', 34.88, '34.9', 34.9, null, 'same'],
    ['0.0136', 0.0136, '0.014', 0.014, null, 'same'],
    ['34.84', 34.84, '34.9', 34.9, null, 'differs'],
    // A single digit leaves too much room.
    ['0.54', 0.54, '0.5', 0.5, null, 'differs'],
    ['0.4', 0.4, '0', 0, null, 'differs'],
    // One is above the limit.
    ['12.4', 12.4, '12', 12, 12, 'differs'],
    ['12.4', 12.4, '12', 12, 13, 'same'],
  ])('%s (%d) and %s (%d) with the limit %s: %s', (valueText, value, printed, read, limit, expected) => {
    const line = aLine({ valueText, value, limit });
    expect(compare([line], [aRow({ valueText: printed, value: read, limit })]).rows[0]?.result).toBe(expected);
    const other = aLine({ valueText: printed, value: read, limit });
    expect(compare([other], [aRow({ valueText, value, limit })]).rows[0]?.result).toBe(expected);
  });

  it('has three answers for each panel, and says what the sender left out', () => {
    const box = { page: 1, x: 1, y: 2, width: 3, height: 4 };
    const read = (panel: 'pesticides' | 'heavyMetals' | 'microbials', verdict: 'passed' | 'not_tested') => ({
      panel,
      verdict,
      printed: verdict,
      box,
    });
    const panels = [read('pesticides', 'passed'), read('heavyMetals', 'passed'), read('heavyMetals', 'not_tested')];
    const passed = { pesticides: 'passed', heavyMetals: 'passed', microbials: 'passed', residualSolvents: 'passed' };
    const reported = { status: 'passed', panels: passed } as ReportedResults;
    const compared = (testResults: { reported?: ReportedResults }) =>
      compareWithDocument(
        { ...aDraft(), testResults: { analytes: [], ...testResults } },
        { fields: [], rows: [], panels },
      ).panels.map(({ panel, read: found, result }) => [panel, found, result]);
    expect(compared({ reported })).toEqual([
      ['pesticides', 'passed', 'same'],
      ['heavyMetals', 'not_tested', 'differs'],
      ['microbials', null, 'not_found'],
      ['residualSolvents', null, 'not_found'],
    ]);
    expect(compared({}).slice(0, 2)).toEqual([
      ['pesticides', 'passed', 'only_read'],
      ['heavyMetals', 'passed', 'only_read'],
    ]);
  });

  it('compares limits that both have', () => {
    expect(compare([aLine({ limit: 0.5 })], [aRow({ limit: 5 })]).rows[0]?.result).toBe('differs');
  });
});

describe('the batch and the day that a document prints', () => {
  const compared = (content: { batchId?: string; testDate?: string }, fields: readonly ReadField[], text = '') => {
    const submitted = { ...aDraft({ batchId: 'JT-26.01', ...content }), testResults: { analytes: [] } };
    return compareWithDocument(submitted, { fields, panels: [], rows: [] }, text).fields;
  };
  const result = (field: string, all: ReturnType<typeof compared>) => all.find((one) => one.field === field);

  it.each([
    ['Sample JT-26.01\nReceived 2026-10-01', 'same'],
    ['Sample JT 26\n01 Received', 'same'],
    ['Sample JT-26.011', 'not_found'],
    ['', 'not_found'],
  ])('in %j: the batch without a label is %s', (text, expected) => {
    expect(result('batchId', compared({}, [], text))).toMatchObject({ result: expected });
  });

  it('are not the batch of a label that says otherwise', () => {
    const other = compared({}, [aField('batchId', 'JT-27')], 'Batch: JT-27 replaces JT-26.01');
    expect(result('batchId', other)).toMatchObject({ result: 'differs', read: 'JT-27' });
  });

  it.each([
    ['Analyzed:', '2026-10-01', 'not_found'],
    ['Analysis Date', '2026-10-13', 'not_found'],
    ['Analysis Date', '2026-10-14', 'same'],
    ['Analysis Date', '2026-10-15', 'differs'],
    ['Analyzed:', '2022-10-14', 'differs'],
    ['Analysis completed:', '2026-10-13', 'differs'],
    ['Tested:', '2026-10-13', 'differs'],
    [null, '2026-10-13', 'differs'],
  ])('%j %s beside a test completed on 2026-10-14 is %s', (label, value, expected) => {
    const fields = compared({ testDate: '2026-10-14' }, [{ ...aField('testDate', value), label }]);
    expect(result('testDate', fields)).toMatchObject({ result: expected });
  });
});
