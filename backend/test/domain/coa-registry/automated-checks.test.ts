import fc from 'fast-check';
import type { CertificateDraft } from '../../../src/domain/coa-registry/certificate/certificate.js';
import {
  FINDING_CODES,
  FINDING_SEVERITIES,
  type Finding,
  type FindingCode,
} from '../../../src/domain/coa-registry/certificate/finding.js';
import { printedSample } from '../../../src/domain/coa-registry/certificate/printed-sample.js';
import {
  automatedChecks,
  type CheckContext,
  type SameBatch,
  type SameReport,
} from '../../../src/domain/coa-registry/checks/automated-checks.js';
import type { CheckedDocument } from '../../../src/domain/coa-registry/checks/document-checks.js';
import type { DocumentReading } from '../../../src/domain/shared/document-reading.js';
import { nameKey } from '../../../src/domain/shared/name-key.js';
import { aBatchNotice, aCertificate, aLine, anIncident, PASSED } from '../../support/builders.js';
import { aField, aReading, aRow } from '../../support/document-readings.js';

const TODAY = '2026-11-20';
const UNEVENTFUL: CheckContext = { today: TODAY, sameBatch: [], sameReport: [], labIsKnown: true };

const findings = (draft: Partial<CertificateDraft> = {}, surroundings: Partial<CheckContext> = {}) =>
  automatedChecks(aCertificate(draft), { ...UNEVENTFUL, ...surroundings });
const codes = (...given: Parameters<typeof findings>) => findings(...given).map(({ code }) => code);

/** Another record of the same product, batch and laboratory. */
const another = (differing: Partial<SameBatch> = {}): SameBatch => ({
  id: 'another',
  productName: 'Yuzu Seltzer 5 mg',
  labName: 'Example Analytical',
  labKey: 'example analytical',
  labReportId: null,
  lifecycle: 'rejected',
  supersedes: null,
  ...differing,
});
const fromLab = (labName: string, differing: Partial<SameBatch> = {}) =>
  another({ labName, labKey: nameKey(labName), ...differing });

/** A document in which everything is odd but what the test says. */
const aDocument = (reading: Partial<DocumentReading>): CheckedDocument => ({
  receivedOn: TODAY,
  reading: aReading({
    fields: [aField('testDate', '2024-01-01'), aField('thcContent', '9'), aField('labName', 'Northlight')],
    ...reading,
  }),
  text: 'Something else',
  uses: (['same', 'near-copy'] as const).map((likeness) => ({
    reference: 'CB-7K3M-9QXD',
    batchId: 'C2',
    productName: 'Plum',
    lifecycle: 'approved',
    likeness,
  })),
  reportHosts: ['lab.example'],
});

it('a certificate with nothing odd about it has no findings', () => {
  expect(findings()).toEqual([]);
});

describe('the test date', () => {
  it.each<[string, FindingCode[]]>([
    ['2026-11-21', ['test-date-in-future']],
    ['9999-12-31', ['test-date-in-future']],
    ['2026-11-20', []],
    ['2026-11-19', []],
    ['2025-11-20', []],
    ['2025-11-19', ['test-older-than-a-year']],
    ['2018-01-01', ['test-older-than-a-year']],
    ['2017-12-31', ['test-date-before-2018']],
    ['0001-01-01', ['test-date-before-2018']],
  ])('%s leads to %j', (testDate, expected) => {
    expect(codes({ testDate })).toEqual(expected);
  });

  it('counts 365 days, also over a leap day', () => {
    const on = (testDate: string) => codes({ testDate }, { today: '2025-02-28' });
    expect(on('2024-02-29')).toEqual([]);
    expect(on('2024-02-28')).toEqual(['test-older-than-a-year']);
    expect(findings({ testDate: '2024-02-28' }, { today: '2025-02-28' })[0]?.message).toContain('366 days old');
  });
});

describe('letters of several scripts', () => {
  const mixed = (draft: Partial<CertificateDraft>) =>
    findings(draft)
      .filter(({ code }) => code === 'mixed-scripts')
      .map(({ field }) => field);

  it.each<[Partial<CertificateDraft>, string]>([
    [{ batchId: 'LОT-1' }, 'batchId'],
    [{ brandName: 'Junipеr & Tide' }, 'brandName'],
    [{ productName: 'Yuzu Sеltzer 5 mg' }, 'productName'],
    [{ labName: 'Exаmple Analytical' }, 'labName'],
    [{ labName: 'Example Αnalytical' }, 'labName'],
    [{ brandName: 'Juniper & РЕТ' }, 'brandName'],
    [{ brandName: 'Ꭱuniper' }, 'brandName'],
    [{ brandName: 'ЧаΩш' }, 'brandName'],
    [{ brandName: 'Junipеr', labName: 'Exаmple' }, 'brandName'],
  ])('in one word of %j are shown to the reviewer', (draft, field) => {
    expect(mixed(draft)).toEqual([field]);
  });

  it('are named, with the word', () => {
    expect(findings({ batchId: 'LОT-1' })).toEqual([
      {
        code: 'mixed-scripts',
        severity: 'warning',
        field: 'batchId',
        message:
          'The batch ID mixes Latin and Cyrillic letters in “LОT”. Some of them look alike, so compare it with the certificate.',
      },
    ]);
  });

  it.each<Partial<CertificateDraft>>([
    { brandName: 'Чайная Компания' },
    { brandName: 'Оса' },
    { brandName: 'Чай House' },
    { brandName: 'Getränke Nº 5' },
    { brandName: '抹茶ラテ House' },
    { brandName: '抹茶THC' },
    { brandName: '막걸리 漢字' },
    { brandName: 'שלום Drinks' },
    { brandName: 'نوشیدنی ١٢٣ Drinks' },
    { productName: 'Δ9THC Seltzer 5 mg' },
    { productName: 'Δ⁹-THC 500μg' },
    { productName: 'α-Pinene Tonic' },
    { batchId: 'ПАРТИЯ-1' },
  ])('apart, as in %j, are nothing unusual', (draft) => {
    expect(mixed(draft)).toEqual([]);
  });
});

it('a batch id that is easy to mistake for another of the brand is shown to the reviewer', () => {
  expect(findings({ batchId: 'C9O3O' }, { lookAlikes: ['C9030', 'C-9030'] })).toEqual([
    {
      code: 'look-alike-batch',
      severity: 'error',
      field: 'batchId',
      message: 'The brand has a published certificate for batch “C9030”, which is easy to mistake for this batch ID.',
    },
  ]);
});

describe('a batch id', () => {
  it.each([
    ['N/A'],
    ['n.a.'],
    ['NA'],
    ['none'],
    ['No'],
    ['nil'],
    ['NULL'],
    ['unknown'],
    ['TBD'],
    ['t.b.a.'],
    ['test'],
    ['Sample'],
    ['example'],
    ['batch'],
    ['Batch #'],
    ['Lot'],
    ['Batch ID'],
    ['lot-id'],
    ['batch number'],
    ['pending'],
    ['x'],
    ['XXX'],
    ['0'],
    ['000-000'],
    ['1'],
    ['12'],
    ['123'],
    ['#1234'],
    ['12345'],
    ['123456'],
    ['abc'],
    ['---'],
    ['#'],
    ['ＮＡ'],
  ])('%j is a placeholder', (batchId) => {
    expect(codes({ batchId })).toEqual(['batch-placeholder']);
  });

  it.each([
    ['#C9030'],
    ['LOT 24/117'],
    ['NA-1'],
    ['test 7'],
    ['1234567'],
    ['2'],
    ['10'],
    ['X1'],
    ['0001'],
    ['abcd'],
    ['抹茶'],
    ['Unknown Pleasures 3'],
  ])('%j is none', (batchId) => {
    expect(codes({ batchId })).toEqual([]);
  });
});

describe('the strength', () => {
  it.each<[number, FindingCode[]]>([
    [0, ['thc-implausible']],
    [0.01, []],
    [100, []],
    [100.01, ['thc-implausible']],
    [1000, ['thc-implausible']],
  ])('of %d mg THC leads to %j', (thcContent, expected) => {
    expect(codes({ thcContent, productName: 'Tea' })).toEqual(expected);
  });

  it.each<[number, FindingCode[]]>([
    [0, []],
    [200, []],
    [200.01, ['cbd-implausible']],
    [1000, ['cbd-implausible']],
  ])('of %d mg CBD leads to %j', (cbdContent, expected) => {
    expect(codes({ cbdContent })).toEqual(expected);
  });

  it.each<[string, number, FindingCode[]]>([
    ['Tea 10 mg', 13.9, ['far-over-label']],
    ['Tea 10 mg', 12.5, ['far-over-label']],
    ['Tea 10 mg', 12.49, ['over-label']],
    ['Tea 10 mg', 11.01, ['over-label']],
    ['Tea 10 mg', 11, []],
    ['Tea 10 mg', 9, []],
    ['Tea 10 mg', 8.99, ['under-label']],
    ['Tea 5 mg', 4.49, ['under-label']],
    ['Tea 50 mg', 48.9, ['under-label']],
    ['Tea 50 mg', 49, []],
    ['Micro Tea', 9, []],
    ['Double Tea', 1, []],
    ['Tea', 3, []],
    ['Tea', 13.9, []],
    ['Tea 0 mg', 3, []],
    ['Tea 5 mg', 0, ['thc-implausible', 'under-label']],
    ['Tea 500 mg', 499, ['thc-implausible']],
  ])('of %s measured at %d mg leads to %j', (productName, thcContent, expected) => {
    expect(codes({ productName, thcContent })).toEqual(expected);
  });

  it('is said with both figures', () => {
    expect(findings({ productName: 'Tea 10 mg', thcContent: 13.9 })).toEqual([
      {
        code: 'far-over-label',
        severity: 'error',
        field: 'thcContent',
        message: 'Stronger than the label: 13.9 mg measured, 10 mg stated (139%).',
      },
    ]);
  });
});

describe('the report number', () => {
  const other = (differing: Partial<SameReport> = {}): SameReport => ({
    id: 'another',
    reference: 'CB-7K3M-9QXD',
    batchId: '#C9031',
    lifecycle: 'approved',
    ...differing,
  });

  it.each([
    ['approved', 'by certificate CB-7K3M-9QXD, batch #C9031.'],
    ['withdrawn', 'by certificate CB-7K3M-9QXD, batch #C9031.'],
    ['pending', 'by another certificate.'],
  ] as const)('is not new when a certificate that is %s has it', (lifecycle, where) => {
    expect(findings({ labReportId: 'EA-1' }, { sameReport: [other({ lifecycle })] })).toEqual([
      {
        code: 'report-number-reused',
        severity: 'warning',
        field: 'labReportId',
        message: `The lab's report number EA-1 is already used ${where}`,
      },
    ]);
  });

  it('that was not sent is not compared', () => {
    expect(codes({}, { sameReport: [other()] })).toEqual([]);
  });
});

describe('other records of the batch', () => {
  it.each<[string, SameBatch, FindingCode[]]>([
    ['published', another({ lifecycle: 'approved' }), ['duplicate']],
    ['published, with a report number', another({ lifecycle: 'approved', labReportId: 'EA-1' }), ['duplicate']],
    ['waiting', another({ lifecycle: 'pending' }), ['batch-also-waiting']],
    ['waiting for changes', another({ lifecycle: 'changes_requested' }), ['batch-also-waiting']],
    ['an amendment that waits', another({ lifecycle: 'pending', supersedes: 'one' }), []],
    ['an amendment that is published', another({ lifecycle: 'approved', supersedes: 'one' }), ['duplicate']],
    ['rejected', another({ lifecycle: 'rejected' }), []],
    ['withdrawn', another({ lifecycle: 'withdrawn' }), []],
    ['of another product', another({ productName: 'Plum Tonic' }), ['batch-on-other-product']],
    ['of the product in another spelling', another({ productName: 'YUZU seltzer, 5mg' }), []],
    ['from another laboratory', fromLab('Second Opinion'), ['batch-from-other-lab']],
    ['from the laboratory in another spelling', fromLab(' EXAMPLE  analytical'), []],
    [
      'of another product from another laboratory',
      fromLab('Second Opinion', { productName: 'Plum Tonic' }),
      ['batch-on-other-product'],
    ],
    [
      'published from another laboratory',
      fromLab('Second Opinion', { lifecycle: 'approved' }),
      ['duplicate', 'batch-from-other-lab'],
    ],
  ])('when one is %s', (_what, other, expected) => {
    expect(codes({}, { sameBatch: [other] })).toEqual(expected);
  });

  it.each<[string, SameBatch, FindingCode[]]>([
    ['the same report of the laboratory', another({ lifecycle: 'approved', labReportId: 'ea-1' }), ['duplicate']],
    ['another report of the laboratory', another({ lifecycle: 'approved', labReportId: 'EA-2' }), ['retest']],
    ['one without a number', another({ lifecycle: 'approved' }), ['retest']],
    [
      'a report of another laboratory',
      fromLab('Second Opinion', { lifecycle: 'approved', labReportId: 'EA-1' }),
      ['batch-from-other-lab', 'retest'],
    ],
  ])('when %s is published, report EA-1 is a retest or a duplicate', (_what, other, expected) => {
    expect(codes({ labReportId: 'EA-1' }, { sameBatch: [other] })).toEqual(expected);
  });

  it('are looked at one by one', () => {
    const sameBatch = [
      another(),
      fromLab('Second Opinion'),
      another({ productName: 'Plum Tonic' }),
      another({ lifecycle: 'pending' }),
    ];
    expect(codes({}, { sameBatch })).toEqual(['batch-also-waiting', 'batch-on-other-product', 'batch-from-other-lab']);
  });

  it.each([
    ['approved', 'A certificate for this batch is already published. A report number would tell another test from it.'],
    ['pending', 'Another submission for this batch is waiting for review.'],
    ['changes_requested', 'Another submission for this batch is waiting for review.'],
  ] as const)('that are %s are said to be', (lifecycle, message) => {
    expect(findings({}, { sameBatch: [another({ lifecycle })] })[0]?.message).toBe(message);
  });

  it.each([
    ['approved', true],
    ['withdrawn', true],
    ['rejected', false],
    ['pending', false],
    ['changes_requested', false],
  ] as const)('that are %s are named: %j', (lifecycle, isNamed) => {
    const product = another({ productName: 'Plum Tonic', lifecycle });
    const lab = fromLab('Second Opinion', { lifecycle });
    const told = findings({}, { sameBatch: [product, lab] }).map(({ message }) => message);
    expect(told).toContain(`Another product${isNamed ? ', Plum Tonic,' : ''} was reported with the same batch ID.`);
    expect(told).toContain(
      `Another laboratory${isNamed ? ', Second Opinion,' : ''} reported on the same product and batch.`,
    );
  });
});

describe('the sender', () => {
  it('is told when the laboratory is new', () => {
    expect(findings({ labName: 'New Lab' }, { labIsKnown: false })).toEqual([
      {
        code: 'lab-unknown',
        severity: 'notice',
        field: 'labName',
        message: 'The registry has no other certificate from New Lab.',
      },
    ]);
  });

  it.each([
    ['https://juniper.example', 'robin@juniper.example', false],
    ['https://www.juniper.example/about', 'robin@juniper.example', false],
    ['HTTPS://WWW.Juniper.Example', 'Robin@JUNIPER.example', false],
    ['http://juniper.example:8080/', 'robin@juniper.example', false],
    ['https://juniper.example?x=@other.example', 'robin@juniper.example', false],
    ['https://juniper.example#x', 'robin@juniper.example', false],
    ['https://shop.juniper.example', 'robin@juniper.example', false],
    ['https://juniper.example', 'robin@mail.juniper.example', false],
    ['https://juniper.example', 'robin@mail.example', true],
    ['https://juniper.example', 'robin@notjuniper.example', true],
    ['https://notjuniper.example', 'robin@juniper.example', true],
    ['https://juniper.example.other.example', 'robin@juniper.example', true],
    ['https://robin@juniper.example', 'robin@juniper.example', false],
    ['https://juniper.example@other.example', 'robin@juniper.example', true],
    [null, 'robin@mail.example', false],
    ['https://juniper.example', null, false],
  ])('with the website %j and the address %j differs: %j', (website, contactEmail, differs) => {
    expect(codes({ website, contactEmail })).toEqual(differs ? ['contact-domain-differs'] : []);
  });
});

describe('the sender of a submission', () => {
  const codes = (contactEmail: string | null, context: Partial<CheckContext>) =>
    findings({ website: null, contactEmail }, context).map(({ code }) => code);

  it.each<[string | null, boolean, string[]]>([
    ['robin@gmail.com', true, ['free-mail-sender']],
    ['robin@GMAIL.COM', true, ['free-mail-sender']],
    ['robin@gmail.com', false, []],
    ['robin@gmail.com.example', true, []],
    ['robin@juniper.example', true, []],
    [null, true, []],
  ])('writes as %j for a brand that is verified (%j)', (contactEmail, brandIsVerified, expected) => {
    expect(codes(contactEmail, { brandIsVerified })).toEqual(expected);
  });

  it('names a partner laboratory', () => {
    expect(codes(null, { isInPartnersName: true })).toEqual(['partner-not-sender']);
  });
});

describe('findings', () => {
  const EVERYTHING: readonly Finding[] = [
    ...findings(
      { testDate: '2017-01-01', batchId: 'N/A', thcContent: 500, cbdContent: 500, contactEmail: 'a@other.example' },
      {
        labIsKnown: false,
        sameBatch: [
          another({ lifecycle: 'approved', productName: 'Plum' }),
          fromLab('Second Opinion', { lifecycle: 'pending' }),
        ],
      },
    ),
    ...findings({ testDate: '2027-01-01', brandName: 'Junipеr' }, { lookAlikes: ['C9O30'] }),
    ...findings({ testDate: '2024-01-01' }, { warnings: [anIncident(), aBatchNotice()] }),
    ...findings({ contactEmail: 'robin@gmail.com' }, { isInPartnersName: true, brandIsVerified: true }),
    ...findings({ sample: printedSample({ issuedOn: '2199-01-01' }) }),
    ...findings({ thcContent: 11.5, productName: 'Tea 10 mg' }),
    ...findings({ thcContent: 13.9, productName: 'Tea 10 mg' }),
    ...findings({ thcContent: 8, productName: 'Tea 10 mg' }),
    ...findings(
      {
        labReportId: 'EA-1',
        analytes: [
          aLine({ panel: 'heavyMetals', name: 'Lead', valueText: 'ND', value: 0.8, unit: 'µg/g', limit: 0.5 }),
          aLine({ panel: 'cannabinoids', name: 'Δ9-THC', valueText: '4.8', value: 4.8, unit: 'mg/g', lod: 2, loq: 1 }),
        ],
      },
      { sameReport: [{ id: 'x', reference: 'CB-7K3M-9QXD', batchId: 'y', lifecycle: 'pending' }] },
    ),
    ...findings({ analytes: [aLine({ name: 'Lead', valueText: '0,125' })] }),
    ...findings({ labReportId: 'EA-1' }, { sameBatch: [another({ lifecycle: 'approved', labReportId: 'EA-2' })] }),
    ...findings({ batchId: 'C1', thcContent: 5 }, { document: aDocument({ qrCodes: [] }) }),
    ...findings({
      analytes: [
        aLine({ valueText: 'NT', value: null }),
        aLine({ panel: 'cannabinoids', name: 'Δ9-THC', valueText: '25', value: 25, unit: 'mg/can' }),
        aLine({ panel: 'cannabinoids', name: 'CBG', valueText: '1', value: 1, unit: 'banana/hour' }),
      ],
      reported: { status: 'failed', panels: PASSED.panels },
      sample: printedSample({
        testedOn: '2022-10-14',
        containerVolume: { amount: '355', unit: 'mL' },
        containerMass: { amount: '900', unit: 'g' },
      }),
    }),
    ...findings({ analytes: [aLine({ panel: 'cannabinoids', name: 'Δ9-THC', valueText: 'ND', value: null })] }),
    ...findings({}, { document: aDocument({ qrCodes: [{ text: 'https://1.example', box: aRow().box }] }) }),
  ];

  it('of each code can be met', () => {
    expect(new Set(EVERYTHING.map(({ code }) => code))).toEqual(new Set(FINDING_CODES));
  });

  it('have one severity for each code', () => {
    expect(Object.fromEntries(EVERYTHING.map(({ code, severity }) => [code, severity]))).toEqual({
      'test-date-in-future': 'error',
      'test-date-before-2018': 'error',
      'batch-placeholder': 'error',
      duplicate: 'error',
      'batch-notice': 'error',
      'test-older-than-a-year': 'warning',
      'dates-out-of-order': 'warning',
      'thc-implausible': 'warning',
      'cbd-implausible': 'warning',
      'far-over-label': 'error',
      'over-label': 'warning',
      'under-label': 'warning',
      'over-limit': 'error',
      'panel-line-open': 'error',
      'status-panels-differ': 'error',
      'thc-line-above-total': 'error',
      'thc-not-measured': 'error',
      'unit-unknown': 'error',
      'test-dates-differ': 'error',
      'sample-contradicts': 'error',
      'document-lab-differs': 'error',
      'value-text-differs': 'error',
      'decimal-comma': 'error',
      'concentration-mismatch': 'error',
      'lod-above-loq': 'warning',
      'report-number-reused': 'warning',
      'batch-also-waiting': 'warning',
      'batch-on-other-product': 'warning',
      'look-alike-batch': 'error',
      'mixed-scripts': 'warning',
      'batch-from-other-lab': 'warning',
      'lab-unknown': 'notice',
      'lab-incident': 'error',
      'partner-not-sender': 'warning',
      'free-mail-sender': 'warning',
      'contact-domain-differs': 'notice',
      retest: 'notice',
      'document-batch-missing': 'error',
      'document-product-missing': 'warning',
      'document-date-differs': 'error',
      'document-value-differs': 'error',
      'document-elsewhere': 'error',
      'document-near-copy': 'warning',
      'document-qr-host': 'error',
      'document-no-qr': 'notice',
      'document-old': 'warning',
    });
  });

  it('are sentences about a field of the submission', () => {
    for (const { field, message } of EVERYTHING) {
      expect(Object.keys({ ...aCertificate(), contactEmail: '', document: null })).toContain(field.split('.')[0]);
      expect(message).toMatch(/^[A-ZΔ0-9“][^!]*\.$/);
    }
  });

  /** Certificates and surroundings in which much is odd. */
  const odd = fc.record({
    draft: fc.record({
      testDate: fc.constantFrom('2027-01-01', '2026-11-01', '2024-01-01', '2001-01-01'),
      batchId: fc.constantFrom('N/A', '#C9030'),
      thcContent: fc.constantFrom(0, 5, 50, 500),
      cbdContent: fc.constantFrom(0, 500),
      contactName: fc.constant('PRIVATE-name'),
      contactEmail: fc.constantFrom('PRIVATE@private-domain.example', 'PRIVATE@juniper-tide.example', null),
      website: fc.constantFrom('https://juniper-tide.example', 'https://other.example', null),
      notes: fc.constant('PRIVATE-notes'),
      submittedResults: fc.constant('PRIVATE-results'),
      labReportId: fc.constantFrom(null, 'EA-1'),
      productName: fc.constantFrom('Tea 5 mg', 'Tea', 'Tеa', 'Теа Tea'),
      brandName: fc.constantFrom('Juniper & Tide', 'Junipеr'),
    }),
    lookAlikes: fc.constantFrom([], ['C9O30']),
    labIsKnown: fc.boolean(),
    sameReport: fc.constantFrom<SameReport[]>(
      [],
      [{ id: 'PRIVATE-id', reference: 'PRIVATE-ref', batchId: 'PRIVATE-batch', lifecycle: 'pending' }],
    ),
    sameBatch: fc.array(
      fc.record({
        id: fc.constant('PRIVATE-id'),
        productName: fc.constantFrom('Plum', 'Yuzu Seltzer 5 mg'),
        labName: fc.constant('Second Opinion'),
        labKey: fc.constantFrom('second opinion', 'example analytical'),
        lifecycle: fc.constantFrom('pending', 'approved', 'rejected', 'withdrawn'),
        supersedes: fc.constantFrom(null, 'PRIVATE-other'),
      }),
      { maxLength: 4 },
    ) as fc.Arbitrary<SameBatch[]>,
  });

  it('come errors first, then warnings, then notices, and none twice', () => {
    fc.assert(
      fc.property(odd, ({ draft, ...surroundings }) => {
        const found = findings(draft, surroundings);
        const weights = found.map(({ severity }) => FINDING_SEVERITIES.indexOf(severity));
        expect(weights).toEqual(weights.toSorted((a, b) => a - b));
        expect(new Set(found.map(({ code }) => code)).size).toBe(found.length);
      }),
    );
  });

  it('never hold the address, the name or the notes of the sender', () => {
    fc.assert(
      fc.property(odd, ({ draft, ...surroundings }) => {
        const text = JSON.stringify(findings(draft, surroundings));
        expect(text).not.toContain('PRIVATE');
        expect(text).not.toContain('private-domain');
      }),
    );
  });
});
