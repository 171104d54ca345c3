import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { cx } from '../../ui/cx';
import { areaAround, type PageBox, type PageDimensions } from './page-boxes';
import { PagePicture } from './page-picture';

export type BoxTone = 'info' | 'success' | 'caution' | 'danger';

/** A place to mark on a page. */
export interface MarkedBox {
  readonly box: PageBox;
  readonly tone: BoxTone;
  /** What the place is, e.g. `Batch/Lot ID`: shown when the pointer rests on it. Say it in text beside the page too. */
  readonly label: string;
}

/** Times the width of the frame. */
export const ZOOM_LEVELS = [1, 1.5, 2, 3] as const;
export type ZoomLevel = (typeof ZOOM_LEVELS)[number];

export interface DocumentPageProps {
  src: string;
  /** Size of the page in points: the picture keeps its place while it loads. */
  size: PageDimensions;
  /** Names the page and what is marked on it. */
  alt: string;
  /** Places on this page; those of other pages must be left out. */
  boxes?: readonly MarkedBox[];
  /** The place that is highlighted, and that the frame scrolls to. It is one of `boxes`. */
  focusedBox?: PageBox | null;
  /** Set it if the page can be larger than its frame, so that the frame can be scrolled by keyboard. */
  zoom?: ZoomLevel;
  /** Class of the frame. With a height, the page scrolls inside it. */
  className?: string;
  loading?: 'eager' | 'lazy';
  /** Laid over the picture, e.g. a layer of text. */
  children?: ReactNode;
}

/** The patterns differ too, because color alone must not carry meaning. */
const TONES: Record<BoxTone, string> = {
  info: 'fill-mark-info/10 stroke-mark-info',
  success: 'fill-mark-success/10 stroke-mark-success',
  caution: 'fill-mark-caution/15 stroke-mark-caution [stroke-dasharray:5_3]',
  danger: 'fill-mark-danger/10 stroke-mark-danger [stroke-dasharray:2_2]',
};

// Spelled out: Tailwind finds class names in the source.
const ZOOMS: Record<ZoomLevel, string> = { 1: 'w-full', 1.5: 'w-[150%]', 2: 'w-[200%]', 3: 'w-[300%]' };

/**
 * The picture of a document's page, with places marked on it. The marks are drawn in the page's own coordinates, because
 * the page's security policy allows no inline styles.
 */
export function DocumentPage(props: DocumentPageProps) {
  const { src, size, alt, boxes = [], focusedBox, zoom, className, loading = 'lazy', children } = props;
  const { frame, sheet } = useScrollToBox(props);
  return (
    <div
      ref={frame}
      {...(zoom && { role: 'group', 'aria-label': 'Picture of the page', tabIndex: 0 })}
      className={cx('overflow-auto rounded-md border border-rule bg-rule motion-safe:scroll-smooth', className)}
    >
      <div ref={sheet} className={cx('relative', ZOOMS[zoom ?? 1])}>
        <PagePicture key={src} src={src} size={size} alt={alt} loading={loading} />
        <svg
          viewBox={`0 0 ${size.width} ${size.height}`}
          aria-hidden="true"
          className="keep-colors absolute inset-0 size-full"
        >
          {boxes.map((marked) => (
            <Mark key={`${marked.label} ${keyOf(marked.box)}`} {...marked} isFocused={isSame(marked.box, focusedBox)} />
          ))}
        </svg>
        {children}
      </div>
    </div>
  );
}

/** Scrolls the frame, never the page, to center the focused place, or the point that was centered before a zoom. */
function useScrollToBox({ src, size, focusedBox, zoom }: DocumentPageProps) {
  const frame = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const { width, height } = size;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page or zoom moves the place
  useEffect(() => {
    if (!frame.current || !sheet.current || !focusedBox) return;
    const { clientWidth, clientHeight } = frame.current;
    const perPoint = { x: sheet.current.clientWidth / width, y: sheet.current.clientHeight / height };
    frame.current.scrollTo({
      left: (focusedBox.x + focusedBox.width / 2) * perPoint.x - clientWidth / 2,
      top: (focusedBox.y + focusedBox.height / 2) * perPoint.y - clientHeight / 2,
    });
  }, [focusedBox, src, zoom, width, height]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins at its top, unless a place on it is shown
  useEffect(() => {
    if (!focusedBox) frame.current?.scrollTo({ top: 0, behavior: 'instant' });
  }, [src]);
  const zoomed = useRef(zoom ?? 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another zoom moves what is in the middle
  useLayoutEffect(() => {
    const factor = (zoom ?? 1) / zoomed.current;
    zoomed.current = zoom ?? 1;
    if (!frame.current || factor === 1 || focusedBox) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = frame.current;
    frame.current.scrollTo({
      left: (scrollLeft + clientWidth / 2) * factor - clientWidth / 2,
      top: (scrollTop + clientHeight / 2) * factor - clientHeight / 2,
      behavior: 'instant',
    });
  }, [zoom]);
  return { frame, sheet };
}

export interface PageCropProps {
  src: string;
  size: PageDimensions;
  /** The place to show; it is marked. */
  box: PageBox;
  tone?: BoxTone;
  alt: string;
  /** Points of the page to show at least, from top to bottom. */
  height?: number;
  className?: string;
}

/** The part of a page around a place, as wide as its surroundings allow. */
export function PageCrop({ src, size, box, tone = 'info', alt, height: least, className }: PageCropProps) {
  const { x, y, width, height } = areaAround(box, size, least);
  return (
    <svg
      viewBox={`${x} ${y} ${width} ${height}`}
      role="img"
      aria-label={alt}
      className={cx('keep-colors block w-full rounded-md border border-rule bg-code-paper', className)}
    >
      <image href={src} width={size.width} height={size.height} preserveAspectRatio="none" />
      <Mark box={box} tone={tone} label={alt} isFocused />
    </svg>
  );
}

/** So that the mark does not touch the letters. */
const PADDING = 2;

function Mark({ box, tone, label, isFocused }: MarkedBox & { isFocused: boolean }) {
  return (
    <rect
      x={box.x - PADDING}
      y={box.y - PADDING}
      width={box.width + 2 * PADDING}
      height={box.height + 2 * PADDING}
      rx={2}
      vectorEffect="non-scaling-stroke"
      strokeWidth={isFocused ? 3 : 1.25}
      data-focused={isFocused || undefined}
      className={TONES[tone]}
    >
      <title>{label}</title>
    </rect>
  );
}

const keyOf = ({ page, x, y, width, height }: PageBox) => [page, x, y, width, height].join(' ');

const isSame = (box: PageBox, other: PageBox | null | undefined) => other != null && keyOf(box) === keyOf(other);
