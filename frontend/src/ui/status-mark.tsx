import { cx } from './cx';
import { CheckIcon, ClockIcon, CrossIcon, DashIcon } from './icons';

/** A certificate's status or a panel's verdict (`not_tested` occurs only for panels). */
export type Status = 'passed' | 'failed' | 'pending' | 'not_tested';

export interface StatusMarkProps {
  status: Status;
  /** Overrides the default label. Never empty: color alone must not carry meaning. */
  label?: string;
  /** `pill` adds a soft background. */
  look?: 'plain' | 'pill';
  size?: 'sm' | 'md' | 'lg';
  /** Drops the green of a pass when it is next to a more serious warning. */
  quiet?: boolean;
  className?: string;
}

const STATUSES = {
  passed: { word: 'Passed', Icon: CheckIcon, ink: 'text-leaf', disc: 'bg-leaf', ground: 'bg-leaf-soft' },
  failed: { word: 'Failed', Icon: CrossIcon, ink: 'text-clay', disc: 'bg-clay', ground: 'bg-clay-soft' },
  pending: { word: 'Pending', Icon: ClockIcon, ink: 'text-citrus-ink', disc: '', ground: 'bg-citrus-soft' },
  not_tested: { word: 'Not tested', Icon: DashIcon, ink: 'text-ink-soft', disc: '', ground: 'bg-paper' },
};

const QUIET = { ...STATUSES.passed, ink: 'text-ink-soft', disc: 'bg-ink-soft', ground: 'bg-paper' };

const SIZES = {
  sm: { text: 'text-sm', disc: 'size-4', icon: 'size-4' },
  md: { text: 'text-base', disc: 'size-5', icon: 'size-5' },
  lg: { text: 'text-lg', disc: 'size-6', icon: 'size-6' },
};

export function StatusMark({ status, label, look = 'plain', size = 'sm', quiet, className }: StatusMarkProps) {
  const { word, Icon, ink, disc, ground } = quiet && status === 'passed' ? QUIET : STATUSES[status];
  const { text, disc: discSize, icon } = SIZES[size];
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 font-medium whitespace-nowrap',
        text,
        ink,
        look === 'pill' && 'rounded-sm px-2 py-0.5',
        look === 'pill' && ground,
        className,
      )}
    >
      {disc ? (
        <span className={cx('keep-colors inline-flex items-center justify-center rounded-[50%] p-0.5', disc, discSize)}>
          <Icon className="size-full text-surface" strokeWidth={3} />
        </span>
      ) : (
        <Icon className={icon} strokeWidth={2} />
      )}
      {/* The label sets the baseline, so the mark lines up with its neighbors. */}
      <span className="self-baseline">{label || word}</span>
    </span>
  );
}
