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
  target.scrollIntoView({ behavior: reducesMotion ? 'instant' : behavior, block });
}
