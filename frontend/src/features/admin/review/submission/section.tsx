import type { ReactNode } from 'react';

/** A part of a submission's page. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="stack gap-3">
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  );
}
