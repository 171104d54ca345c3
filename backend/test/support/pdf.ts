import PDFDocument from 'pdfkit';

/** Draws a PDF with pdfkit. Its dates are fixed, so the same drawing gives the same bytes. */
export function pdf(
  draw: (document: PDFKit.PDFDocument) => void | Promise<void>,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'LETTER',
    margin: 50,
    info: { CreationDate: new Date(0), ModDate: new Date(0) },
    ...options,
  });
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
    Promise.resolve(draw(document)).then(() => document.end(), reject);
  });
}
