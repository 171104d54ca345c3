import {
  comparisonOf,
  type FormValues,
  type FoundValue,
  isSameValue,
  nextUnconfirmed,
  type Origins,
  prefill,
  readFieldsOf,
  unconfirmedIn,
  withoutDocument,
} from './prefill';

const EMPTY: FormValues = {
  brandName: '',
  productName: '',
  batchId: '',
  thcContent: 0,
  cbdContent: 0,
  testDate: '',
  labName: '',
  labReportId: '',
};

const found = (field: string, value: string, page = 1): FoundValue => ({
  field,
  value,
  printed: `printed ${value}`,
  box: { page, x: 1, y: 2, width: 3, height: 4 },
});

const REPORT = [
  found('productName', 'Yuzu Seltzer 5 mg'),
  found('batchId', '#C9030', 2),
  found('thcContent', '4.82'),
  found('somethingElse', 'R-1'),
];

const current = (values: Partial<FormValues> = {}, origins: Origins = {}, typed: string[] = []) => ({
  values: { ...EMPTY, ...values },
  origins,
  typed: new Set(typed),
});

describe('filling in', () => {
  it('fills empty fields that the form has, and each value is unconfirmed', () => {
    expect(prefill(REPORT, current())).toEqual({
      values: { productName: 'Yuzu Seltzer 5 mg', batchId: '#C9030', thcContent: 4.82 },
      origins: { productName: 'read', batchId: 'read', thcContent: 'read' },
    });
  });

  it.each([
    ['a text', { batchId: 'MINE' }, []],
    ['an amount', { thcContent: 5 }, []],
    ['an amount of 0 that a person entered', { thcContent: 0 }, ['thcContent']],
  ])('never overwrites %s', (_, values, typed) => {
    const [field] = Object.keys(values);
    const { values: filled, origins } = prefill(REPORT, current(values, {}, typed));
    expect(filled).not.toHaveProperty(field as string);
    expect(origins).not.toHaveProperty(field as string);
  });

  it('fills a field that holds only spaces', () => {
    expect(prefill(REPORT, current({ batchId: '  ' })).values).toHaveProperty('batchId', '#C9030');
  });

  it('rounds an amount to the two decimals that the form allows', () => {
    const { values } = prefill([found('thcContent', '4.825'), found('cbdContent', '1.005')], current());
    expect(values).toEqual({ thcContent: 4.83, cbdContent: 1.01 });
  });

  it('asks again about a value that was confirmed from an earlier document', () => {
    const confirmed: Origins = { batchId: 'confirmed', productName: 'confirmed' };
    const before = current({ batchId: '#c9030', productName: 'Another' }, confirmed);
    const { values, origins } = prefill(REPORT, before);
    expect(values).toEqual({ thcContent: 4.82 });
    expect(origins).toEqual({ batchId: 'read', thcContent: 'read' });
  });
});

it('a document that is taken away takes its unconfirmed values along, and no other', () => {
  const origins: Origins = { batchId: 'read', thcContent: 'read', labName: 'confirmed' };
  expect(withoutDocument(origins)).toEqual({
    values: { batchId: '', thcContent: 0 },
    origins: { labName: 'confirmed' },
  });
});

describe('comparing', () => {
  const batch = found('batchId', '#C9030');
  it.each([
    ['unconfirmed', batch, current({ batchId: '#C9030' }, { batchId: 'read' })],
    ['confirmed', batch, current({ batchId: '#C9030' }, { batchId: 'confirmed' })],
    ['same', batch, current({ batchId: ' #c9030 ' })],
    ['differs', batch, current({ batchId: '#C9031' })],
    ['empty', batch, current()],
    ['not-found', undefined, current({ batchId: '#C9030' })],
  ])('says %s', (expected, match, state) => {
    expect(comparisonOf('batchId', match, state)).toBe(expected);
  });

  it('an amount of 0 that a person entered differs from a larger one', () => {
    const match = found('thcContent', '4.82');
    expect(comparisonOf('thcContent', match, current({}, {}, ['thcContent']))).toBe('differs');
    expect(comparisonOf('thcContent', match, current())).toBe('empty');
  });

  it.each([
    ['brandName', 'JUNIPER &  TIDE', 'Juniper & Tide', true],
    ['labName', 'Example Labs, LLC.', 'Example Labs LLC', true],
    ['batchId', '#C9030 ', '#c9030', true],
    ['batchId', '#C9030', 'C9030', false],
    ['brandName', 'Juniper', 'Juniper & Tide', false],
    ['thcContent', '4.80', 4.8, true],
    ['thcContent', 4.8, 4.81, false],
  ] as const)('%s: %j and %j: %j', (field, a, b, same) => {
    expect(isSameValue(field, a, b)).toBe(same);
  });
});

it('goes on to the next unconfirmed field of the form, and from the last to the first', () => {
  const origins: Origins = { brandName: 'read', batchId: 'read', testDate: 'read', labName: 'confirmed' };
  expect(nextUnconfirmed(origins, 'batchId')).toBe('testDate');
  expect(nextUnconfirmed(origins, 'testDate')).toBe('brandName');
  expect(nextUnconfirmed({ batchId: 'read' }, 'batchId')).toBeUndefined();
});

describe('sending', () => {
  it('names the confirmed fields with their pages, in the order of the form', () => {
    const origins: Origins = { thcContent: 'confirmed', batchId: 'confirmed', productName: 'read' };
    expect(readFieldsOf(origins, REPORT)).toEqual([
      { field: 'batchId', page: 2 },
      { field: 'thcContent', page: 1 },
    ]);
    expect(unconfirmedIn(origins)).toEqual(['productName']);
  });

  it('does not name a field that only an earlier document had', () => {
    expect(readFieldsOf({ labName: 'confirmed' }, REPORT)).toEqual([]);
  });
});
