import { formatDay } from '../../../../ui/text/days';

export type Urgency = 'overdue' | 'today' | 'later';

/** The label of a due date. Both dates are `YYYY-MM-DD`. */
export function dueLabel(dueDate: string, today: string): { urgency: Urgency; words: string } {
  if (dueDate < today) return { urgency: 'overdue', words: `Overdue since ${formatDay(dueDate)}` };
  if (dueDate === today) return { urgency: 'today', words: 'Due today' };
  return { urgency: 'later', words: `Due ${formatDay(dueDate)}` };
}

/** The server decides in UTC what is overdue. */
export const todayInUtc = (now = new Date()) => now.toISOString().slice(0, 10);
