import type { MouseEvent } from 'react';
import { isPlainClick } from './text/scroll-to-element';

/** The look of a link that is a card. Use `Panel` for anything else that needs a background. */
export const card =
  'group flex min-w-0 flex-col rounded-lg border border-rule bg-surface p-5 text-ink no-underline transition-[border-color,box-shadow] duration-150 hover:border-pine hover:shadow-raised sm:p-6';

/** The card's heading; it reacts to hovering the card. */
export const cardTitle = 'text-xl group-hover:text-pine group-hover:underline decoration-1 underline-offset-[0.2em]';

/** Marks the link that a card with several links opens. */
export const cardLink = { 'data-card-link': '' };

/**
 * Opens a card's {@link cardLink} from anywhere on it. Unlike a link that is stretched over the card, this leaves its text
 * selectable and its other links as they are. By keyboard, there is the link itself.
 */
export function openCard(event: MouseEvent<HTMLElement>, card: Element = event.currentTarget): void {
  const isOwnControl = event.target instanceof Element && event.target.closest('a, button, summary, input, label');
  if (isOwnControl || !isPlainClick(event.nativeEvent) || !window.getSelection()?.isCollapsed) return;
  card.querySelector<HTMLElement>('[data-card-link]')?.click();
}
