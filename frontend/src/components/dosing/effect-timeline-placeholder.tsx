import type { ReactNode } from 'react';
import { cx } from '../../ui/cx';
import { Axis, LABELS, Rows } from './timeline-rows';

/** Placeholder for a timeline, with the same height. */
export function EffectTimelinePlaceholder({
  title = 'Calculate to see timeline',
  className,
}: {
  title?: ReactNode;
  className?: string;
}) {
  return (
    <figure className={cx('w-full min-w-0', className)}>
      <figcaption className="mb-4 text-base font-semibold text-ink-soft">{title}</figcaption>
      <svg width="100%" height="64" aria-hidden="true" className="block" />
      <div className="flex flex-col gap-4 border-t border-edge pt-3">
        <Rows
          bands={[{ label: LABELS.onset }, { label: LABELS.peak }, { label: LABELS.duration }]}
          total={1}
          wait={null}
        />
        <Rows bands={[{ label: LABELS.wait }, { label: LABELS.drive }]} total={1} wait={null} />
        <Axis totalHours={8} />
      </div>
    </figure>
  );
}
