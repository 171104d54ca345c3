import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { cx } from '../ui/cx';
import { CloseIcon, MenuIcon } from '../ui/icons';

/** The menu on small screens. It closes on navigation, on Escape, and on a click elsewhere. */
export function useMenu() {
  const toggle = useRef<HTMLDetailsElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes on every navigation
  useEffect(() => close(toggle), [pathname]);
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (!toggle.current?.parentElement?.contains(target as Node)) close(toggle);
    };
    document.addEventListener('click', closeOutside);
    return () => document.removeEventListener('click', closeOutside);
  }, []);
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !toggle.current?.open) return;
    close(toggle);
    toggle.current.querySelector('summary')?.focus();
  };
  return { toggle, close: () => close(toggle), closeOnEscape };
}

function close({ current }: RefObject<HTMLDetailsElement | null>) {
  if (current) current.open = false;
}

/** What it opens is a sibling after it with this class, because wide screens always show that. */
export const MENU = 'hidden peer-open/menu:block';

interface MenuToggleProps {
  ref: RefObject<HTMLDetailsElement | null>;
  /** Hides it on wide screens. */
  className: string;
}

/** Native `<details>`: works without JavaScript. */
export function MenuToggle({ ref, className }: MenuToggleProps) {
  return (
    <details ref={ref} className={cx('group/menu peer/menu', className)}>
      <summary className="grid size-11 list-none place-items-center rounded-md text-ink">
        <span className="group-open/menu:hidden">
          <MenuIcon className="size-6" />
          <span className="sr-only">Open menu</span>
        </span>
        <span className="hidden group-open/menu:inline">
          <CloseIcon className="size-6" />
          <span className="sr-only">Close menu</span>
        </span>
      </summary>
    </details>
  );
}
