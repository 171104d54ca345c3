import { cx } from '../cx';

/** `label` is for screen readers; pass `null` when visible text already says it. */
export function Spinner({ label = 'Loading…', className = 'size-6' }: { label?: string | null; className?: string }) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex">
      <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={cx('animate-turn', className)}>
        <circle cx="12" cy="12" r="9" className="stroke-rule" strokeWidth="2.5" />
        <path d="M12 3a9 9 0 0 1 9 9" className="stroke-pine" strokeWidth="2.5" strokeLinecap="round" />
      </svg>
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  );
}
