// Class names and not a component: callers render router links or plain ones, and `ui` does not use the router. Lists repeat
// them in every row, so the classes themselves are in styles/links.css.

/** A link inside running text. */
export const textLink = 'text-link';

/**
 * A phone number inside running text: looks like a text link, with a 44 px touch target. Breaks only when it is wider
 * than its container.
 */
export const callLink = `${textLink} call-link`;

/** A link whose context already marks it as one (footer, lists): underlined on hover only. */
export const quietLink = 'quiet-link';

/** A standalone link with a full touch target. */
export const standaloneLink = 'standalone-link';

/** A main navigation link. NavLink sets `aria-current="page"` on the current one. */
export const navLink =
  'inline-flex min-h-11 items-center border-b-2 border-transparent px-1 text-ink-soft no-underline hover:text-ink aria-[current=page]:border-pine aria-[current=page]:font-medium aria-[current=page]:text-ink forced-colors:border-0 forced-colors:aria-[current=page]:underline forced-colors:aria-[current=page]:decoration-2';
