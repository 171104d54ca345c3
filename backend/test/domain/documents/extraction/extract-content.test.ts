import { extractContent } from '../../../../src/domain/documents/extraction/extract-content.js';
import { type Placed, tableAt, textPage } from '../../../support/text-page.js';

const read = (...texts: readonly Placed[]) => extractContent([textPage(...texts)]);
const fieldsOf = (...texts: readonly Placed[]) =>
  Object.fromEntries(read(...texts).fields.map(({ field, value }) => [field, value]));

/** Values beside their labels, line by line. */
const labeled = (values: Readonly<Record<string, string>>): readonly Placed[] =>
  Object.entries(values).flatMap(([label, value], line): readonly Placed[] => [
    [40, 40 + 20 * line, label],
    [140, 40 + 20 * line, value],
  ]);

describe('header fields', () => {
  it('reads values beside and below labels, and inside a phrase', () => {
    expect(fieldsOf(...labeled({ 'Batch ID:': 'LOT 24/117' }))).toEqual({ batchId: 'LOT 24/117' });
    expect(fieldsOf([40, 40, 'LOT NUMBER', 7], [40, 50, 'JT-26-1014'])).toEqual({ batchId: 'JT-26-1014' });
    expect(fieldsOf([40, 40, 'Lot: JT-26-1014 | Report #: EA-7 | Tested: Oct 14, 2026'])).toEqual({
      batchId: 'JT-26-1014',
      labReportId: 'EA-7',
      testDate: '2026-10-14',
    });
  });

  it('says where a value is, and which label it has', () => {
    expect(read([40, 40, 'Batch ID:'], [140, 40, 'JT-7']).fields).toEqual([
      {
        field: 'batchId',
        value: 'JT-7',
        printed: 'JT-7',
        label: 'Batch ID:',
        box: { page: 1, x: 140, y: 40, width: 20, height: 12 },
      },
    ]);
  });

  it.each<Record<string, string>>([{ 'Sample ID:': 'S-1' }, { 'Order #:': 'O-2' }, { 'Batch Size:': '500 cans' }])(
    'never takes for the batch what is not its ID: %j',
    (values) => {
      expect(fieldsOf(...labeled(values))).toEqual({});
    },
  );

  it('prefers the day of the test to its completion, and never takes receipt or report', () => {
    const others = { 'Date Received:': 'Oct 10, 2026', 'Date Reported:': 'Oct 16, 2026' };
    const completed = { ...others, 'Date Completed:': 'Oct 15, 2026' };
    const tested = { ...completed, 'Date Tested:': 'Oct 14, 2026' };
    expect(fieldsOf(...labeled(others))).toEqual({});
    expect(fieldsOf(...labeled(completed))).toEqual({ testDate: '2026-10-15' });
    expect(fieldsOf(...labeled(tested))).toEqual({ testDate: '2026-10-14' });
  });

  it('leaves a field out if the document has two values for it', () => {
    expect(fieldsOf(...labeled({ 'Batch:': 'A-1', 'Batch ID:': 'A-2' }))).toEqual({});
    expect(fieldsOf(...labeled({ 'Batch:': 'A-1', 'Lot:': 'A-1' }))).toEqual({ batchId: 'A-1' });
  });

  it('reads a wrapped value whole or not at all', () => {
    const wrapped = (second: string, y = 52): readonly Placed[] => [
      [40, 40, 'Product Name:'],
      [140, 40, 'Sparkling Blood Orange'],
      [140, y, second],
      [40, 80, 'Brand:'],
      [140, 80, 'A Brand With a Rather Long Name'],
      [300, 40, 'Matrix:'],
      [360, 40, 'Beverage'],
    ];
    expect(fieldsOf(...wrapped('Seltzer 5 mg')).productName).toBe('Sparkling Blood Orange Seltzer 5 mg');
    expect(fieldsOf(...wrapped('5')).productName).toBeUndefined();
    expect(fieldsOf([40, 46, 'Product Name:'], ...wrapped('Seltzer 5 mg').slice(1)).productName).toBeUndefined();
  });

  it('never takes a strength on the next line for an address', () => {
    const lines: readonly Placed[] = [
      [40, 40, 'Product Name:'],
      [140, 40, 'Blood Orange Mocktail'],
      [140, 51, '10 mg'],
      [40, 80, 'Brand:'],
      [140, 80, 'Third Porch and Company'],
    ];
    expect(fieldsOf(...lines).productName).not.toBe('Blood Orange Mocktail');
  });

  it("reads a customer's name without the address below it", () => {
    const lines: readonly Placed[] = [
      [40, 40, 'Client:'],
      [100, 40, 'Juniper & Tide'],
      [100, 52, '18 Bottling Way'],
      [100, 64, 'Austin, TX 78701'],
    ];
    expect(fieldsOf(...lines)).toEqual({ brandName: 'Juniper & Tide' });
  });

  it('takes nothing where a label has no value', () => {
    expect(fieldsOf([40, 40, 'Batch:'], [40, 60, 'Lot Number:'], [40, 80, 'Brand:'], [140, 80, 'N/A'])).toEqual({});
  });
});

const COLUMNS = [40, 200, 280, 360, 440] as const;
const table = (...lines: readonly (readonly string[])[]) =>
  read([40, 80, 'Heavy Metals'], ...tableAt(100, COLUMNS, lines)).rows.map(({ box: _, ...row }) => row);

describe('results tables', () => {
  it('reads names, results, units, limits and methods under their headings', () => {
    const common = { panel: 'heavyMetals', unit: 'µg/g', lod: 0.002, loq: null, limit: 0.5, method: 'ICP-MS' };
    expect(
      table(
        ['Analyte', 'LOD', 'Result (µg/g)', 'Limit', 'Method'],
        ['Lead', '0.002', '0.31', '0.5', 'ICP-MS'],
        ['Cadmium', '0.002', 'ND', '0.5', 'ICP-MS'],
      ),
    ).toEqual([
      { ...common, name: 'Lead', valueText: '0.31', value: 0.31 },
      { ...common, name: 'Cadmium', valueText: 'ND', value: null },
    ]);
  });

  it.each([
    ['a result has no unit', 'Analyte|Result|Limit', 'Lead|0.31|0.5'],
    ['two columns are results in one unit', 'Analyte|Result mg/g|Amount mg/g', 'Lead|0.31|0.5'],
    ['a value is under no heading', 'Analyte|Result mg/g||Limit', 'Lead|0.31|0.7|0.5'],
    ['a heading with a unit is not understood', 'Analyte|Result mg/g|Shelf mg/g', 'Lead|0.31|0.7'],
    ['percent is not a tenth of mg/g', 'Analyte|%|mg/g', 'CBD|0.31|0.31'],
    ['the result is a verdict', 'Analyte|Result|Limit', 'Lead|Pass|0.5'],
    ['the limit is text that is no limit', 'Analyte|Result mg/g|Limit', 'Lead|0.31|ICP-MS'],
    ['the same name is there twice', 'Analyte|Result mg/g|Limit', 'Lead|0.31|1', 'Lead|0.32|1'],
  ])('reads nothing where %s', (_, ...lines) => {
    expect(table(...lines.map((line) => line.split('|')))).toEqual([]);
  });

  it('does not take LOD and LOQ in another unit', () => {
    const [row] = table(['Analyte', 'LOD (%)', 'Result (mg/g)'], ['CBD', '0.01', '0.31']);
    expect(row).toMatchObject({ lod: null, unit: 'mg/g' });
  });

  it('leaves out calculated totals', () => {
    expect(table(['Analyte', 'Result mg/g', 'LOD'], ['CBD', '0.31', '0.1'], ['Total CBD', '0.31', ''])).toHaveLength(1);
  });
});

describe('totals', () => {
  it.each([
    ['Total THC: 4.82 mg per container', { thcContent: '4.82' }],
    ['Total CBD per can: 5 mg', { cbdContent: '5' }],
    ['4.816 mg/package Total THC', { thcContent: '4.82' }],
    ['THC per bottle: 4.82 mg', { thcContent: '4.82' }],
    ['THC/Container :4.82 mg', { thcContent: '4.82' }],
    ['Total THC: 2.41 mg/serving', {}],
    ['Total THC: 0.0136 mg/g', {}],
    ['Total THC: 4.82 mg', {}],
    ['Total THC: ND', {}],
    ['THC: 4.82 mg/container', {}],
    ['Total THC per container: 4800 mg', {}],
  ])('%s', (text, fields) => expect(fieldsOf([40, 40, text])).toEqual(fields));

  it('takes none of two different amounts', () => {
    const totals = (first: string, second: string) =>
      fieldsOf([40, 40, `Total THC: ${first}`], [40, 60, `Total THC: ${second}`]);
    expect(totals('4.82 mg/container', '4.9 mg/can')).toEqual({});
    expect(totals('4.816 mg/container', '4.82 mg/can')).toEqual({ thcContent: '4.82' });
  });

  it('reads the line of a total under milligrams per container, not per serving', () => {
    const lines = [
      ['Analyte', 'mg/mL', 'mg/serving', 'mg/container'],
      ['CBD', '0.01', '1.78', '3.55'],
      ['Total CBD', '0.01', '1.78', '3.55'],
      ['Total Δ9-THC', '0.02', '2.41', '4.82'],
    ];
    expect(fieldsOf(...tableAt(100, COLUMNS, lines))).toEqual({ cbdContent: '3.55', thcContent: '4.82' });
  });
});

describe('verdicts on panels', () => {
  const verdict = (...texts: readonly Placed[]) =>
    read(...texts).panels.map(({ panel, verdict: said }) => [panel, said]);

  it('reads a verdict inside, beside and below the title', () => {
    expect(verdict([40, 40, 'Heavy Metals: PASS'])).toEqual([['heavyMetals', 'passed']]);
    expect(verdict([40, 40, 'Pesticides'], [300, 40, 'Fail'])).toEqual([['pesticides', 'failed']]);
    expect(verdict([40, 40, 'Microbials'], [40, 54, 'NOT TESTED'])).toEqual([['microbials', 'not_tested']]);
  });

  it.each(['Tested', 'Complete', 'Completed', 'ND', 'Pass/Fail', 'Not Pass', 'Did not pass', '✓'])(
    'takes "%s" for no verdict',
    (word) => {
      expect(verdict([40, 40, `Heavy Metals: ${word}`])).toEqual([]);
      expect(verdict([40, 40, 'Heavy Metals'], [300, 40, word])).toEqual([]);
    },
  );

  it('takes none of two verdicts', () => {
    expect(verdict([40, 40, 'Heavy Metals: PASS'], [40, 80, 'Heavy Metals: FAIL'])).toEqual([]);
    expect(verdict([40, 40, 'Heavy Metals'], [200, 40, 'Not'], [300, 40, 'Passed'])).toEqual([]);
  });
});

describe('documents that nothing can be read from', () => {
  it('reads nothing from a scan, and from odd words', () => {
    expect(extractContent([{ ...textPage(), words: [] }])).toEqual({
      fields: [],
      details: [],
      totals: [],
      panels: [],
      rows: [],
    });
    const odd = { text: 'Batch:', x: Number.NaN, y: 0, width: 1, height: 1, fontSize: 0 };
    expect(extractContent([{ ...textPage(), words: [odd, { ...odd, x: 1, height: 0 }] }]).fields).toEqual([]);
  });

  it.each([
    ['labels', 'Batch:'],
    ['headings', 'Analyte Result mg/g LOD'],
    ['digits', '10 5'],
    ['verdicts', 'Heavy Metals PASS'],
    ['letters', 'A B C D'],
  ])('ends on a page of 150,000 words and on one of 20,000: %s', (_, text) => {
    for (const count of [150_000, 19_999]) {
      const words = text.split(' ');
      const page = textPage();
      const many = Array.from({ length: count }, (_unused, index) => ({
        text: words[index % words.length] ?? '',
        width: 20,
        height: 2,
        fontSize: 2,
        x: (index * 7) % 590,
        y: Math.floor(index / 84) * 0.4,
      }));
      expect(extractContent([{ ...page, words: many }]).fields.length).toBeLessThan(9);
    }
  });
});
