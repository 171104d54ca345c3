import { ZOOM_LEVELS } from '../../../../components/documents/document-page';
import { PlusIcon, StepButton } from '../../../../components/documents/step-button';
import { Button } from '../../../../ui/button';
import { formatPercent } from '../../../../ui/figures';
import { ArrowLeftIcon, ArrowRightIcon, DashIcon } from '../../../../ui/icons';
import type { DocumentView } from './use-document-view';

/** Turns the pages and zooms. Each button has a key, which the list of shortcuts names. */
export function ViewerToolbar({ view, pages }: { view: DocumentView; pages: readonly { number: number }[] }) {
  const { page, zoom } = view;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would make a form of two buttons */}
      <div role="group" aria-label="Pages" className="flex items-center gap-2">
        <StepButton
          label="Previous page"
          keys="h"
          icon={<ArrowLeftIcon />}
          isOff={page === pages[0]?.number}
          onClick={() => view.turn(-1)}
        />
        <p role="status" className="text-sm whitespace-nowrap">
          Page {page} of {pages.length}
        </p>
        <StepButton
          label="Next page"
          keys="l"
          icon={<ArrowRightIcon />}
          isOff={page === pages.at(-1)?.number}
          onClick={() => view.turn(1)}
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would make a form of three buttons */}
      <div role="group" aria-label="Zoom" className="flex items-center gap-2">
        <StepButton
          label="Zoom out"
          keys="-"
          icon={<DashIcon />}
          isOff={zoom === ZOOM_LEVELS[0]}
          onClick={() => view.changeZoom(-1)}
        />
        <Button size="sm" variant="quiet" aria-keyshortcuts="0" onClick={view.fit}>
          Fit<span className="sr-only"> the width</span>
        </Button>
        <StepButton
          label="Zoom in"
          keys="+"
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
