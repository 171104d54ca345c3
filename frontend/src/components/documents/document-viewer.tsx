import { useEffect } from 'react';
import { DocumentPage, type MarkedBox } from './document-page';
import type { PageBox, PageDimensions } from './page-boxes';
import { useDocumentView } from './use-document-view';
import { ViewerToolbar } from './viewer-toolbar';

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
  const view = useDocumentView(pages);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another place moves the view
  useEffect(() => view.show(focusedBox), [focusedBox]);
  const page = pages.find(({ number }) => number === view.page);
  if (!page) return null;
  return (
    <div className="stack gap-3">
      <ViewerToolbar view={view} pages={pages} pageCount={pageCount} />
      <DocumentPage
        src={srcOf(page.number)}
        size={page}
        alt={`Page ${page.number} of ${pageCount} of the PDF`}
        boxes={boxes.filter(({ box }) => box.page === page.number)}
        focusedBox={view.focusedBox}
        zoom={view.zoom}
        loading="eager"
        className="max-h-[calc(100dvh-var(--sticky-height)-6.5rem)]"
      />
    </div>
  );
}
