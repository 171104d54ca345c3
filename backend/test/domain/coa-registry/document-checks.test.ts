import type { CertificateDraft } from '../../../src/domain/coa-registry/certificate/certificate.js';
import {
  type CheckedDocument,
  type DocumentUse,
  documentFindings,
} from '../../../src/domain/coa-registry/checks/document-checks.js';
import type { DocumentReading, ReadPanel } from '../../../src/domain/shared/document-reading.js';
import { aCertificate, aLine, PASSED } from '../../support/builders.js';
import { aField, aReading, aRow } from '../../support/document-readings.js';

const TEXT = 'Certificate of Analysis  Juniper & Tide  Yuzu Seltzer 5 mg  Batch: #C9030  Collected 2026-10-14';

function findings(
  draft: Partial<CertificateDraft> = {},
  reading: Partial<DocumentReading> = {},
  document: Partial<CheckedDocument> = {},
) {
  const certificate = aCertificate({ batchId: '#C9030', ...draft });
  const checked = { receivedOn: '2026-11-20', reading: aReading(reading), text: TEXT, uses: [], reportHosts: null };
  return documentFindings(certificate, { ...checked, ...document });
}

const codes = (...args: Parameters<typeof findings>) => findings(...args).map(({ code }) => code);

it('finds nothing in a document that fits', () => {
  const fields = [aField('batchId', '#C9030'), aField('testDate', '2026-10-14'), aField('thcContent', '4.82')];
  expect(findings({}, { fields })).toEqual([]);
});

it.each([
  ['lead above its limit', aRow({ valueText: '0.81', value: 0.81, limit: 0.5 }), ['document-value-differs']],
  ['lead within its limit', aRow({ limit: 0.5 }), []],
  [
    'more THC than the total',
    aRow({ panel: 'cannabinoids', name: 'Δ9-THC', valueText: '25', value: 25, unit: 'mg/can' }),
    ['document-value-differs'],
  ],
])('%s that only the document has leads to %j', (_what, row, expected) => {
  expect(codes({}, { rows: [row] })).toEqual(expected);
});

describe('the batch in the text', () => {
  it.each([
    ['#C9030', []],
    ['C9030', []],
    ['c-9030', []],
    ['C 90 30', []],
    ['C903', ['document-batch-missing']],
    ['9030', ['document-batch-missing']],
    ['#C9031', ['document-batch-missing']],
    ['2026-10', []],
  ])('%s: %j', (batchId, expected) => {
    expect(codes({ batchId })).toEqual(expected);
  });

  it('points to the batch that is printed', () => {
    const batch = aField('batchId', '#C9030');
    expect(findings({ batchId: 'X1' }, { fields: [batch] })).toEqual([
      {
        code: 'document-batch-missing',
        severity: 'error',
        field: 'batchId',
        box: batch.box,
        message: 'The batch ID “X1” is not in the PDF.',
      },
    ]);
  });

  it.each(['', '  '])('is not looked for in a scanned document, text %j', (text) => {
    expect(codes({ batchId: 'X1', productName: 'Plum' }, {}, { text })).toEqual([]);
  });

  it('is not looked for where the text was not looked up', () => {
    expect(codes({ batchId: 'X1' }, {}, { text: null })).toEqual([]);
  });
});

it.each([
  ['Yuzu Seltzer 5 mg', []],
  ['YUZU Sparkling Seltzer', []],
  ['Seltzer (Yuzu) 12 oz can', []],
  ['Plum Tonic 10 mg', ['document-product-missing']],
  ['5 mg', []],
])('the product %s in the text: %j', (productName, expected) => {
  expect(codes({ productName })).toEqual(expected);
});

describe('dates', () => {
  it('that differ', () => {
    expect(findings({}, { fields: [aField('testDate', '2026-10-15')] })).toMatchObject([
      { code: 'document-date-differs', severity: 'error', field: 'testDate', box: { page: 1 } },
    ]);
  });

  it('of one analysis, before the test was completed, are no contradiction', () => {
    const analyzed = { ...aField('testDate', '2026-10-12'), label: 'Analyzed:' };
    expect(findings({}, { fields: [analyzed] })).toMatchObject([
      { code: 'document-date-differs', severity: 'warning' },
    ]);
    const longAgo = { ...analyzed, value: '2022-10-12' };
    expect(findings({}, { fields: [longAgo] })[0]).toMatchObject({ severity: 'error' });
  });

  it.each([
    ['2025-11-20', []],
    ['2025-11-19', ['document-old']],
    ['2024-02-29', ['document-old']],
  ])('a document of %s that came on 2026-11-20: %j', (testDate, expected) => {
    expect(codes({ testDate }, { fields: [aField('testDate', testDate)] })).toEqual(expected);
  });
});

describe('values that differ', () => {
  it.each(['thcContent', 'cbdContent'] as const)('%s', (field) => {
    expect(findings({}, { fields: [aField(field, '9.5')] })).toMatchObject([
      { code: 'document-value-differs', severity: 'error', field, box: { page: 1 } },
    ]);
  });

  it('in lines, of which three are named', () => {
    const names = ['Arsenic', 'Cadmium', 'Lead', 'Mercury'];
    const [found] = findings(
      { analytes: names.map((name) => aLine({ name })) },
      { rows: names.map((name) => aRow({ name, value: 0.9, valueText: '0.9' })) },
    );
    expect(found?.message).toBe(
      'Results differ from the PDF: Arsenic 0.31 µg/g here, 0.9 µg/g in the PDF; Cadmium 0.31 µg/g here, 0.9 µg/g in the PDF; Lead 0.31 µg/g here, 0.9 µg/g in the PDF; and 1 more.',
    );
    expect(found?.box).toEqual(aRow().box);
  });

  it.each([
    ['ND', 'Detected'],
    ['Not Detected', 'Detected'],
    ['0.31', 'ND'],
    ['ND', '0.31'],
  ])('“%s” here and “%s” there', (here, there) => {
    const value = (text: string) => (Number.isNaN(Number(text)) ? null : Number(text));
    const analytes = [aLine({ valueText: here, value: value(here) })];
    const rows = [aRow({ valueText: there, value: value(there) })];
    expect(codes({ analytes }, { rows })).toEqual(['document-value-differs']);
  });

  it.each([
    ['ND', 'Total THC', ['document-value-differs']],
    ['<LOQ', '∆9-THC', ['document-value-differs']],
    ['ND', 'Delta-8 THC', []],
    ['4.82', 'Total THC', []],
  ])('milligrams here and “%s” for %s: %j', (valueText, name, expected) => {
    const row = aRow({ panel: 'cannabinoids', name, valueText, value: valueText === '4.82' ? 4.82 : null });
    expect(codes({ thcContent: 5 }, { rows: [row] })).toEqual(expected);
  });

  it('not where one of several lines has a number, the certificate none, or the field was read', () => {
    const nothing = aRow({ panel: 'cannabinoids', name: 'Δ9-THC', valueText: 'ND', value: null });
    const total = aRow({ panel: 'cannabinoids', name: 'Total THC', valueText: '4.8', value: 4.8 });
    expect(codes({ thcContent: 4.8 }, { rows: [nothing, total] })).toEqual([]);
    expect(codes({ thcContent: 0 }, { rows: [nothing] })).toEqual([]);
    expect(codes({ thcContent: 4.8 }, { rows: [nothing], fields: [aField('thcContent', '4.8')] })).toEqual([]);
  });

  it.each([
    ['failed', 'passed', ['document-value-differs']],
    ['passed', 'failed', ['document-value-differs']],
    ['passed', 'passed', []],
    ['not_tested', 'passed', ['document-value-differs']],
    ['pending', 'passed', ['document-value-differs']],
    ['failed', 'pending', []],
    ['passed', 'not_tested', []],
  ] as const)('a panel that %s there and %s here: %j', (verdict, here, expected) => {
    const panel: ReadPanel = { panel: 'heavyMetals', verdict, printed: 'see there', box: aRow().box };
    const reported = { status: PASSED.status, panels: { ...PASSED.panels, heavyMetals: here } } as const;
    expect(codes({ reported: { ...reported, status: 'pending' } }, { panels: [panel] })).toEqual(expected);
  });

  it.each([
    ['failed', ['document-value-differs']],
    ['passed', []],
    ['not_tested', []],
  ] as const)('mycotoxins, for which a certificate has no field, that %s there: %j', (verdict, expected) => {
    const panel: ReadPanel = { panel: 'mycotoxins', verdict, printed: 'see there', box: aRow().box };
    expect(codes({}, { panels: [panel] })).toEqual(expected);
  });
});

describe('the laboratory', () => {
  it.each([
    ['Example Analytical', 'Example Analytical, Inc.', []],
    ['Example Analytical', 'EXAMPLE LABS', []],
    ['Example Labs of Vermont', 'Example Laboratories', []],
    ['Example Analytical', 'Other Analytical Laboratories', ['document-lab-differs']],
    ['Example Analytical', 'Northlight Labs', ['document-lab-differs']],
    ['The Lab', 'The Lab', []],
  ])('%j here and %j in the PDF: %j', (labName, printed, expected) => {
    expect(codes({ labName }, { fields: [aField('labName', printed)] })).toEqual(expected);
  });
});

describe('other certificates', () => {
  const use = (differing: Partial<DocumentUse>): DocumentUse => ({
    reference: 'CB-7K3M-9QXD',
    batchId: 'C1',
    productName: 'Plum',
    lifecycle: 'approved',
    likeness: 'same',
    ...differing,
  });

  it('with the same file', () => {
    expect(findings({}, {}, { uses: [use({})] })).toMatchObject([
      {
        code: 'document-elsewhere',
        severity: 'error',
        message: 'The same PDF belongs to certificate CB-7K3M-9QXD, batch C1.',
      },
    ]);
  });

  it('are not named unless they are or were public', () => {
    const [found] = findings({}, {}, { uses: [use({ lifecycle: 'pending' })] });
    expect(found?.message).toBe('The same PDF belongs to another submission.');
  });

  it.each([
    ['same-words', 'The PDF of certificate CB-7K3M-9QXD, batch C1 has the same words.'],
    ['near-copy', 'The PDF of certificate CB-7K3M-9QXD, batch C1 is nearly the same.'],
  ] as const)('with %s', (likeness, message) => {
    expect(findings({}, {}, { uses: [use({ likeness })] })).toMatchObject([
      { code: 'document-near-copy', severity: 'warning', message },
    ]);
  });

  it('of the same batch may be alike', () => {
    expect(codes({}, {}, { uses: [use({ likeness: 'near-copy', batchId: '#c9030' })] })).toEqual([]);
  });
});

describe('QR codes', () => {
  const code = (text: string) => ({ text, box: aRow().box });
  const HOSTS = ['lab.example', 'reports.example'];

  it('that are missing', () => {
    expect(findings({}, { qrCodes: [] })).toMatchObject([{ code: 'document-no-qr', severity: 'notice' }]);
  });

  it.each([
    ['https://lab.example/1', []],
    ['https://coa.lab.example/1', []],
    ['https://reports.example/1', []],
    ['EA-2026-01187', []],
    ['https://other.example/1', ['document-qr-host']],
    ['https://lab.example.evil.example/1', ['document-qr-host']],
    ['https://192.0.2.7/1', ['document-qr-host']],
  ])('%s: %j', (text, expected) => {
    expect(codes({}, { qrCodes: [code(text)] }, { reportHosts: HOSTS })).toEqual(expected);
  });

  it('are not compared for a lab without known hosts, unless they hide where they lead', () => {
    expect(codes({}, { qrCodes: [code('https://other.example/1')] })).toEqual([]);
    expect(codes({}, { qrCodes: [code('https://lab.example\\@evil.example')] })).toEqual(['document-qr-host']);
  });

  it('are all looked at, and the finding points to the first that differs', () => {
    const box = { ...aRow().box, page: 2 };
    const qrCodes = [code('https://lab.example/1'), { text: 'https://other.example', box }];
    expect(findings({}, { qrCodes }, { reportHosts: HOSTS })).toMatchObject([
      {
        code: 'document-qr-host',
        severity: 'error',
        box,
        message: 'A QR code in the PDF leads to other.example, which is not registered for the lab.',
      },
    ]);
  });
});
