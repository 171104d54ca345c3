import { Translated } from '../translation';
import { Axis, LABELS, Rows } from './timeline-rows';

/** Placeholder for a timeline, with the same height. */
export function EffectTimelinePlaceholder({ title = 'Calculate to see timeline' }: { title?: string }) {
  return (
    <figure className="w-full min-w-0">
      <figcaption className="mb-4 text-base font-semibold text-ink-soft">
        <Translated text={title} />
      </figcaption>
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
