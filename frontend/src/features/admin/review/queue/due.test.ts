import { dueLabel, todayInUtc } from './due';

it.each([
  ['2026-11-20', '2026-11-21', 'overdue', 'Overdue since Nov 20, 2026'],
  ['2026-11-21', '2026-11-21', 'today', 'Due today'],
  ['2026-11-22', '2026-11-21', 'later', 'Due Nov 22, 2026'],
  ['2027-01-04', '2026-12-31', 'later', 'Due Jan 4, 2027'],
])('due %s reads on %s as %s', (due, today, urgency, words) => {
  expect(dueLabel(due, today)).toEqual({ urgency, words });
});

it('counts days as the server does', () => {
  expect(todayInUtc(new Date('2026-11-21T23:30:00-08:00'))).toBe('2026-11-22');
});
