import { Button } from '../../ui/button';
import { ArrowLeftIcon, ArrowRightIcon, DashIcon, icon } from '../../ui/icons';
import { formatPercent } from '../../ui/text/figures';
import { ZOOM_LEVELS } from './document-page';
import { StepButton } from './step-button';
import type { DocumentView } from './use-document-view';

// Not in ui/icons.tsx, which every visitor downloads.
const PlusIcon = icon(<path d="M12 6.5v11M6.5 12h11" />);

export interface ViewerToolbarProps {
  view: DocumentView;
  /** The pages that have a picture. */
  pages: readonly { number: number }[];
  /** Pages of the document; the later ones of a long document have no picture. */
  pageCount: number;
  /** Whether the page around it has single-key shortcuts, which the buttons then name. */
  hasKeys?: boolean;
}

/** Turns the pages and zooms. */
export function ViewerToolbar({ view, pages, pageCount, hasKeys = false }: ViewerToolbarProps) {
  const { page, zoom } = view;
  const key = (keys: string) => (hasKeys ? { keys } : {});
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would make a form of two buttons */}
      <div role="group" aria-label="Pages" className="flex items-center gap-2">
        <StepButton
          label="Previous page"
          {...key('h')}
          icon={<ArrowLeftIcon />}
          isOff={page === pages[0]?.number}
          onClick={() => view.turn(-1)}
        />
        <p role="status" className="text-sm whitespace-nowrap">
          Page {page} of {pageCount}
        </p>
        <StepButton
          label="Next page"
          {...key('l')}
          icon={<ArrowRightIcon />}
          isOff={page === pages.at(-1)?.number}
          onClick={() => view.turn(1)}
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would make a form of three buttons */}
      <div role="group" aria-label="Zoom" className="flex items-center gap-2">
        <StepButton
          label="Zoom out"
          {...key('-')}
          icon={<DashIcon />}
          isOff={zoom === ZOOM_LEVELS[0]}
          onClick={() => view.changeZoom(-1)}
        />
        <Button size="sm" variant="quiet" {...(hasKeys && { 'aria-keyshortcuts': '0' })} onClick={view.fit}>
          Fit<span className="sr-only"> the width</span>
        </Button>
        <StepButton
          label="Zoom in"
          {...key('+')}
          icon={<PlusIcon />}
          isOff={zoom === ZOOM_LEVELS.at(-1)}
          onClick={() => view.changeZoom(1)}
        />
        <p role="status" className="w-11 text-end text-sm text-ink-soft tabular-nums">
          {formatPercent(zoom)}
        </p>
      </div>
    </div>
  );
}
