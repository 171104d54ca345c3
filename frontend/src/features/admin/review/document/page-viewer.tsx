import type { ReactNode } from 'react';
import { DocumentPage, type MarkedBox } from '../../../../components/documents/document-page';
import type { PageBox } from '../../../../components/documents/page-boxes';
import { type DocumentView, PAGE_VIEWER_ID } from '../../../../components/documents/use-document-view';
import { ViewerToolbar } from '../../../../components/documents/viewer-toolbar';
import { useShortcuts } from '../queue/shortcuts';
import { pictureOf } from './document-addresses';
import { DOCUMENT_SEARCH_ID, DocumentSearchBar } from './search/document-search-bar';
import { PageTextFold } from './search/page-text-fold';
import { useDocumentSearch } from './search/use-document-search';

interface PageViewerProps {
  sha256: string;
  /** The pages that have a picture; at least one. */
  pages: readonly { number: number; width: number; height: number }[];
  pageCount: number | null;
  view: DocumentView;
  /** Places to mark, on any page. */
  marks: readonly MarkedBox[];
  /** Shown below, beside the text of the page. */
  children: ReactNode;
}

/** The pages of a document as pictures, one at a time, with zoom and a search in their text. */
export function PageViewer({ sha256, pages, pageCount, view, marks, children }: PageViewerProps) {
  const search = useDocumentSearch(sha256, pages, view.show);
  useShortcuts({
    h: () => view.turn(-1),
    l: () => view.turn(1),
    '+': () => view.changeZoom(1),
    '=': () => view.changeZoom(1),
    '-': () => view.changeZoom(-1),
    '0': view.fit,
    '/': () => document.getElementById(DOCUMENT_SEARCH_ID)?.focus(),
  });
  const page = pages.find(({ number }) => number === view.page) ?? pages[0];
  if (!page) return null;
  const focusedBox = view.focusedBox?.page === page.number ? view.focusedBox : null;
  const found = search.boxesOn(page.number).map((box): MarkedBox => ({ box, tone: 'caution', label: 'Found' }));
  const boxes = withFocused([...marks.filter(({ box }) => box.page === page.number), ...found], focusedBox);
  return (
    <div id={PAGE_VIEWER_ID} className="stack gap-3 lg:flex lg:min-h-120 lg:flex-1 lg:flex-col">
      <ViewerToolbar view={view} pages={pages} pageCount={pageCount ?? pages.length} hasKeys />
      <DocumentSearchBar search={search} />
      <DocumentPage
        src={pictureOf(sha256, page.number)}
        size={page}
        alt={`Page ${page.number} of the PDF${focusedBox ? ', with the place marked' : ''}`}
        boxes={boxes}
        focusedBox={focusedBox}
        zoom={view.zoom}
        loading="eager"
        className="h-[70dvh] lg:h-auto lg:min-h-72 lg:flex-1"
      />
      <div className="stack gap-x-6 lg:grid-cols-2">
        <PageTextFold key={page.number} sha256={sha256} number={page.number} />
        {children}
      </div>
    </div>
  );
}

/** Some places, such as that of a finding, are only marked while they have the focus. */
function withFocused(boxes: readonly MarkedBox[], focused: PageBox | null): readonly MarkedBox[] {
  const isFocused = ({ box: { x, y, width } }: MarkedBox) =>
    x === focused?.x && y === focused.y && width === focused.width;
  return !focused || boxes.some(isFocused) ? boxes : [...boxes, { box: focused, tone: 'info', label: 'This place' }];
}
