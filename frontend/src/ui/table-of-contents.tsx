import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { type ContentsEntry, headingInView } from './contents';
import { cx } from './cx';
import { ChevronDownIcon } from './icons';
import { isPlainClick } from './scroll-to-element';

/** The reading line is slightly below the sticky banner. */
const READING_LINE_PX = 120;

const INDENT = { 2: 'ps-4', 3: 'ps-8', 4: 'ps-12' };

interface TableOfContentsProps {
  entries: readonly ContentsEntry[];
  /** Navigates to a heading: hash, scrolling and focus. */
  onGo: (id: string) => void;
}

/** Behind `<details>` on small screens, in the margin on wide ones. Marks the current section. */
export function TableOfContents({ entries, onGo }: TableOfContentsProps) {
  const current = useHeadingInView(entries);
  const list = useRef<HTMLOListElement>(null);
  useKeepInView(list, current);

  const follow = (event: MouseEvent, id: string) => {
    if (!isPlainClick(event.nativeEvent)) return;
    event.preventDefault();
    onGo(id);
  };

  return (
    <nav
      aria-label="On this page"
      className="border-y border-rule lg:sticky lg:top-(--sticky-height) lg:border-0 print:hidden"
    >
      <details className="group/contents peer/contents lg:hidden">
        <summary className="flex min-h-12 list-none items-center justify-between gap-4 font-medium">
          On this page
          <ChevronDownIcon className="size-5 text-ink-soft transition-transform duration-150 group-open/contents:rotate-180" />
        </summary>
      </details>
      <p aria-hidden="true" className="hidden ps-4 pb-2 text-sm font-semibold lg:block">
        On this page
      </p>
      <ol
        ref={list}
        className="mb-4 hidden border-s border-rule text-sm peer-open/contents:block lg:mb-0 lg:block lg:max-h-[calc(100dvh-var(--sticky-height)-4rem)] lg:overflow-y-auto"
      >
        {entries.map(({ id, text, level }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              onClick={(event) => follow(event, id)}
              className={cx('contents-link', INDENT[level])}
            >
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function useHeadingInView(entries: readonly ContentsEntry[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    let frame = 0;
    const update = () => {
      frame = 0;
      const tops = entries.map(({ id }) => document.getElementById(id)?.getBoundingClientRect().top ?? Infinity);
      setCurrent(entries[headingInView(tops, READING_LINE_PX)]?.id);
    };
    const lookSoon = () => {
      frame ||= requestAnimationFrame(update);
    };
    update();
    window.addEventListener('scroll', lookSoon, { passive: true });
    window.addEventListener('resize', lookSoon);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', lookSoon);
      window.removeEventListener('resize', lookSoon);
    };
  }, [entries]);
  return current;
}

/** Scrolls a long list so that the current section stays visible. It never scrolls the page. */
function useKeepInView(list: { current: HTMLElement | null }, current: string | undefined) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the current section changes
  useEffect(() => {
    const box = list.current;
    const link = box?.querySelector<HTMLElement>('[aria-current]');
    if (!box || !link) return;
    const [outer, inner] = [box.getBoundingClientRect(), link.getBoundingClientRect()];
    if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top + inner.height;
    if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom + inner.height;
  }, [list, current]);
}
