import { cx } from './cx';

/** Logo: a can with its batch label. */
export function BrandMark({ className = 'h-7 w-5' }: { className?: string }) {
  return (
    <svg viewBox="0 0 20 28" aria-hidden="true" className={cx('keep-colors shrink-0', className)}>
      <path d="M4.5 0h11L19 4.8v18.4L15.5 28h-11L1 23.2V4.8z" className="fill-pine" />
      <path d="M1 9h18v10.5H1z" className="fill-paper" />
      <path
        d="M4.5 11.5H6v5.5H4.5zm3 0h.8v5.5h-.8zm2.2 0h1.9v5.5H9.7zm3.3 0h.8v5.5H13zm2 0h.8v5.5H15z"
        className="fill-ink"
      />
    </svg>
  );
}

/** Logo and name. Belongs inside a link to the home page. */
export function Wordmark({ name, className, size = 'md' }: { name: string; className?: string; size?: 'md' | 'lg' }) {
  return (
    <span className={cx('inline-flex min-h-11 items-center text-ink', size === 'lg' ? 'gap-3' : 'gap-2', className)}>
      <BrandMark className={size === 'lg' ? 'h-10 w-7' : 'h-7 w-5'} />
      <span className={cx('font-serif font-semibold tracking-tight', size === 'lg' ? 'text-3xl' : 'text-xl')}>
        {name}
      </span>
    </span>
  );
}
