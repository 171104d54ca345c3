import { createHash, randomUUID } from 'node:crypto';

/**
 * A PDF with one page of text, by default one that was not sent before.
 * @param bytes how large it is at least
 * @param catalog further entries of its catalog
 */
export function aPdf(text: string = randomUUID(), bytes = 0, catalog = ''): Buffer {
  const lines = text.match(/\S.{0,70}(?=\s|$)/g) ?? [];
  const shown = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`).join(' ');
  const stream = `BT /F1 12 Tf 14 TL 72 720 Td ${shown} ET`;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = body.length;
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  // A comment makes it as large as asked for.
  const padding = bytes - body.length - 220;
  if (padding > 0) body += `%${'x'.repeat(padding)}\n`;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const xref = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + xref + trailer, 'latin1');
}

export const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** `Content-Digest` of RFC 9530. */
export const digestOf = (content: Uint8Array): string =>
  `sha-256=:${createHash('sha256').update(content).digest('base64')}:`;

/** A PDF that runs a script when it is opened. */
export const aScriptedPdf = (): Buffer => aPdf(randomUUID(), 0, '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>');
