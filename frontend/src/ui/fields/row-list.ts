/** A bordered `<ul>` whose rows are divided by lines. Each `<li>` brings its own padding and `bg-surface`. */
export const rowList = 'stack gap-px overflow-hidden rounded-lg border border-rule bg-rule';
