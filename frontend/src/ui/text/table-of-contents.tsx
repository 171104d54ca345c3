import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { cx } from '../cx';
import { type ContentsEntry, headingInView } from './contents';
import { isPlainClick } from './scroll-to-element';
import { SideNavigation } from './side-navigation';

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
    <SideNavigation
      label="On this page"
      list={list}
      className="lg:sticky lg:top-(--sticky-height)"
      listClassName="lg:max-h-[calc(100dvh-var(--sticky-height)-4rem)] lg:overflow-y-auto"
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
    </SideNavigation>
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
