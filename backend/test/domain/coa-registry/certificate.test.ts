import fc from 'fast-check';
import { DuplicateBatch, isCalendarDay, submit } from '../../../src/domain/coa-registry/certificate/certificate.js';
import { referenceOf } from '../../../src/domain/coa-registry/certificate/certificate-reference.js';
import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { aCertificate, aDraft, NOW, PASSED } from '../../support/builders.js';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

function fieldsOf(action: () => unknown): readonly { field: string; message: string }[] {
  try {
    action();
  } catch (error) {
    if (error instanceof InvalidInput) return error.fields;
    throw error;
  }
  return [];
}

describe('a new submission', () => {
  it('waits for review, and nothing about it is confirmed', () => {
    expect(submit(aDraft(), ID, NOW)).toMatchObject({
      id: ID,
      lifecycle: 'pending',
      outcome: 'pending',
      testResults: {
        version: 1,
        panels: { pesticides: 'pending', heavyMetals: 'pending', microbials: 'pending', residualSolvents: 'pending' },
      },
      brandId: null,
      createdAt: NOW,
      reviewDueDate: '2026-11-25',
      reviewedAt: null,
      rejectionReason: null,
      comments: [],
      supersedes: null,
      amendmentReason: null,
      endedAt: null,
      withdrawalReason: null,
      version: 1,
      demonstration: false,
    });
  });

  it('keeps what was sent as it was sent', () => {
    const { contactEmail, analytes, ...draft } = aDraft({
      batchId: 'Lot Ä 7½',
      productName: 'YUZU',
      notes: 'Second run',
    });
    expect(submit({ contactEmail, analytes, ...draft }, ID, NOW)).toMatchObject({
      ...draft,
      contactEmail,
    });
  });

  it('keeps names in one Unicode spelling, without needless spaces', () => {
    const names = {
      brandName: 'Ｊｕｎｉｐｅｒ',
      productName: ' 𝐘uzu\u00a0 10㎎',
      batchId: ' ＬＯＴ－１',
      labName: 'Analyticaĺ',
    };
    expect(submit(aDraft(names), ID, NOW)).toMatchObject({
      brandName: 'Juniper',
      productName: 'Yuzu 10mg',
      batchId: 'LOT-1',
      labName: 'Analyticaĺ',
      batchKey: 'lot-1',
      labKey: 'analyticaĺ',
      underDosed: true,
    });
  });

  it('has the form as its source, unless another is given', () => {
    expect(submit(aDraft(), ID, NOW)).toMatchObject({ source: 'submitter', labId: null });
    const lab = { source: 'lab', labId: '7c9e6679-7425-40de-944b-e07fc1f90ae7' } as const;
    expect(submit(aDraft(), ID, NOW, lab)).toMatchObject(lab);
  });

  it.each([
    ['EA-2026-01187', 'EA-2026-01187'],
    [null, null],
    [undefined, null],
  ])('with the report number %j keeps %j', (labReportId, kept) => {
    expect(submit({ ...aDraft(), ...(labReportId === undefined ? {} : { labReportId }) }, ID, NOW).labReportId).toBe(
      kept,
    );
  });

  it('takes an empty mail address for none', () => {
    expect(aCertificate({ contactEmail: '' }).contactEmail).toBeNull();
    expect(aCertificate({ contactEmail: null }).contactEmail).toBeNull();
  });

  it('keeps what the sender reports apart from what is confirmed', () => {
    const reported = { status: 'passed', panels: PASSED.panels } as const;
    const { outcome, testResults } = aCertificate({ reported });
    expect({ outcome, reported: testResults.reported }).toEqual({ outcome: 'pending', reported });
    expect(Object.values(testResults.panels)).toEqual(['pending', 'pending', 'pending', 'pending']);
    expect(aCertificate().testResults).not.toHaveProperty('reported');
  });

  it('has keys to compare and search by', () => {
    const certificate = submit(
      aDraft({ batchId: ' Lot  Ä 7', productName: 'YUZU 5 mg', brandName: 'Waxwing' }),
      ID,
      NOW,
    );
    expect(certificate.batchKey).toBe('lot ä 7');
    expect(aCertificate({ labName: ' Example  ANALYTICAL ' }).labKey).toBe('example analytical');
    expect(certificate.searchText).toBe(' yuzu 5 mg | waxwing | lot a 7 | 10ta7 ');
  });

  it.each([
    [3.99, true],
    [4, false],
  ])('of a 5 mg product measured at %d mg remembers that under-dosed is %j', (thcContent, underDosed) => {
    expect(aCertificate({ productName: 'Tea 5 mg', thcContent }).underDosed).toBe(underDosed);
  });

  it('keeps results in our shape apart from others', () => {
    const analyte = {
      panel: 'heavyMetals' as const,
      name: 'Lead',
      valueText: 'ND',
      value: null,
      unit: 'µg/g',
      lod: 0.001,
      loq: 0.005,
      limit: 0.5,
      method: 'ICP-MS',
    };
    expect(aCertificate({ analytes: [analyte] }).testResults.analytes).toEqual([analyte]);
    expect(aCertificate({ analytes: [analyte] }).testResults).not.toHaveProperty('submitted');
    expect(aCertificate({ submittedResults: { lead: 'fine' } }).testResults.submitted).toEqual({ lead: 'fine' });
  });

  it('takes no verdict over from what was sent', () => {
    const { testResults } = aCertificate({ submittedResults: { panels: PASSED.panels, status: 'passed' } });
    expect(Object.values(testResults.panels)).toEqual(['pending', 'pending', 'pending', 'pending']);
  });
});

describe('the content of a container', () => {
  it.each([[0], [0.01], [0.1], [0.29], [1.1], [4.82], [8.2], [999.99], [1000]])('may be %d mg', (mg) => {
    expect(aCertificate({ thcContent: mg, cbdContent: mg })).toMatchObject({ thcContent: mg, cbdContent: mg });
  });

  it.each([[-0.01], [1000.01], [1e9], [Number.NaN], [Number.POSITIVE_INFINITY], [Number.NEGATIVE_INFINITY]])(
    'may not be %d mg',
    (mg) => {
      expect(fieldsOf(() => aCertificate({ thcContent: mg }))).toEqual([
        { field: 'thcContent', message: 'THC content must be a number from 0 to 1000 mg' },
      ]);
      expect(fieldsOf(() => aCertificate({ cbdContent: mg }))).toEqual([
        { field: 'cbdContent', message: 'CBD content must be a number from 0 to 1000 mg' },
      ]);
    },
  );

  it.each([[0.001], [4.825], [999.999], [0.1 + 0.2]])('is refused, not rounded, at %d mg', (mg) => {
    expect(fieldsOf(() => aCertificate({ thcContent: mg }))).toEqual([
      { field: 'thcContent', message: 'THC content can have at most two decimals' },
    ]);
    expect(fieldsOf(() => aCertificate({ cbdContent: mg }))).toEqual([
      { field: 'cbdContent', message: 'CBD content can have at most two decimals' },
    ]);
  });

  it('may be any whole number of hundredths in range', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (hundredths) => {
        expect(aCertificate({ thcContent: hundredths / 100 }).thcContent).toBe(hundredths / 100);
      }),
    );
  });
});

describe('the day of the test', () => {
  it.each([['2026-10-14'], ['2026-02-28'], ['2028-02-29'], ['2000-02-29'], ['2026-12-31'], ['2026-01-01']])(
    'may be %s',
    (day) => {
      expect(isCalendarDay(day)).toBe(true);
      expect(aCertificate({ testDate: day }).testDate).toBe(day);
    },
  );

  it.each([
    [''],
    ['2026-02-29'],
    ['1900-02-29'],
    ['2026-02-30'],
    ['2026-04-31'],
    ['2026-13-01'],
    ['2026-00-10'],
    ['2026-10-00'],
    ['2026-10-32'],
    ['2026-10-1'],
    ['26-10-14'],
    ['10/14/2026'],
    ['2026-10-14T00:00:00Z'],
    [' 2026-10-14'],
    ['2026-10-14\n'],
    ['+002026-10-14'],
    ['0000-01-01'],
    ['yesterday'],
  ])('may not be %j', (day) => {
    expect(isCalendarDay(day)).toBe(false);
    expect(fieldsOf(() => aCertificate({ testDate: day }))).toEqual([
      { field: 'testDate', message: 'Test date is required' },
    ]);
  });

  it('may be any day there is', () => {
    const days = fc
      .integer({ min: 0, max: 60_000 })
      .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
    fc.assert(fc.property(days, isCalendarDay));
  });
});

it('everything that is wrong is said at once', () => {
  const fields = fieldsOf(() => aCertificate({ thcContent: -1, cbdContent: 1.234, testDate: 'soon' }));
  expect(fields.map(({ field }) => field)).toEqual(['thcContent', 'cbdContent', 'testDate']);
});

it.each([
  [
    null,
    'labReportId',
    "A certificate for batch #C9030 of Aster is already published. If yours is another test of the same batch, add the lab's report number. To correct the published one, send us its link and tell us what changed.",
  ],
  [
    'EA-1',
    'batchId',
    'Report EA-1 of Example Analytical on batch #C9030 of Aster is already published. If you are the lab, amend it. Otherwise send us its link and tell us what changed.',
  ],
])(
  'a second certificate of a published batch with report number %j is refused with what to do',
  (labReportId, field, message) => {
    const refused = { brandName: 'Aster', batchId: '#C9030', labName: 'Example Analytical', labReportId };
    expect(new DuplicateBatch(refused)).toMatchObject({
      kind: 'conflict',
      code: 'duplicate-batch',
      message,
      fields: [{ field, message }],
    });
  },
);

describe('the reference of a submission', () => {
  it.each([
    ['00000000-0000-4000-8000-000000000000', 'CB-0000-0000'],
    ['ffffffff-ffff-4fff-bfff-ffffffffffff', 'CB-ZZZZ-ZZZZ'],
    ['0f8fad5b-d9cb-469f-a165-70867728950e', 'CB-1Y7T-TPYS'],
    ['00000000-01ff-4000-8000-000000000000', 'CB-0000-0001'],
  ])('of %s is %s', (id, reference) => {
    expect(referenceOf(id)).toBe(reference);
    expect(submit(aDraft(), id, NOW).reference).toBe(reference);
  });

  it('has no letter that is mistaken for another, and tells apart ids that differ in their first ten digits', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (one, other) => {
        expect(referenceOf(one)).toMatch(/^CB-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
        const beginning = (id: string) => id.replace('-', '').slice(0, 10);
        expect(referenceOf(one) === referenceOf(other)).toBe(beginning(one) === beginning(other));
      }),
    );
  });
});
