import { createHash } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import PDFDocument from 'pdfkit';
import { writeSampleDocument } from '../../backend/test/pdf/sample-documents/sample-documents.mjs';

/** A file as `setInputFiles` takes it. */
export interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export const pdfFile = (name: string, buffer: Buffer): ChosenFile => ({ name, mimeType: 'application/pdf', buffer });

/** What a made-up lab report says. */
export interface LabReport {
  readonly brandName: string;
  readonly productName: string;
  readonly batchId: string;
  readonly labName?: string;
  readonly thcContent?: number;
  readonly analytes?: Parameters<typeof writeSampleDocument>[0]['analytes'];
}

const RECORD = {
  thcContent: 4.88,
  cbdContent: 0.2,
  testDate: '2026-10-14',
  labName: 'Example Analytical',
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

/** Lines of a made-up lab report. */
export const METALS = ['Lead', 'Arsenic', 'Cadmium'].map((name) => ({ ...RECORD.analytes[0], name }));

/** What a submitter types from a made-up lab report, besides its names. */
export const TYPED_FROM_REPORT = {
  thcContent: RECORD.thcContent,
  cbdContent: RECORD.cbdContent,
  testDate: RECORD.testDate,
  labReportId: RECORD.labReportId,
};

/** The PDF of a made-up lab report. */
export const labReport = async (report: LabReport, layout = 'ruled'): Promise<ChosenFile> =>
  pdfFile(`${report.batchId}.pdf`, await writeSampleDocument({ ...RECORD, ...report }, layout));

/** Sends a PDF through the API, and waits until software has read it: the page is signed in. @returns its hash and access */
export async function uploadReport(page: Page, content: Buffer): Promise<{ sha256: string; access: string }> {
  const digest = createHash('sha256').update(content).digest();
  const sha256 = digest.toString('hex');
  const headers = { 'content-type': 'application/pdf', 'content-digest': `sha-256=:${digest.toString('base64')}:` };
  const sent = await page.request.put(`/api/documents/${sha256}`, { data: content, headers });
  expect(sent.status()).toBe(200);
  const state = async () => (await (await page.request.get(`/api/staff/documents/${sha256}`)).json()).state;
  await expect.poll(state).toBe('ready');
  return { sha256, access: (await sent.json()).access };
}

/** Confirms on the form, one by one, what was read from a PDF. */
export async function confirmAll(page: Page): Promise<void> {
  const buttons = page.getByRole('button', { name: /^Confirm/ });
  for (let left = await buttons.count(); left > 0; left--) {
    await buttons.first().click();
    await expect(buttons).toHaveCount(left - 1);
  }
}

/** A PDF with more pages than software reads. The text makes its bytes different from those of others. */
export function longReport(text: string): Promise<ChosenFile> {
  const document = new PDFDocument();
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  document.text(text);
  for (let page = 2; page <= 101; page++) document.addPage();
  return new Promise((resolve) => {
    document.on('end', () => resolve(pdfFile('long.pdf', Buffer.concat(chunks))));
    document.end();
  });
}

/** A PDF that runs a script when it is opened. */
export const scriptedReport = (text: string): ChosenFile =>
  pdfFile(
    'scripted.pdf',
    Buffer.from(
      [
        '%PDF-1.7',
        `1 0 obj <</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\("${text}"\\))>>>> endobj`,
        '2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj',
        '3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>> endobj',
        'trailer <</Root 1 0 R>>',
        '%%EOF',
      ].join('\n'),
    ),
  );

/** A spreadsheet as a spreadsheet program writes it. */
export const csvFile = (name: string, ...rows: string[]): ChosenFile => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`\ufeff${rows.join('\r\n')}`),
});
