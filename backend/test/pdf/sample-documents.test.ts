import { LAYOUTS, printSampleDocument, writeSampleDocument } from './sample-documents/sample-documents.mjs';

const record = {
  brandName: 'Nordlicht Getränke',
  productName: 'Holunderblüte Spritz 5 mg',
  batchId: 'CHARGE-Ä17/26',
  thcContent: 4.88,
  cbdContent: 4.9,
  testDate: '2026-10-14',
  labName: 'Example Analytical (fictional)',
  labReportId: 'EA-2026-01187',
  panels: { heavyMetals: 'passed' },
  qrText: 'https://lab.example/certificates/EA-2026-01187',
  analytes: [
    {
      panel: 'heavyMetals',
      name: 'Lead',
      valueText: '0.021',
      value: 0.021,
      unit: 'µg/g',
      method: 'ICP-MS',
      lod: 0.002,
      loq: 0.005,
      limit: 0.5,
    },
  ],
} as const;

describe('sample documents', () => {
  it.each(LAYOUTS)('prints the same bytes for the same record: %s', async (layout) => {
    const first = await writeSampleDocument(record, layout);
    expect(first.subarray(0, 5).toString()).toBe('%PDF-');
    expect(first.equals(await writeSampleDocument(record, layout))).toBe(true);
  });

  it.each(LAYOUTS.filter((layout) => layout !== 'scanned'))('says what it prints: %s', async (layout) => {
    const { truth } = await printSampleDocument(record, layout);
    expect(truth.fields).toMatchObject({ batchId: 'CHARGE-Ä17/26', testDate: '2026-10-14', thcContent: '4.88' });
    expect(truth.rows).toMatchObject([{ name: 'Lead', results: [{ valueText: '0.021', unit: 'µg/g' }] }]);
  });

  it('has no layout of an unknown name', async () => {
    await expect(writeSampleDocument(record, 'crayon')).rejects.toThrow('There is no layout "crayon"');
  });
});
