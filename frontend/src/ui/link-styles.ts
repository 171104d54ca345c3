// Links belong to the router, so their look is given as class names for whatever element the caller renders.

/** A link inside running text. */
export const textLink =
  'text-pine underline decoration-1 underline-offset-[0.2em] hover:text-pine-strong hover:decoration-2';

/** A number to call inside running text: looks like a text link, and is 44 px high to a finger. It breaks only where it is wider than its place. */
export const callLink = `${textLink} relative z-1 -my-3 inline-block max-w-full py-3 font-medium`;

/** A link whose place already says it is one (footer, lists): underlined on hover only. */
export const quietLink =
  'inline-flex min-h-11 items-center gap-1.5 text-ink-soft no-underline hover:text-ink hover:underline underline-offset-[0.2em]';

/** A link standing alone, with a full touch target. */
export const standaloneLink =
  'inline-flex min-h-11 items-center gap-1.5 font-medium text-pine no-underline hover:text-pine-strong hover:underline underline-offset-[0.2em]';

/** An entry of the main navigation. The current one carries `aria-current="page"` (NavLink does that). */
export const navLink =
  'inline-flex min-h-11 items-center border-b-2 border-transparent px-1 text-ink-soft no-underline hover:text-ink aria-[current=page]:border-pine aria-[current=page]:font-medium aria-[current=page]:text-ink forced-colors:border-0 forced-colors:aria-[current=page]:underline forced-colors:aria-[current=page]:decoration-2';
