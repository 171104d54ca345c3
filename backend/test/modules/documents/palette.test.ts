import { reduceColors } from '../../../src/modules/documents/reading/palette.js';

/** A bitmap as PDFium renders it, from red, green and blue of each pixel. */
function bitmapOf(pixels: readonly (readonly [number, number, number])[]) {
  const bgrx = new Uint8Array(pixels.length * 4);
  for (const [index, [red, green, blue]] of pixels.entries()) bgrx.set([blue, green, red, 255], index * 4);
  return { width: pixels.length, height: 1, bgrx };
}

const colorsOf = ({ palette, pixels }: ReturnType<typeof reduceColors>) =>
  [...pixels].map((index) => [...palette.subarray(index * 3, index * 3 + 3)]);

it('keeps the colors of a page with few of them', () => {
  const pixels = [
    [0, 0, 0],
    [255, 255, 255],
    [204, 0, 0],
    [51, 102, 204],
    [255, 255, 255],
  ] as const;
  expect(colorsOf(reduceColors(bitmapOf(pixels)))).toEqual(pixels);
});

it('brings no color of a photograph far from itself', () => {
  const photograph = Array.from(
    { length: 20_000 },
    (_, n) => [(n * 7) % 256, (n * 31) % 256, (n * 101) % 256] as const,
  );
  const red = [204, 0, 0] as const;
  const reduced = reduceColors(bitmapOf([...photograph, red]));
  expect(reduced.palette.length).toBeLessThanOrEqual(256 * 3);
  const colors = colorsOf(reduced);
  // Half of the distance between two colors of the cube, and half of a 5-bit step.
  const furthest = [...photograph, red].flatMap((pixel, index) =>
    pixel.map((channel, at) => Math.abs(channel - (colors[index]?.[at] ?? 999))),
  );
  expect(furthest.reduce((most, distance) => Math.max(most, distance))).toBeLessThanOrEqual(25.5 + 4);
});
