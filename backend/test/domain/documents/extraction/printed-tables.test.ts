import { extractContent } from '../../../../src/domain/documents/extraction/extract-content.js';
import { type Placed, tableAt, textPage } from '../../../support/text-page.js';

const read = (...texts: readonly Placed[]) =>
  extractContent([textPage(...texts)]).rows.map(({ box: _, method: _method, ...row }) => row);
const brief = (...texts: readonly Placed[]) =>
  read(...texts).map(({ name, valueText, unit, lod, loq, limit }) => [name, valueText, unit, lod, loq, limit]);

const X = [40, 140, 220, 300, 380, 460];
const table = (...lines: readonly string[]) =>
  brief(
    ...tableAt(
      100,
      X,
      lines.map((line) => line.split('|')),
    ),
  );

describe('headings', () => {
  it('stand beside each other at different heights', () => {
    const rows = brief(
      [140, 96, 'LOD'],
      [220, 96, 'Result'],
      [40, 101, 'Analyte'],
      [300, 101, '(%)'],
      [140, 106, '(%)'],
      [220, 106, '(mg/g)'],
      ...tableAt(124, X, [['CBD', '0.01', '3.1', '0.31']]),
    );
    expect(rows).toEqual([
      ['CBD', '0.31', '%', 0.01, null, null],
      ['CBD', '3.1', 'mg/g', null, null, null],
    ]);
  });

  it('of tables side by side can be at different heights, and their lines too', () => {
    const rows = brief(
      ...tableAt(
        100,
        [40, 120, 200],
        [
          ['Analyte', 'LOD ppm', 'Result ppm'],
          ['Lead', '0.02', 'ND'],
        ],
      ),
      ...tableAt(
        105,
        [320, 400, 480],
        [
          ['Analyte', 'LOD ppb', 'Result ppb'],
          ['Benzene', '0.5', '<LOQ'],
        ],
      ),
    );
    expect(rows).toEqual([
      ['Lead', 'ND', 'ppm', 0.02, null, null],
      ['Benzene', '<LOQ', 'ppb', 0.5, null, null],
    ]);
  });

  it('in one phrase are divided where the columns below begin', () => {
    const lines = [300, 320, 340].flatMap((y, index): readonly Placed[] => [
      [40, y, ['Lead', 'Cadmium', 'Mercury'][index] ?? ''],
      [200, y, 'ND'],
      [232.8, y, 'PASS'],
      [263.4, y, '0.5'],
    ]);
    const headings: readonly Placed[] = [
      [40, 280, 'Metal ppm'],
      [200, 280, 'Result Pass / Action'],
      [263.4, 290, 'Level'],
    ];
    const rows = brief(
      [150, 280, 'Units'],
      ...headings.map(([x, y, text]): Placed => [x, y, text.replace(' ppm', '')]),
      ...lines,
      [150, 300, 'ppm'],
      [150, 320, 'ppm'],
      [150, 340, 'ppm'],
    );
    expect(rows.map(([name, value, unit]) => [name, value, unit])).toEqual([
      ['Lead', 'ND', 'ppm'],
      ['Cadmium', 'ND', 'ppm'],
      ['Mercury', 'ND', 'ppm'],
    ]);
  });
});

describe('columns', () => {
  it('of LOD and LOQ can be one', () => {
    expect(table('Compound|LOD/LOQ (µg/g)|Result (µg/g)', 'Lead|0.02 / 0.05|ND')).toEqual([
      ['Lead', 'ND', 'µg/g', 0.02, 0.05, null],
    ]);
    expect(table('Compound|LOQ / LOD (µg/g)|Result (µg/g)', 'Lead|0.05 / 0.02|ND')).toEqual([
      ['Lead', 'ND', 'µg/g', 0.02, 0.05, null],
    ]);
    expect(table('Compound|LOD/LOQ (µg/g)|Result (µg/g)', 'Lead|0.02|ND')).toEqual([]);
  });

  it('of two limits are for two kinds of products, so neither is read', () => {
    expect(table('Analyte|Result (ppb)|Limit (ppb)|Limit (ppb)', 'Lead|20|500|1000')).toEqual([
      ['Lead', '20', 'ppb', null, null, null],
    ]);
    expect(table('Analyte|LOQ (%)|LOQ (mg/g)|Result (%)|Result (mg/g)', 'CBD|0.002|0.02|0.31|3.1')).toEqual([
      ['CBD', '3.1', 'mg/g', null, 0.02, null],
      ['CBD', '0.31', '%', null, 0.002, null],
    ]);
  });

  it('of verdicts are no results, whatever their heading says', () => {
    expect(table('Analyte|Result|Result|Limit', 'Salmonella|ND|PASS|1', 'Listeria|ND|PASS|1')).toEqual([
      ['Salmonella', 'ND', null, null, null, 1],
      ['Listeria', 'ND', null, null, null, 1],
    ]);
  });

  it('of numbers and abbreviations before the names are not names', () => {
    const lines = ['Test ID|Test Analysis|Result|Units|Limits', 'S-1-A|Total Coliforms|<100|CFU/g|1000'];
    expect(table(...lines)).toEqual([['Total Coliforms', '<100', 'CFU/g', null, null, 1000]]);
  });

  it('that the reader does not know are no reason to leave a table out', () => {
    expect(table('Analyte|Tray|Result (ppb)|Limit (ppb)', 'Lead|A|ND|500')).toEqual([
      ['Lead', 'ND', 'ppb', null, null, 500],
    ]);
  });

  it("of the laboratory's own controls are no results", () => {
    for (const heading of ['Expected Conc. (ppb)', 'Nominal (ppb)', '% Recovery', 'Positive Control'])
      expect(table(`Analyte|Result (ppb)|${heading}`, 'Lead|1.9|2.0')).toEqual([]);
  });
});

describe('lines', () => {
  it('are one row for each unit, each with the limits in its unit', () => {
    expect(table('Analyte|LOQ (%)|AMT %|Result (mg/355 mL)', 'CBD|0.002|0.31|4.8')).toEqual([
      ['CBD', '0.31', '%', null, 0.002, null],
      ['CBD', '4.8', 'mg/355 mL', null, null, null],
    ]);
  });

  it('can print two units in a cell', () => {
    expect(table('Analyte|LOD|Result', 'CBD|0.2|9.3 mg/g (0.93 %)').map(([, ...row]) => row.slice(0, 2))).toEqual([
      ['9.3', 'mg/g'],
      ['0.93', '%'],
    ]);
  });

  it('end where the table beside begins, even if its names nearly touch their last value', () => {
    const rows = brief(
      ...tableAt(100, [40, 120, 200], [['Analyte', 'LOD ppm', 'Result ppm']]),
      ...tableAt(100, [270, 360, 440], [['Analyte', 'LOD ppm', 'Result ppm']]),
      ...[116, 132].flatMap((y, index): readonly Placed[] => [
        [40, y, index === 0 ? 'Arsenic' : 'Cadmium'],
        [120, y, '0.1'],
        [243, y, '<LOQ'],
        [270, y, index === 0 ? 'Lead' : 'Mercury'],
        [360, y, '0.2'],
        [440, y, 'ND'],
      ]),
    );
    expect(rows).toEqual([
      ['Arsenic', '<LOQ', 'ppm', 0.1, null, null],
      ['Cadmium', '<LOQ', 'ppm', 0.1, null, null],
      ['Lead', 'ND', 'ppm', 0.2, null, null],
      ['Mercury', 'ND', 'ppm', 0.2, null, null],
    ]);
  });

  it('are left out if a glyph of their name has no character', () => {
    expect(table('Analyte|Result|Limit', 'Total A\uFFFDatoxins|ND|20', 'Ochratoxin A|ND|20')).toEqual([
      ['Ochratoxin A', 'ND', null, null, null, 20],
    ]);
  });

  it.each(['Not Present', 'Absence in 1g', 'Not Detected in 25 g', 'ND/g'])('take "%s" for a result', (text) => {
    expect(table('Analyte|Limit|Result', `Salmonella|1|${text}`).map(([, value]) => value)).toEqual([text]);
  });
});

describe('analytes side by side', () => {
  const X_NAMES = [60, 120, 180, 240, 300];
  const lines = (...texts: readonly string[]) =>
    texts.flatMap((text, line) =>
      text.split('|').map((cell, index): Placed => [X_NAMES[index] ?? 0, 100 + 14 * line, cell, 8]),
    );

  it('are lines, with the unit below the limits', () => {
    expect(
      brief(
        ...lines(
          '|CBD|CBDA|CBG|CBN',
          '%|ND|0.31|<0.01|0.02',
          'mg/unit|ND|18.6|<0.6|1.2',
          'LOD|0.1|0.2|0.3|0.4',
          '|%|%|%|%',
        ),
      ).slice(0, 4),
    ).toEqual([
      ['CBD', 'ND', '%', 0.1, null, null],
      ['CBD', 'ND', 'mg/unit', null, null, null],
      ['CBDA', '0.31', '%', 0.2, null, null],
      ['CBDA', '18.6', 'mg/unit', null, null, null],
    ]);
  });

  it('are not read if a value is under no name', () => {
    expect(brief(...lines('|CBD|CBDA|CBG|CBN', '%|ND|0.31|<0.01|0.02'), [150, 114, '7', 8])).toEqual([]);
  });
});
