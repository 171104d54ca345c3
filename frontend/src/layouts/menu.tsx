import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { cx } from '../ui/cx';
import { CloseIcon, MenuIcon } from '../ui/icons';

/** The collapsible menu on small screens. It closes on navigation and on Escape. */
export function useMenu() {
  const [isOpen, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes on every navigation
  useEffect(() => setOpen(false), [pathname]);
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isOpen) return;
    setOpen(false);
    toggle.current?.focus();
  };
  return { isOpen, setOpen, toggle, closeOnEscape };
}

interface MenuButtonProps {
  menu: { isOpen: boolean; setOpen: (isOpen: boolean) => void; toggle: RefObject<HTMLButtonElement | null> };
  /** The id of the element that it opens. */
  controls: string;
  /** Hides it on wide screens. */
  className: string;
}

export function MenuButton({ menu: { isOpen, setOpen, toggle }, controls, className }: MenuButtonProps) {
  return (
    <button
      ref={toggle}
      type="button"
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={() => setOpen(!isOpen)}
      className={cx('grid size-11 place-items-center rounded-md text-ink noscript:hidden', className)}
    >
      {isOpen ? <CloseIcon className="size-6" /> : <MenuIcon className="size-6" />}
      <span className="sr-only">{isOpen ? 'Close menu' : 'Open menu'}</span>
    </button>
  );
}
