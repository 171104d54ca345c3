/** What a mark stands for. Each has its own shape. */
export type MarkKind = 'current' | 'old' | 'noticed' | 'failed' | 'replaced' | 'withdrawn';

const SHAPES: Record<MarkKind, { path: string; words: string }> = {
  current: { path: 'M-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0Z', words: 'Tested in the last 12 months' },
  old: { path: 'M-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0Z', words: 'Older than 12 months' },
  noticed: { path: 'M-5.5-5.5h11v11h-11Z', words: 'See the notice about it' },
  failed: { path: 'M-7 6h14L0-7Z', words: 'Failed its lab test' },
  replaced: { path: 'M0-7 7 0 0 7-7 0Z', words: 'Replaced by a correction' },
  withdrawn: { path: 'm-5-5 10 10m0-10-10 10', words: 'Withdrawn' },
};

const KINDS = Object.keys(SHAPES) as MarkKind[];

/** One figure in a picture. @param x in percent across @param y in pixels down */
export function ChartMark({ kind, x, y }: { kind: MarkKind; x: number; y: number }) {
  return (
    <svg x={`${x}%`} y={y} overflow="visible" aria-hidden="true">
      <path d={SHAPES[kind].path} className={`mark ${kind}`} />
    </svg>
  );
}

/** The shapes that a picture has, with their words and how many there are. */
export function MarkKey({ kinds }: { kinds: readonly MarkKind[] }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {KINDS.filter((kind) => kinds.includes(kind)).map((kind) => (
        <li key={kind} className="inline-flex items-center gap-2">
          <svg viewBox="-9 -9 18 18" aria-hidden="true" className="chart size-[1.125rem] shrink-0">
            <path d={SHAPES[kind].path} className={`mark ${kind}`} />
          </svg>
          {SHAPES[kind].words}: {kinds.filter((one) => one === kind).length}
        </li>
      ))}
    </ul>
  );
}

/** The words of a mark, for the table beside the picture. */
export const markWords = (kind: MarkKind): string => SHAPES[kind].words;
