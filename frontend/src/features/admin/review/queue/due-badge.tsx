import { cx } from '../../../../ui/cx';
import { ClockIcon, WarningIcon } from '../../../../ui/icons';
import { dueLabel, todayInUtc, type Urgency } from './due';

const LOOKS: Record<Urgency, string> = {
  overdue: 'font-semibold text-clay',
  today: 'font-semibold text-citrus-ink',
  later: 'text-ink-soft',
};

export function DueBadge({ dueDate }: { dueDate: string }) {
  const { urgency, words } = dueLabel(dueDate, todayInUtc());
  return (
    <span className={cx('inline-flex items-center gap-1.5 text-sm', LOOKS[urgency])}>
      {urgency === 'overdue' && <WarningIcon className="size-4.5" />}
      {urgency === 'today' && <ClockIcon className="size-4.5" />}
      {words}
    </span>
  );
}
