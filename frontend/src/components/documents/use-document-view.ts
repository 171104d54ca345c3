import { useState } from 'react';
import { ZOOM_LEVELS, type ZoomLevel } from './document-page';
import type { PageBox } from './page-boxes';

export const PAGE_VIEWER_ID = 'document-pages';

/** The part of a document that is on the screen, and how to navigate in it. */
export interface DocumentView {
  /** Number of the page that is shown. */
  readonly page: number;
  readonly zoom: ZoomLevel;
  /** The place that is highlighted and that the picture scrolls to. */
  readonly focusedBox: PageBox | null;
  /** Whether there is a picture of its page: a long document has pictures of its first pages only. */
  readonly canShow: (box: PageBox) => boolean;
  /** Turns to a place and scrolls to it, even if it was shown before. Null: nothing is highlighted. */
  readonly show: (box: PageBox | null) => void;
  /** The same, and scrolls the window to the page if it is not beside the data. */
  readonly reveal: (box: PageBox) => void;
  readonly turn: (step: 1 | -1) => void;
  readonly changeZoom: (step: 1 | -1) => void;
  /** As wide as its frame. */
  readonly fit: () => void;
}

/** @param pages those that have a picture, in order */
export function useDocumentView(pages: readonly { number: number }[]): DocumentView {
  const [wanted, setWanted] = useState(1);
  const [zoom, setZoom] = useState<ZoomLevel>(1);
  const [focusedBox, setFocusedBox] = useState<PageBox | null>(null);
  const canShow = ({ page }: PageBox) => pages.some(({ number }) => number === page);
  // Another document can have fewer pages.
  const index = Math.max(
    0,
    pages.findIndex(({ number }) => number === wanted),
  );
  const show = (box: PageBox | null) => {
    const isShown = box !== null && canShow(box);
    // A copy, which is a new object, makes the picture scroll back to a place that already has the focus.
    setFocusedBox(isShown ? { ...box } : null);
    if (isShown) setWanted(box.page);
  };
  return {
    page: pages[index]?.number ?? 1,
    zoom,
    focusedBox,
    canShow,
    show,
    reveal: (box) => {
      show(box);
      document.getElementById(PAGE_VIEWER_ID)?.scrollIntoView({ block: 'nearest' });
    },
    turn: (step) => {
      const target = pages[index + step];
      if (!target) return;
      setWanted(target.number);
      setFocusedBox(null);
    },
    changeZoom: (step) => setZoom(ZOOM_LEVELS[ZOOM_LEVELS.indexOf(zoom) + step] ?? zoom),
    fit: () => setZoom(1),
  };
}
