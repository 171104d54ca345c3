import { cx } from '../../../../ui/cx';
import { ClockIcon, WarningIcon } from '../../../../ui/icons';
import { formatDay } from '../../../../ui/text/days';

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

type Urgency = 'overdue' | 'today' | 'later';

/** The label of a due date. Both dates are `YYYY-MM-DD`. */
export function dueLabel(dueDate: string, today: string): { urgency: Urgency; words: string } {
  if (dueDate < today) return { urgency: 'overdue', words: `Overdue since ${formatDay(dueDate)}` };
  if (dueDate === today) return { urgency: 'today', words: 'Due today' };
  return { urgency: 'later', words: `Due ${formatDay(dueDate)}` };
}

/** The server decides in UTC what is overdue. */
export const todayInUtc = (now = new Date()) => now.toISOString().slice(0, 10);
