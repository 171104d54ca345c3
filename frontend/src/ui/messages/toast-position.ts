export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Gap between a toast and a control, in pixels. */
const GAP = 8;

/**
 * Finds a position where a toast covers no control: as low as possible, on the preferred side. Without one, it returns
 * the position that covers the least.
 * @param room allowed area in viewport pixels
 * @param obstacles boxes not to cover
 * @param side preferred when both are free
 */
export function toastPosition(
  size: { readonly width: number; readonly height: number },
  room: Box,
  obstacles: readonly Box[],
  side: 'left' | 'right' = 'right',
): { left: number; top: number } {
  const lowest = room.bottom - size.height;
  const tops = [lowest, ...obstacles.flatMap(({ top, bottom }) => [top - GAP - size.height, bottom + GAP]), room.top]
    .filter((top) => top >= room.top && top <= lowest)
    .sort((a, b) => b - a);
  const furthest = room.right - size.width;
  const fromRight = [furthest, (room.left + furthest) / 2, room.left];
  const lefts = side === 'right' ? fromRight : fromRight.toReversed();
  let best = { left: lefts[0] ?? furthest, top: Math.max(room.top, lowest) };
  let leastCovered = Number.POSITIVE_INFINITY;
  for (const left of lefts) {
    for (const top of tops) {
      const candidate = { left, top, right: left + size.width, bottom: top + size.height };
      const covered = obstacles.reduce((sum, other) => sum + overlap(candidate, other), 0);
      if (covered >= leastCovered) continue;
      best = { left, top };
      leastCovered = covered;
      if (covered === 0) return best;
    }
  }
  return best;
}

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right + GAP - 1) - Math.max(a.left, b.left - GAP + 1);
  const height = Math.min(a.bottom, b.bottom + GAP - 1) - Math.max(a.top, b.top - GAP + 1);
  return width > 0 && height > 0 ? width * height : 0;
}

const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

/** Every control in the viewport, except those within `except`. */
export const interactiveBoxes = (except: Element): Box[] =>
  [...document.querySelectorAll(CONTROLS)]
    .filter((element) => !except.contains(element) && element.checkVisibility())
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height, top, bottom }) => width > 0 && height > 0 && bottom > 0 && top < window.innerHeight);
