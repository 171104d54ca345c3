import { Resvg } from '@resvg/resvg-js';
import { create } from 'qrcode';

/** A QR code, and the width at which it is shown. */
export interface QrPng {
  readonly png: Uint8Array;
  /** In pixels. */
  readonly width: number;
}

/** Light modules around the code. Source: ISO/IEC 18004. */
const QUIET_ZONE = 4;

const PIXELS_OF_MODULE = 4;

/** The width of the column of an email. */
const WIDTH_MAX = 550;

/** Twice the shown size, for high-resolution screens. */
export function qrPng(value: string): QrPng {
  const { modules } = create(value, { errorCorrectionLevel: 'M' });
  const side = modules.size + 2 * QUIET_ZONE;
  const dark = Array.from(modules.data).flatMap((isDark, index) => {
    const [row, column] = [Math.floor(index / modules.size), index % modules.size];
    return isDark ? `M${column + QUIET_ZONE} ${row + QUIET_ZONE}h1v1h-1z` : [];
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><rect width="${side}" height="${side}" fill="#fff"/><path d="${dark.join('')}"/></svg>`;
  const image = new Resvg(svg, {
    fitTo: { mode: 'width', value: side * PIXELS_OF_MODULE * 2 },
    font: { loadSystemFonts: false },
  });
  return { png: image.render().asPng(), width: Math.min(side * PIXELS_OF_MODULE, WIDTH_MAX) };
}
