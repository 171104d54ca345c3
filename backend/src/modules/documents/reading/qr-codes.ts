import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import type { QrCode } from '../../../domain/shared/document-reading.js';
import type { Bitmap } from './palette.js';
import { asArrayBuffer } from './pdfium.js';

const OPTIONS: ReaderOptions = {
  formats: ['QRCode'],
  tryHarder: true,
  tryDownscale: true,
  tryRotate: false,
  tryInvert: false,
  maxNumberOfSymbols: 8,
};

/** A longer text can't be the address of a certificate. */
const MAX_TEXT = 2_000;

export async function loadQrReader(): Promise<void> {
  const file = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  await prepareZXingModule({ overrides: { wasmBinary: asArrayBuffer(file) }, fireImmediately: true });
}

/** @param scale pixels for each point */
export async function qrCodesOn(page: number, { width, height, bgrx }: Bitmap, scale: number): Promise<QrCode[]> {
  // Blue and red are exchanged, which does not matter for black on white.
  const data = new Uint8ClampedArray(bgrx.buffer, bgrx.byteOffset, bgrx.length);
  const found = await readBarcodes({ data, width, height, colorSpace: 'srgb' }, OPTIONS);
  return found.flatMap(({ isValid, text, position }) => {
    const shown = withoutControls(text);
    if (!isValid || shown === '' || shown.length > MAX_TEXT) return [];
    const corners = [position.topLeft, position.topRight, position.bottomLeft, position.bottomRight];
    const [xs, ys] = [corners.map(({ x }) => x / scale), corners.map(({ y }) => y / scale)];
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    return [{ text: shown, box: { page, x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y } }];
  });
}

const withoutControls = (text: string) => text.replace(/[\p{Cc}\p{Cs}\p{Cn}]/gu, '').trim();
