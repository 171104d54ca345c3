import { Panel } from './panel';
import type { SectionProps } from './section';

/** A panel with a level 2 heading. */
export function PanelSection({
  id,
  title,
  className = 'stack gap-4',
  headingClassName = 'text-lg',
  children,
}: SectionProps) {
  return (
    <Panel as="section" aria-labelledby={id} className={className}>
      <h2 id={id} className={headingClassName}>
        {title}
      </h2>
      {children}
    </Panel>
  );
}
