import { useEffect, useState } from 'react';
import { ArrowLeftIcon, ArrowRightIcon, DashIcon } from '../../ui/icons';
import { DocumentPage, type MarkedBox, ZOOM_LEVELS } from './document-page';
import type { PageBox, PageDimensions } from './page-boxes';
import { PlusIcon, StepButton } from './step-button';

export interface DocumentViewerProps {
  pages: readonly ({ readonly number: number } & PageDimensions)[];
  /** Pages of the document; the later ones of a long document have no picture. */
  pageCount: number;
  srcOf: (page: number) => string;
  /** On any page. */
  boxes: readonly MarkedBox[];
  /** The viewer turns to its page. */
  focusedBox: PageBox | null;
}

/** One page of a document at a time, with buttons to turn pages and to zoom. */
export function DocumentViewer({ pages, pageCount, srcOf, boxes, focusedBox }: DocumentViewerProps) {
  const [number, setNumber] = useState(1);
  const [zoomIndex, setZoomIndex] = useState(0);
  useEffect(() => {
    if (focusedBox) setNumber(focusedBox.page);
  }, [focusedBox]);
  const page = pages.find((candidate) => candidate.number === number) ?? pages[0];
  if (!page) return null;
  const zoom = ZOOM_LEVELS[zoomIndex] ?? 1;
  const place = `Page ${page.number} of ${pageCount}`;
  return (
    <div className="stack gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <StepButton
          label="Previous page"
          icon={<ArrowLeftIcon />}
          isOff={page.number === 1}
          onClick={() => setNumber(page.number - 1)}
        />
        <p role="status" className="text-sm tabular-nums">
          {place}
        </p>
        <StepButton
          label="Next page"
          icon={<ArrowRightIcon />}
          isOff={page.number === pages.length}
          onClick={() => setNumber(page.number + 1)}
        />
        <span className="ms-auto flex items-center gap-2">
          <StepButton
            label="Zoom out"
            icon={<DashIcon />}
            isOff={zoomIndex === 0}
            onClick={() => setZoomIndex(zoomIndex - 1)}
          />
          <span role="status" className="text-sm tabular-nums">
            {zoom * 100}%
          </span>
          <StepButton
            label="Zoom in"
            icon={<PlusIcon />}
            isOff={zoomIndex === ZOOM_LEVELS.length - 1}
            onClick={() => setZoomIndex(zoomIndex + 1)}
          />
        </span>
      </div>
      <DocumentPage
        src={srcOf(page.number)}
        size={page}
        alt={`${place} of the PDF`}
        boxes={boxes.filter(({ box }) => box.page === page.number)}
        focusedBox={focusedBox?.page === page.number ? focusedBox : null}
        zoom={zoom}
        loading="eager"
        className="max-h-[calc(100dvh-var(--sticky-height)-6.5rem)]"
      />
    </div>
  );
}
