// Class names and not a component: callers render router links or plain ones, and `ui` does not use the router.

/** A link inside running text. */
export const textLink =
  'text-pine underline decoration-1 underline-offset-[0.2em] hover:text-pine-strong hover:decoration-2';

/**
 * A phone number inside running text: looks like a text link, with a 44 px touch target. Breaks only when it is wider
 * than its container.
 */
export const callLink = `${textLink} relative z-1 -my-3 inline-block max-w-full py-3 font-medium`;

/** A link whose context already marks it as one (footer, lists): underlined on hover only. */
export const quietLink =
  'inline-flex min-h-11 items-center gap-1.5 text-ink-soft no-underline hover:text-ink hover:underline underline-offset-[0.2em]';

/** A standalone link with a full touch target. */
export const standaloneLink =
  'inline-flex min-h-11 items-center gap-1.5 font-medium text-pine no-underline hover:text-pine-strong hover:underline underline-offset-[0.2em]';

/** A main navigation link. NavLink sets `aria-current="page"` on the current one. */
export const navLink =
  'inline-flex min-h-11 items-center border-b-2 border-transparent px-1 text-ink-soft no-underline hover:text-ink aria-[current=page]:border-pine aria-[current=page]:font-medium aria-[current=page]:text-ink forced-colors:border-0 forced-colors:aria-[current=page]:underline forced-colors:aria-[current=page]:decoration-2';
