import { type ReactNode, useId } from 'react';
import { Collapsible } from '../collapsible';

export interface ChartFrameProps {
  /** Names the picture, e.g. "Batches over time". */
  title: string;
  /** Of the title, by the outline of the page. */
  headingLevel?: 2 | 3;
  /** What the picture shows, in one or two sentences. */
  sentence: ReactNode;
  /** How to read it, for people who can't see it: what is across, what is down, what the marks are. */
  description: string;
  /** Of the drawing, in pixels. */
  height: number;
  /** SVG: {@link file://./chart-axis.tsx}, {@link file://./chart-mark.tsx}, and shapes with a class of styles/charts.css. */
  children: ReactNode;
  /** Words for the shapes, e.g. `<MarkKey>`. */
  legend?: ReactNode;
  /** How many figures, from when, and who supplied them. Every picture shows it. */
  source: ReactNode;
  /** The same figures as a `<table className="data-table">` with a caption. */
  table: ReactNode;
  /** Shows the table at once, where it is more than another form of the picture. */
  isTableOpen?: boolean;
}

/**
 * The frame of every picture of data: title, sentence, drawing, key, source, and the figures as a table.
 *
 * Draw with percentages across and pixels down: `<circle cx="40%" cy={120} r={5} />`. The drawing is then as wide as its
 * place, its texts keep their size at any width and zoom, and the server can render it. For shapes that have no percentages,
 * such as a path, nest `<svg x="40%" y={120} overflow="visible">`: inside it, 0,0 is that point. `linearScale` gives
 * positions. Keep marks within {@link PLOT}; the labels of a vertical axis are to the left of it.
 *
 * No color in JSX: styles/charts.css has classes for both themes, forced colors and paper. A shape and a word must say what
 * a color says.
 */
export function ChartFrame(props: ChartFrameProps) {
  const { title, headingLevel = 2, table } = props;
  const id = useId();
  const Heading = `h${headingLevel}` as const;
  return (
    <figure className="stack min-w-0 gap-4">
      <figcaption className="stack gap-2">
        <Heading className={headingLevel === 2 ? 'text-xl' : 'text-lg'}>{title}</Heading>
        <p className="max-w-text">{props.sentence}</p>
      </figcaption>
      <div className="stack max-w-3xl gap-2">
        <svg
          role="img"
          aria-labelledby={`${id}-title ${id}-description`}
          width="100%"
          height={props.height}
          className="chart block overflow-visible"
        >
          <title id={`${id}-title`}>{title}</title>
          <desc id={`${id}-description`}>{props.description}</desc>
          {props.children}
        </svg>
        {props.legend}
        <p className="text-sm text-ink-soft">{props.source}</p>
      </div>
      {props.isTableOpen ? table : <Collapsible summary="The figures as a table">{table}</Collapsible>}
    </figure>
  );
}

/** Where marks may be, in percent across. */
export const PLOT = { left: 17, right: 97 } as const;
