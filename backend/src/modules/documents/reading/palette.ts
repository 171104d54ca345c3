import type { IndexedImage } from './png.js';

/** PDFium's format: four bytes for each pixel, blue, green, red, and one that is unused. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly bgrx: Uint8Array<ArrayBuffer>;
}

const COLORS = 256;
/** 6 × 6 × 6 evenly spaced colors, so that every color of a page is near one of them. */
const CUBE_STEPS = 6;
const CUBE_COLORS = CUBE_STEPS ** 3;

/**
 * Reduces a page to at most 256 colors, which makes its PNG several times smaller than with 16 million. Colors are
 * counted with 5 bits for each channel. A page with up to 256 of them keeps all. Otherwise it keeps the most frequent
 * ones, and the rest become the nearest color of a cube, so a small red word stays red beside a photograph.
 */
export function reduceColors({ width, height, bgrx }: Bitmap): IndexedImage {
  const bins = countColors(bgrx);
  const used = bins.frequent.length <= COLORS ? bins.frequent : bins.frequent.slice(0, COLORS - CUBE_COLORS);
  const needsCube = used.length < bins.frequent.length;
  const palette = new Uint8Array((used.length + (needsCube ? CUBE_COLORS : 0)) * 3);
  const indexOf = new Uint8Array(bins.counts.length);
  if (needsCube) addCube(palette, used.length, indexOf);
  used.forEach((bin, index) => {
    indexOf[bin] = index;
    palette.set(bins.meanOf(bin), index * 3);
  });
  const pixels = new Uint8Array(width * height);
  const words = new Uint32Array(bgrx.buffer, bgrx.byteOffset, width * height);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = indexOf[binOf(words[at] as number)] as number;
  return { width, height, palette, pixels };
}

/** The upper 5 bits of red, green and blue. */
const binOf = (pixel: number) => ((pixel >>> 9) & 0x7c00) | ((pixel >>> 6) & 0x3e0) | ((pixel >>> 3) & 0x1f);

function countColors(bgrx: Uint8Array<ArrayBuffer>) {
  const pixels = new Uint32Array(bgrx.buffer, bgrx.byteOffset, bgrx.length >>> 2);
  const counts = new Uint32Array(1 << 15);
  const sums = new Float64Array((1 << 15) * 3);
  for (let at = 0; at < pixels.length; at += 1) {
    const pixel = pixels[at] as number;
    const bin = binOf(pixel);
    counts[bin] = (counts[bin] as number) + 1;
    sums[bin * 3] = (sums[bin * 3] as number) + ((pixel >>> 16) & 0xff);
    sums[bin * 3 + 1] = (sums[bin * 3 + 1] as number) + ((pixel >>> 8) & 0xff);
    sums[bin * 3 + 2] = (sums[bin * 3 + 2] as number) + (pixel & 0xff);
  }
  const frequent: number[] = [];
  counts.forEach((count, bin) => {
    if (count > 0) frequent.push(bin);
  });
  frequent.sort((a, b) => (counts[b] as number) - (counts[a] as number));
  const meanOf = (bin: number) =>
    [0, 1, 2].map((channel) => Math.round((sums[bin * 3 + channel] as number) / (counts[bin] as number)));
  return { counts, frequent, meanOf };
}

function addCube(palette: Uint8Array, first: number, indexOf: Uint8Array): void {
  const step = 255 / (CUBE_STEPS - 1);
  for (let color = 0; color < CUBE_COLORS; color += 1) {
    const [red, green, blue] = [Math.floor(color / CUBE_STEPS ** 2), Math.floor(color / CUBE_STEPS), color];
    palette.set(
      [red, green, blue].map((channel) => (channel % CUBE_STEPS) * step),
      (first + color) * 3,
    );
  }
  const nearest = (fiveBits: number) => Math.round(((fiveBits << 3) + 4) / step);
  for (let bin = 0; bin < indexOf.length; bin += 1) {
    const color = (nearest(bin >> 10) * CUBE_STEPS + nearest((bin >> 5) & 31)) * CUBE_STEPS + nearest(bin & 31);
    indexOf[bin] = first + color;
  }
}
