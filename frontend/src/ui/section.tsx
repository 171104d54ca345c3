import type { ReactNode } from 'react';

export interface SectionProps {
  /** Of the heading, which names the section. */
  id: string;
  title: string;
  className?: string;
  headingClassName?: string;
  children: ReactNode;
}

/** A section with a level 2 heading. */
export function Section(props: SectionProps) {
  const { id, title, className = 'stack gap-4', headingClassName = 'text-lg', children } = props;
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className={headingClassName}>
        {title}
      </h2>
      {children}
    </section>
  );
}
