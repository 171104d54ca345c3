import { useQuery } from '@tanstack/react-query';
import { getLogStatusOptions } from '../../../api/generated/@tanstack/react-query.gen';
import type { LogAlarm } from '../../../api/generated/types.gen';
import { TextLink } from '../../../components/links';
import { QueryResult } from '../../../components/query-result';
import { paths } from '../../../paths';
import { Notice } from '../../../ui/messages/notice';
import { counted } from '../../../ui/text/counted';

const ALARMS: Record<LogAlarm, string> = {
  overdue: 'A decision has waited for more than 60 seconds. The server log says what stops it.',
  'anchor-ahead':
    'More entries were signed than the database has, so it was probably restored from an old backup. Nothing more is signed. To put the lost entries back, run npm run restore -- --log.',
};

/** Whether decisions get into the public log. */
export function PublicLogStatus() {
  const status = useQuery({ ...getLogStatusOptions(), staleTime: 0 });
  return (
    <QueryResult
      query={status}
      loadingLabel="Loading the status of the public log"
      skeletonClassName="h-6"
      errorTitle="We couldn't load the status of the public log"
      headingLevel={2}
    >
      {({ size, ageSeconds, waiting, alarm }) => (
        <div className="stack gap-3">
          {alarm && (
            <Notice tone="danger" title="The public log stands still">
              {ALARMS[alarm]}
            </Notice>
          )}
          <p className="text-sm text-ink-soft">
            <TextLink to={paths.log}>Public log</TextLink>: {counted(size, 'entry', 'entries')}, newest checkpoint{' '}
            {ageSeconds === null ? 'none' : `${agoOf(ageSeconds)} ago`}, {counted(waiting, 'decision')} waiting.
          </p>
        </div>
      )}
    </QueryResult>
  );
}

function agoOf(seconds: number): string {
  if (seconds < 120) return counted(seconds, 'second');
  if (seconds < 7_200) return counted(Math.floor(seconds / 60), 'minute');
  if (seconds < 172_800) return counted(Math.floor(seconds / 3_600), 'hour');
  return counted(Math.floor(seconds / 86_400), 'day');
}
