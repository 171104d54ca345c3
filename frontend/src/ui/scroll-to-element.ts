/** A plain primary click. Others (new tab, download, context menu) are left to the browser. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented }: globalThis.MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey && !defaultPrevented;

/** Scrolls to an element and focuses it, so that Tab and screen readers continue from there. */
export function scrollToElement(id: string, behavior: 'smooth' | 'instant'): void {
  const place = document.getElementById(id);
  if (!place) return;
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!place.matches('a[href], button')) place.tabIndex = -1;
  place.focus({ preventScroll: true });
  // A heading goes to the top, above its text; a footnote or source is centered in its context.
  const block = place.matches('h2, h3, h4') ? 'start' : 'center';
  place.scrollIntoView({ behavior: isStill ? 'instant' : behavior, block });
}
