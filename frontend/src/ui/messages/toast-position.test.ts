import { type Box, toastPosition } from './toast-position';

const SIZE = { width: 100, height: 50 };
const ROOM = { left: 10, top: 60, right: 390, bottom: 590 };
const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const covers = (position: { left: number; top: number }, { left, top, right, bottom }: Box) =>
  position.left < right &&
  position.left + SIZE.width > left &&
  position.top < bottom &&
  position.top + SIZE.height > top;

it('is at the bottom right when nothing is there', () => {
  expect(toastPosition(SIZE, ROOM, [])).toEqual({ left: 290, top: 540 });
});

it('moves above controls', () => {
  expect(toastPosition(SIZE, ROOM, [box(300, 550, 44, 44)])).toEqual({ left: 290, top: 492 });
});

it('moves to the other side when the right is full', () => {
  const column = box(280, 0, 100, 600);
  expect(toastPosition(SIZE, ROOM, [column])).toEqual({ left: 150, top: 540 });
});

it('prefers the left on request', () => {
  expect(toastPosition(SIZE, ROOM, [], 'left')).toEqual({ left: 10, top: 540 });
});

it('finds the only gap', () => {
  const obstacles = [box(0, 0, 400, 300), box(0, 370, 400, 300)];
  expect(toastPosition(SIZE, ROOM, obstacles)).toEqual({ left: 290, top: 312 });
});

it('covers the least where every position covers something', () => {
  const obstacles = [box(0, 0, 400, 400), box(0, 430, 400, 170)];
  expect(toastPosition(SIZE, ROOM, obstacles).top).toBeGreaterThan(380);
});

it('never covers anything while a free position exists', () => {
  let seed = 7;
  const random = (most: number) => {
    seed = (seed * 16807) % 2147483647;
    return seed % most;
  };
  for (let round = 0; round < 500; round += 1) {
    const obstacles = Array.from({ length: random(12) }, () => box(random(400), random(600), 20 + random(80), 44));
    // Brute force: every pixel of the right column, top to bottom.
    const isFree = Array.from({ length: 481 }, (_, y) => ({ left: 290, top: 60 + y })).some(
      (position) =>
        !obstacles.some(({ left, top, right, bottom }) =>
          covers(position, box(left - 8, top - 8, right - left + 16, bottom - top + 16)),
        ),
    );
    const position = toastPosition(SIZE, ROOM, obstacles);
    if (isFree) expect(obstacles.filter((other) => covers(position, other))).toEqual([]);
    expect(position.top).toBeGreaterThanOrEqual(60);
    expect(position.top).toBeLessThanOrEqual(540);
  }
});
