import { cx } from '../../ui/cx';
import { CheckIcon, ClockIcon, CrossIcon, DashIcon } from '../../ui/icons';

/** A certificate's status or a panel's verdict (the last two occur only for panels). */
export type Status = 'passed' | 'failed' | 'pending' | 'not_tested' | 'not_reported';

export interface StatusMarkProps {
  status: Status;
  /** Overrides the default label. Never empty: color alone must not carry meaning. */
  label?: string;
  /** `pill` adds a soft background. */
  look?: 'plain' | 'pill';
  size?: 'sm' | 'md';
  /** Drops the green of a pass when it is next to a more serious warning. */
  quiet?: boolean;
}

/** The icons of decided statuses are on a disc in the status's color. */
const STATUSES = {
  passed: { word: 'Passed', Icon: CheckIcon, disc: 'disc' },
  failed: { word: 'Failed', Icon: CrossIcon, disc: 'disc' },
  pending: { word: 'Pending', Icon: ClockIcon, disc: '' },
  not_tested: { word: 'Not tested', Icon: DashIcon, disc: '' },
  not_reported: { word: 'Not reported', Icon: DashIcon, disc: '' },
};

/** Its look is in styles/marks.css. */
export function StatusMark({ status, label, look, size, quiet }: StatusMarkProps) {
  const { word, Icon, disc } = STATUSES[status];
  const tone = quiet && status === 'passed' ? 'quiet' : status;
  return (
    <span className={cx('status-mark', tone, look === 'pill' && 'pill', size === 'md' && 'md')}>
      <Icon className={disc} />
      <span>{label || word}</span>
    </span>
  );
}
