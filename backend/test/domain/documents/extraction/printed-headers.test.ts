import { extractContent } from '../../../../src/domain/documents/extraction/extract-content.js';
import { type Placed, textPage } from '../../../support/text-page.js';

const read = (...texts: readonly Placed[]) => extractContent([textPage(...texts)]);
const fieldsOf = (...texts: readonly Placed[]) =>
  Object.fromEntries(read(...texts).fields.map(({ field, value }) => [field, value]));
const detailsOf = (...texts: readonly Placed[]) =>
  Object.fromEntries((read(...texts).details ?? []).map(({ field, value }) => [field, value]));
const offersOf = (...texts: readonly Placed[]) =>
  (read(...texts).candidates ?? []).map(({ field, value }) => [field, value]);
const totalsOf = (...texts: readonly Placed[]) =>
  (read(...texts).totals ?? []).map(({ total, valueText, unit }) => [total, valueText, unit]);
const panelsOf = (...texts: readonly Placed[]) => read(...texts).panels.map(({ panel, verdict }) => [panel, verdict]);

const lines = (...texts: readonly string[]) => texts.map((text, line): Placed => [40, 40 + 20 * line, text]);

describe('details of a sample', () => {
  it('are its number, and the days of collection, receipt and issue', () => {
    expect(
      detailsOf(
        ...lines(
          'Sample #: S-2606-12',
          'sampled : Oct 9, 2026',
          'Date/Time Received: Oct 10, 2026 09:15',
          'Report Created: Oct 16, 2026',
          'Collected By: Mo Poole',
        ),
      ),
    ).toEqual({
      sampleId: 'S-2606-12',
      dateCollected: '2026-10-09',
      dateReceived: '2026-10-10',
      dateIssued: '2026-10-16',
      sampledBy: 'Mo Poole',
    });
  });

  it('tell the number of a sample from its name, also without a space after the colon', () => {
    expect(detailsOf([40, 40, 'Sample:ED2606-0412'])).toEqual({ sampleId: 'ED2606-0412' });
    expect(fieldsOf([40, 40, 'Sample: Ginger Fizz'])).toEqual({ productName: 'Ginger Fizz' });
  });

  it.each(['Lab Batch #: QX-77', 'Analytical Batch: QX-77', 'Batch Size: 400 units'])(
    'take no batch from "%s"',
    (text) => expect(fieldsOf([40, 40, text])).toEqual({}),
  );

  it('end the batch before the label of an amount', () => {
    expect(fieldsOf([40, 40, 'Batch# : JT-26 Sample Size Received : 4 units'])).toEqual({ batchId: 'JT-26' });
  });
});

it('reads the batch where the lot has another number, and without the punctuation behind it', () => {
  expect(fieldsOf(...lines('Batch #: A-1; Batch Size: 4', 'Lot ID: A-2'))).toEqual({ batchId: 'A-1' });
  expect(fieldsOf(...lines('Batch #: A-1', 'Batch ID: A-2'))).toEqual({});
});

it('offers the days of testing if there are several, and still no batch of several', () => {
  const texts = lines('Date Tested: 10/14/2026', 'Date Tested: Oct 12, 2026', 'Batch #: A-1', 'Batch ID: A-2');
  const { fields, candidates } = read(...texts, [340, 40, 'Date Tested: 2026-10-14']);
  expect(fields).toEqual([]);
  expect(candidates?.map(({ field, value, printed }) => [field, value, printed])).toEqual([
    ['testDate', '2026-10-12', 'Oct 12, 2026'],
    ['testDate', '2026-10-14', '10/14/2026'],
  ]);
  expect(read(...lines('Date Tested: Oct 12, 2026'))).not.toHaveProperty('candidates');
});

describe('names without labels', () => {
  const body = lines(...Array.from({ length: 12 }, (_, index) => `Ordinary text in a line, number ${index}`)).map(
    ([x, y, text]): Placed => [x, y + 320, text],
  );

  it('are the product in the only large text of the header', () => {
    const title: Placed = [40, 90, 'Ginger Fizz 5 mg', 18];
    expect(fieldsOf([300, 40, 'Certificate of Analysis', 24], title, ...body)).toEqual({
      productName: 'Ginger Fizz 5 mg',
    });
    expect(fieldsOf(title, [40, 130, 'Another Large Text', 18], ...body)).toEqual({});
    expect(fieldsOf(title, [300, 90, 'PASSED', 18], ...body)).toEqual({});
    expect(fieldsOf(title, [40, 116, '18 Bottling Way'], ...body)).toEqual({});
  });

  it.each([
    [
      'This report shall not be reproduced without written approval, from Invented Peak Labs. All',
      'Invented Peak Labs',
    ],
    ['© 2026 Invented Peak Labs all rights reserved', 'Invented Peak Labs'],
    ['Invented Coast is an independent testing laboratory', 'Invented Coast'],
    ['The sample was tested by Invented Peak Labs, LLC using HPLC', 'Invented Peak Labs, LLC'],
    ['Reproduction needs the written consent of the laboratory', undefined],
    ['The sample was tested by Jo Doe using HPLC', undefined],
  ])('are the laboratory in "%s"', (text, labName) => {
    expect(fieldsOf([40, 600, text]).labName).toBe(labName);
  });
});

it('reads labels with a letter in brackets, and no label in the title of a section', () => {
  expect(
    fieldsOf([40, 40, '[B] Client Info'], [40, 54, 'Juniper & Tide'], [40, 100, '[D] Product Characterization']),
  ).toEqual({ brandName: 'Juniper & Tide' });
});

describe('a value that wraps within a word', () => {
  const wrapped: readonly Placed[] = [
    [40, 40, 'Batch'],
    [40, 54, 'FIZZ.05.GI'],
    [40, 66, 'NG.2610'],
  ];
  const client: readonly Placed[] = [
    [300, 40, 'Client'],
    [300, 54, 'Juniper & Tide'],
    [300, 66, 'Drinks'],
    [300, 78, '18 Bottling Way'],
    [300, 90, 'A Rather Long Place, TX 78701'],
  ];

  it('is read if the document also prints it in one line', () => {
    const head: Placed = [40, 400, 'Table 2 - Ginger Fizz FIZZ.05.GING.2610 Metals'];
    expect(fieldsOf(...wrapped, head)).toEqual({ batchId: 'FIZZ.05.GING.2610' });
    expect(fieldsOf(...client, [40, 400, 'Juniper & Tide Drinks'])).toEqual({ brandName: 'Juniper & Tide Drinks' });
  });

  it('is not read otherwise, or if more of it could follow', () => {
    expect(fieldsOf(...wrapped)).toEqual({});
    expect(fieldsOf(...client)).toEqual({});
    expect(fieldsOf(...wrapped, [40, 400, 'FIZZ.05.GING.26107'])).toEqual({});
    const longer: Placed = [40, 78, '-B'];
    expect(fieldsOf(...wrapped, longer, [40, 400, 'Lot FIZZ.05.GING.2610 of Drinks'])).toEqual({});
  });
});

it('keeps the space before a dash at the end of a line', () => {
  const wrapped: readonly Placed[] = [
    [40, 40, 'Sample Name'],
    [40, 54, 'Ginger Fizz -'],
    [40, 66, 'Can of 12'],
  ];
  expect(fieldsOf(...wrapped)).toEqual({ productName: 'Ginger Fizz - Can of 12' });
});

it('reads no half of a name that continues below its label', () => {
  const texts = lines('Client: Juniper and Tide Beverages', 'Address: 18 Bottling Way, Suite 4');
  expect(fieldsOf(...texts)).toEqual({ brandName: 'Juniper and Tide Beverages' });
  expect(fieldsOf(...texts, [40, 52, 'International'])).toEqual({});
});

describe('values that are offered', () => {
  it('are a name in several lines above the kind of sample; a single line is the product', () => {
    const kind: Placed = [40, 64, 'Sample Matrix: Beverage'];
    const name: Placed = [40, 52, 'THC Drops Ginger Fizz'];
    expect(fieldsOf(name, kind)).toEqual({ productName: 'THC Drops Ginger Fizz' });
    expect(fieldsOf([40, 40, 'Ginger'], name, kind)).toEqual({});
    expect(offersOf([40, 40, 'Ginger'], name, kind)).toEqual([
      ['productName', 'Ginger'],
      ['productName', 'Ginger THC Drops Ginger Fizz'],
    ]);
    expect(fieldsOf([40, 40, 'Contact Name'], name, kind)).toEqual({});
    expect(fieldsOf([40, 52, 'Product Characterization'], kind)).toEqual({});
  });

  it('are a strain, if no product has a label', () => {
    expect(offersOf([40, 40, 'Strain: Juniper Haze'])).toEqual([['productName', 'Juniper Haze']]);
    expect(fieldsOf([40, 40, 'Strain: Juniper Haze'])).toEqual({});
    expect(offersOf(...lines('Strain: Juniper Haze', 'Product: Ginger Fizz'))).toEqual([]);
  });

  it('are companies above an address in the header, but no laboratory and no second line of a name', () => {
    const address: Placed = [40, 64, '18 Bottling Way'];
    expect(offersOf([40, 52, 'Juniper & Tide'], address)).toEqual([['brandName', 'Juniper & Tide']]);
    const anotherLab: readonly Placed[] = [
      [300, 52, 'Invented Coast Analytics'],
      [300, 64, '7 Bench Street'],
    ];
    expect(offersOf([40, 52, 'Invented Peak Labs'], address, ...anotherLab)).toEqual([]);
    expect(offersOf([40, 40, 'Juniper and'], [40, 52, 'Tide Drinks'], address)).toEqual([]);
    expect(offersOf([40, 52, 'Juniper & Tide'], address, [300, 52, 'Brand: Third Porch'])).toEqual([]);
    expect(offersOf([40, 652, 'Juniper & Tide'], [40, 664, '18 Bottling Way'])).toEqual([]);
  });

  it('are different brands and products under labels of one rank', () => {
    expect(offersOf(...lines('Brand: Third Porch', 'Brand Name: Juniper & Tide'))).toEqual([
      ['brandName', 'Third Porch'],
      ['brandName', 'Juniper & Tide'],
    ]);
  });
});

it('reads the laboratory from "Analysis by", if its address is printed, too', () => {
  const by: Placed = [40, 40, 'Analysis by Invented Coast'];
  expect(fieldsOf(by, [40, 600, 'Invented Coast'], [40, 612, '7 Bench Street'])).toEqual({ labName: 'Invented Coast' });
  expect(fieldsOf(by, [40, 600, 'Invented Coast'], [40, 612, 'Director'])).toEqual({});
});

it('keeps spaces in type whose boxes are more than twice as high', () => {
  const page = textPage([40, 40, 'Client: Juniper & Tide']);
  const words = page.words.map((word) => ({ ...word, height: 2.2 * word.fontSize, width: word.width + 1 }));
  expect(extractContent([{ ...page, words }]).fields).toMatchObject([{ value: 'Juniper & Tide' }]);
});

describe('printed totals', () => {
  it('are beside, below and inside their labels, in each unit', () => {
    expect(totalsOf([40, 40, 'Total THC: 0.19%'], [40, 60, 'Total CBD per Unit'], [200, 60, '8.73 mg/unit'])).toEqual([
      ['thc', '0.19', '%'],
      ['cbd', '8.73', 'mg/unit'],
    ]);
    expect(totalsOf([40, 40, 'Total THC'], [40, 54, '0.186%'], [40, 68, '113.14 mg /Container'])).toEqual([
      ['thc', '0.186', '%'],
      ['thc', '113.14', 'mg/container'],
    ]);
  });

  it('are above their labels on cards only', () => {
    expect(totalsOf([40, 40, 'ND'], [40, 54, 'Total THC'])).toEqual([['thc', 'ND', null]]);
    const stacked = [
      [40, 40, 'Total THC'],
      [40, 54, '25.1%'],
      [40, 68, '175.9 mg /Container'],
      [40, 82, 'Total CBD'],
      [40, 96, '0.07%'],
    ] as const;
    expect(totalsOf(...stacked)).toContainEqual(['cbd', '0.07', '%']);
    expect(totalsOf(...stacked)).not.toContainEqual(['cbd', '175.9', 'mg/container']);
    expect(fieldsOf(...stacked).cbdContent).toBeUndefined();
  });

  it('in plain milligrams are those of a container if its net weight times the concentration is as much', () => {
    const summary: readonly Placed[] = [
      [60, 40, 'Total Active THC'],
      [44, 54, '0.0014%'],
      [110, 54, '4.97mg'],
    ];
    expect(totalsOf(...summary)).toEqual([
      ['thc', '0.0014', '%'],
      ['thc', '4.97', 'mg'],
    ]);
    expect(totalsOf(...summary.slice(0, 2), [110, 54, 'ND'])).toEqual([]);
    expect(fieldsOf(...summary)).toEqual({});
    expect(fieldsOf(...summary, [40, 90, 'Net Weight per Can: 355.0 g'])).toEqual({ thcContent: '4.97' });
    expect(fieldsOf(...summary, [40, 90, 'Net Weight per Can: 473.0 g'])).toEqual({});
    expect(fieldsOf(...summary, [40, 90, 'Net Weight per Can: 355.0 mg'])).toEqual({});
  });

  it('are left out if two amounts in one unit differ', () => {
    expect(totalsOf(...lines('Total THC: 0.19%', 'Total THC: 0.31%'))).toEqual([]);
    expect(totalsOf(...lines('Total THC: 0.2%', 'Total THC: 0.19%'))).toEqual([['thc', '0.19', '%']]);
  });
});

describe('verdicts on panels', () => {
  it('are badges a little higher or lower than their title', () => {
    expect(panelsOf([40, 40, 'Pesticides'], [300, 46, 'PASS', 14], [40, 90, 'Heavy Metals'])).toEqual([
      ['pesticides', 'passed'],
    ]);
  });

  it('are not read beside a lone "Not"', () => {
    expect(panelsOf([40, 40, 'Pesticides'], [250, 46, 'Not'], [300, 46, 'Passed'])).toEqual([]);
    expect(panelsOf([40, 40, 'Pesticides'], [40, 54, 'Passed'], [100, 54, 'Not'])).toEqual([]);
  });

  it('are above their titles on cards, if all of them are', () => {
    const cards: readonly Placed[] = [
      [40, 40, 'Pass'],
      [40, 56, 'Pesticides'],
      [200, 40, 'Fail'],
      [200, 56, 'Heavy Metals'],
    ];
    expect(panelsOf(...cards)).toEqual([
      ['pesticides', 'passed'],
      ['heavyMetals', 'failed'],
    ]);
    expect(panelsOf(...cards.slice(0, 2), ...cards.slice(3))).toEqual([]);
  });

  it('are summed up below a title, and can have the day of the test in it', () => {
    expect(panelsOf([40, 40, 'Microbial Profile'], [40, 54, 'All Results'], [200, 54, 'Pass'])).toEqual([
      ['microbials', 'passed'],
    ]);
    expect(panelsOf([40, 40, 'Mycotoxins Date Tested: 10/14/2026'], [300, 40, 'Pass'])).toEqual([
      ['mycotoxins', 'passed'],
    ]);
  });

  it('are no part of the headings of a table', () => {
    expect(
      panelsOf([40, 40, 'Metal'], [140, 40, 'LOD'], [240, 40, 'Units'], [340, 40, 'Pass /'], [340, 50, 'Fail']),
    ).toEqual([]);
  });
});
