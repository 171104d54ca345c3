import { useLayoutEffect, useRef } from 'react';
import { interactiveBoxes, toastPosition } from './toast-position';

/** Margin to the window's edge in pixels, and how long the page must be still before a toast moves. */
const MARGIN = 16;
const STILL_MS = 100;

/**
 * Positions a fixed element so that it covers no control, even after scrolling or layout changes. It stays where it is while
 * the pointer is on it: a button that moves between pressing and releasing is not clicked.
 * @param shown changes whenever the content does; undefined while there is none
 * @param side preferred when both are free
 */
export function useToastPosition<E extends HTMLElement>(
  shown: number | string | undefined,
  side: 'left' | 'right' = 'right',
) {
  const box = useRef<E>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || shown === undefined) return;
    const updatePosition = () => {
      const { offsetWidth: width, offsetHeight: height } = element;
      const { clientWidth } = document.documentElement;
      const banner = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--sticky-height'));
      const room = {
        left: MARGIN,
        top: Math.max(MARGIN, banner),
        right: clientWidth - MARGIN,
        bottom: window.innerHeight - MARGIN,
      };
      const { left, top } = toastPosition({ width, height }, room, interactiveBoxes(element), side);
      Object.assign(element.style, { left: `${left}px`, top: `${top}px`, bottom: 'auto' });
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scheduleUpdate = () => {
      clearTimeout(timer);
      timer = setTimeout(() => !element.matches(':hover') && updatePosition(), STILL_MS);
    };
    updatePosition();
    const changes = new MutationObserver(scheduleUpdate);
    changes.observe(document.body, { childList: true, subtree: true });
    window.addEventListener('scroll', scheduleUpdate, { passive: true });
    window.addEventListener('resize', scheduleUpdate);
    element.addEventListener('pointerleave', scheduleUpdate);
    return () => {
      clearTimeout(timer);
      changes.disconnect();
      window.removeEventListener('scroll', scheduleUpdate);
      window.removeEventListener('resize', scheduleUpdate);
      element.removeEventListener('pointerleave', scheduleUpdate);
    };
  }, [shown, side]);
  return box;
}
