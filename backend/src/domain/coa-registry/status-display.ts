/** How a certificate's status is shown: a mark with its word, because colour or icon alone never speaks. */
export interface StatusDisplay {
  readonly mark: 'passed' | 'failed' | 'pending';
  readonly label: string;
}

/**
 * Passed or missing shows as passed, failed as failed, anything else as pending; a missing status falls back to the
 * pesticide status, and an empty label reads "Pass". [source:status-display]
 * @param doNotDrink whether a line or another report of the batch says otherwise: then nothing shows as passed
 */
export function statusDisplay(
  status?: string | null,
  pesticideStatus?: string | null,
  doNotDrink = false,
): StatusDisplay {
  const text = status?.trim() || pesticideStatus?.trim() || '';
  const mark = markOf(text.toLowerCase());
  return doNotDrink && mark !== 'failed' ? { mark: 'failed', label: 'Do not drink' } : { mark, label: labelOf(text) };
}

function markOf(status: string): StatusDisplay['mark'] {
  if (status === '' || status === 'passed') return 'passed';
  if (status === 'failed') return 'failed';
  return 'pending';
}

function labelOf(status: string): string {
  if (status === '') return 'Pass';
  const words = status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
