import type { BoxDto, DocumentPageDto } from '../../api/generated/types.gen';

/** A rectangle on a page, in PDF points from the page's top left corner. */
export type PageBox = BoxDto;

/** Size of a page as it is shown, in points. */
export type PageDimensions = Pick<DocumentPageDto, 'width' | 'height'>;

/** About a third of a letter page: its text can be read on a phone. */
const CROP = { width: 230, height: 64 } as const;

/** Room around the place, so that it is not at the edge of the crop. */
const MARGIN = 10;

/**
 * The part of the page to show for a place: the place, what is printed around it, and nothing outside of the page.
 * @param height at least; 0 for the place and little more
 */
export function areaAround(box: PageBox, size: PageDimensions, height: number = CROP.height): Omit<PageBox, 'page'> {
  const across = span(box.x, box.width, CROP.width, size.width);
  const down = span(box.y, box.height, height, size.height);
  return { x: across.start, y: down.start, width: across.length, height: down.length };
}

function span(start: number, length: number, wanted: number, limit: number) {
  const shown = Math.min(Math.max(wanted, length + 2 * MARGIN), limit);
  const centered = start + length / 2 - shown / 2;
  return { start: Math.min(Math.max(0, centered), limit - shown), length: shown };
}
