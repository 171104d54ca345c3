import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Link, type To } from 'react-router';

export interface LinkTab {
  readonly id: string;
  readonly label: string;
  readonly to: To;
}

interface LinkTabsProps {
  /** Accessible name of the row. */
  label: string;
  tabs: readonly LinkTab[];
  /** ID of the chosen tab. */
  chosen: string;
  /** Content of the panel. */
  children: ReactNode;
  className?: string;
}

/** How far each key moves; Home and End go to the first and the last tab. */
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * Tabs that are links, so they work without JavaScript and can be shared. One row, scrollable on a phone; arrow keys move
 * between tabs and open them. Only the chosen tab is in the tab order (WAI-ARIA tabs pattern).
 */
export function LinkTabs({ label, tabs, chosen, children, className }: LinkTabsProps) {
  const row = useRef<HTMLDivElement>(null);
  useChosenInView(row, chosen);
  const move = (event: KeyboardEvent) => {
    const links = [...(row.current?.querySelectorAll('a') ?? [])];
    const current = links.indexOf(event.target as HTMLAnchorElement);
    const next = nextTab(event.key, current, links.length);
    if (current < 0 || next === null) return;
    event.preventDefault();
    links[next]?.focus();
    links[next]?.click();
  };
  return (
    <div className={className}>
      <div
        ref={row}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="relative -mx-gutter flex gap-1 overflow-x-auto px-gutter shadow-[inset_0_-1px] shadow-rule max-lg:mask-r-from-[calc(100%-3rem)] max-lg:pe-12 lg:mx-0 lg:flex-wrap lg:px-0"
      >
        {tabs.map(({ id, label: name, to }) => (
          <Link
            key={id}
            id={`tab-${id}`}
            to={to}
            replace
            preventScrollReset
            role="tab"
            aria-selected={id === chosen}
            aria-controls="tab-panel"
            tabIndex={id === chosen ? undefined : -1}
            className="flex min-h-11 shrink-0 scroll-mx-8 items-center border-b-2 border-transparent px-3 whitespace-nowrap text-ink-soft no-underline hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-pine aria-selected:font-medium aria-selected:text-ink"
          >
            {name}
          </Link>
        ))}
      </div>
      {/* Its links are focusable, so the panel needs no tab stop. */}
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${chosen}`} className="stack gap-12">
        {children}
      </div>
    </div>
  );
}

function nextTab(key: string, current: number, count: number): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = STEPS[key];
  return step === undefined ? null : (current + step + count) % count;
}

/** Scrolls the row, never the page. */
function useChosenInView(row: { current: HTMLElement | null }, chosen: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the chosen tab changes
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (row.current && tab) row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.clientWidth) / 2;
  }, [chosen]);
}
