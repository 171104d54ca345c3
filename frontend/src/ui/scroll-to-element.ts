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

/** Of the last smooth scroll: a visitor who scrolls meanwhile, or another smooth scroll, ends it. */
let scrolling = new AbortController();

/** Longer than browsers take for a smooth scroll. */
const SCROLLING_MS = 2_000;

/**
 * A smooth scroll can end up to a window away from its target when the fonts arrive on the way and the text above gets
 * another height, so the target is put in its place at the end.
 */
function correctAtEnd(target: Element, block: ScrollLogicalPosition): void {
  scrolling.abort();
  scrolling = new AbortController();
  const signal = AbortSignal.any([scrolling.signal, AbortSignal.timeout(SCROLLING_MS)]);
  const correct = () => target.scrollIntoView({ behavior: 'instant', block });
  document.addEventListener('scrollend', correct, { once: true, signal });
  for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    document.addEventListener(type, () => scrolling.abort(), { passive: true, signal });
}
