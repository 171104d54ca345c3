import fc from 'fast-check';
import { areaAround } from './page-boxes';

const LETTER = { width: 612, height: 792 };

it('shows the surroundings of a place', () => {
  expect(areaAround({ page: 1, x: 300, y: 400, width: 60, height: 10 }, LETTER)).toEqual({
    x: 215,
    y: 373,
    width: 230,
    height: 64,
  });
});

it('shows a wide place as a whole', () => {
  expect(areaAround({ page: 1, x: 100, y: 400, width: 400, height: 10 }, LETTER)).toMatchObject({ x: 90, width: 420 });
});

it('contains the place and stays on the page, wherever the place is', () => {
  const box = fc
    .record({ left: fc.double({ min: 0, max: 611, noNaN: true }), top: fc.double({ min: 0, max: 791, noNaN: true }) })
    .chain(({ left, top }) =>
      fc.record({
        page: fc.constant(1),
        x: fc.constant(left),
        y: fc.constant(top),
        width: fc.double({ min: 0, max: 612 - left, noNaN: true }),
        height: fc.double({ min: 0, max: 792 - top, noNaN: true }),
      }),
    );
  const almost = 1e-6;
  fc.assert(
    fc.property(box, (place) => {
      const area = areaAround(place, LETTER);
      expect(area.x).toBeGreaterThanOrEqual(0);
      expect(area.y).toBeGreaterThanOrEqual(0);
      expect(area.x + area.width).toBeLessThanOrEqual(612 + almost);
      expect(area.y + area.height).toBeLessThanOrEqual(792 + almost);
      expect(area.x).toBeLessThanOrEqual(place.x + almost);
      expect(area.x + area.width).toBeGreaterThanOrEqual(place.x + place.width - almost);
      expect(area.y).toBeLessThanOrEqual(place.y + almost);
      expect(area.y + area.height).toBeGreaterThanOrEqual(place.y + place.height - almost);
    }),
  );
});
