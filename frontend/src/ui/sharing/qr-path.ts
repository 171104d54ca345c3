import { create } from 'qrcode/lib/core/qrcode';

/** A QR code as an SVG path of unit squares, one for each dark module. */
export interface QrPath {
  /** Modules per side. */
  readonly size: number;
  readonly path: string;
}

/** The light border around a code, in modules; scanners need it. */
export const QUIET_ZONE = 4;

/** @throws Error when the text is too long for a QR code: about 2,300 bytes */
export function qrPath(value: string): QrPath {
  const { modules } = create(value, { errorCorrectionLevel: 'M' });
  // Merges adjacent dark modules into one bar, so that no hairlines show in print.
  let path = '';
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (!modules.get(row, column)) continue;
      const start = column;
      while (column + 1 < modules.size && modules.get(row, column + 1)) column += 1;
      path += `M${start} ${row}h${column - start + 1}v1H${start}z`;
    }
  }
  return { size: modules.size, path };
}

/** The code as an SVG file: black on white in both themes, because scanners need dark modules on a light ground. */
export function qrSvg(value: string): string {
  const { size, path } = qrPath(value);
  const side = size + 2 * QUIET_ZONE;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}" ` +
    `width="${side}" height="${side}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M${-QUIET_ZONE} ${-QUIET_ZONE}h${side}v${side}h${-side}z"/><path d="${path}"/></svg>`
  );
}
