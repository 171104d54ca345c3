/** A click that means "go there, here": any other belongs to the browser (new tab, download, menu). */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented }: globalThis.MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey && !defaultPrevented;

/** Brings a place of the page into view and moves the focus there, so that Tab and a screen reader go on from it. */
export function scrollToElement(id: string, behavior: 'smooth' | 'instant'): void {
  const place = document.getElementById(id);
  if (!place) return;
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!place.matches('a[href], button')) place.tabIndex = -1;
  place.focus({ preventScroll: true });
  // A heading goes to the top with its text below it; a mark or a source is read with what is around it.
  const block = place.matches('h2, h3, h4') ? 'start' : 'center';
  place.scrollIntoView({ behavior: isStill ? 'instant' : behavior, block });
}
