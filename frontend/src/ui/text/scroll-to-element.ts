/** A plain primary click. Others (new tab, download, context menu) are left to the browser. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented }: globalThis.MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey && !defaultPrevented;

/**
 * Whether the visitor scrolled somewhere else before the scripts of a page that was opened at an element ran. The browser
 * itself had scrolled to the element.
 */
export function hasScrolledAway(target: Element): boolean {
  const { top, bottom } = target.getBoundingClientRect();
  return window.scrollY > 0 && (bottom < 0 || top > window.innerHeight);
}

/** Scrolls to an element and focuses it, so that Tab and screen readers continue from there. */
export function scrollToElement(id: string, behavior: 'smooth' | 'instant'): void {
  const target = document.getElementById(id);
  if (!target) return;
  const reducesMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!target.matches('a[href], button')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  // A heading goes to the top, above its text; a footnote or source is centered in its context.
  const block = target.matches('h2, h3, h4') ? 'start' : 'center';
  if (behavior === 'smooth' && !reducesMotion) correctAtEnd(target, block);
  target.scrollIntoView({ behavior: reducesMotion ? 'instant' : behavior, block });
}

/** Aborted when the visitor scrolls during a smooth scroll, or when another one begins. */
let scrolling = new AbortController();

/** Longer than browsers take for a smooth scroll. */
const SCROLLING_MS = 2_000;

/**
 * If fonts arrive during a smooth scroll, the text above changes its height, and Chromium can stop up to a window away from
 * the target. So the page jumps to the target at the end; normally it is already there.
 */
function correctAtEnd(target: Element, block: ScrollLogicalPosition): void {
  scrolling.abort();
  const current = new AbortController();
  scrolling = current;
  setTimeout(() => current.abort(), SCROLLING_MS);
  const { signal } = current;
  const correct = () => target.scrollIntoView({ behavior: 'instant', block });
  document.addEventListener('scrollend', correct, { once: true, signal });
  for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    document.addEventListener(type, () => current.abort(), { passive: true, signal });
}
