import type { ReactNode } from 'react';

/** Text in backquotes becomes <code>. */
export const withCode = (text: string): ReactNode[] =>
  text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
      <code key={index} className="font-mono text-[0.875em] wrap-anywhere">
        {part}
      </code>
    ),
  );
