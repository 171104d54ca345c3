import { extractContent } from '../../../../src/domain/documents/extraction/extract-content.js';
import { isTornOff } from '../../../../src/domain/documents/extraction/result-values.js';
import { type Placed, textPage } from '../../../support/text-page.js';
import { checkTornTables } from './torn-results.js';

const HEAD: readonly Placed[] = [
  [40, 80, 'Microbials'],
  [40, 100, 'Analyte'],
  [200, 100, 'Result'],
  [330, 100, 'Method'],
];
const rows = (...texts: readonly Placed[]) =>
  extractContent([textPage(...HEAD, ...texts)]).rows.map(({ name, valueText }) => [name, valueText]);
const row = (y: number, name: string, ...result: readonly Placed[]): readonly Placed[] => [
  [40, y, name],
  ...result,
  [330, y, 'qPCR'],
];

describe('"Not Detected" is never read as "Detected"', () => {
  it('reads it where it is whole', () => {
    expect(rows(...row(120, 'Salmonella', [200, 120, 'Not Detected']))).toEqual([['Salmonella', 'Not Detected']]);
  });

  it.each<[string, readonly Placed[]]>([
    ['"Not" is in the column of names', [...row(120, 'Salmonella', [200, 120, 'Detected']), [100, 120, 'Not']]],
    ['"Not" is on the line above', [...row(132, 'Salmonella', [200, 132, 'Detected']), [200, 120, 'Not']]],
    ['"Not" is on the line below', [...row(120, 'Salmonella', [200, 120, 'Detected']), [200, 132, 'Not']]],
    [
      '"Not" is between two rows',
      [
        ...row(120, 'Salmonella', [200, 120, 'Detected']),
        [200, 130, 'Not'],
        ...row(140, 'Listeria', [200, 140, 'Detected']),
      ],
    ],
    ['"Not" is far from the rest', row(120, 'Salmonella', [170, 120, 'Not'], [200, 120, 'Detected'])],
    ['"Not" is missing', row(120, 'Salmonella', [200, 120, 'Detected'])],
    ['"Not" ends the name', row(120, 'Salmonella Not', [200, 120, 'Detected'])],
    ['a number lost its "<" to the column of names', row(120, 'Lead <', [200, 120, '0.1'])],
    ['a number lost its "<" to the line above', [...row(132, 'Listeria', [200, 132, '0.1']), [200, 120, '<']]],
  ])('reads nothing where %s', (_, texts) => expect(rows(...texts)).toEqual([]));

  it('knows the words that are parts of results', () => {
    for (const word of ['Not', 'none', 'NO', 'non-', '<', 'Detected', 'Detectable,'])
      expect(isTornOff(word)).toBe(true);
    for (const word of ['Lead', 'Mold', 'spp.', 'THC']) expect(isTornOff(word)).toBe(false);
  });

  it('holds for thousands of torn tables', () => checkTornTables(2_000));
});
