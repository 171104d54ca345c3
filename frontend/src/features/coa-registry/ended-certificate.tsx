import type { CoaDto } from '../../api/generated/types.gen';
import { TextLink } from '../../components/links';
import { paths } from '../../paths';
import { Badge } from '../../ui/badge';
import { StopIcon } from '../../ui/icons';
import { Notice } from '../../ui/messages/notice';
import { formatLongDay } from '../../ui/text/days';

// A certificate that was replaced or withdrawn stays readable, and nothing on its page may look current: no green mark,
// no full can, no link to the calculator.

export function EndedBadge({ coa }: { coa: CoaDto }) {
  return (
    <Badge tone="clay" icon={<StopIcon className="size-4" />}>
      {coa.standing === 'withdrawn' ? 'Withdrawn' : 'Replaced'}
    </Badge>
  );
}

export function EndedBanner({ coa }: { coa: CoaDto }) {
  const on = coa.endedAt ? ` on ${formatLongDay(coa.endedAt.slice(0, 10))}` : '';
  const isWithdrawn = coa.standing === 'withdrawn';
  return (
    // Backgrounds are not printed; the border keeps the warning visible.
    <div className="rounded-md border-2 border-clay print:border-ink">
      <Notice
        tone="danger"
        title={
          <span className="text-lg">
            This certificate was {isWithdrawn ? 'withdrawn' : 'replaced'}
            {on}
          </span>
        }
      >
        <p className="wrap-anywhere">Reason: {isWithdrawn ? coa.withdrawalReason : coa.replacedBy?.reason}</p>
        <p className="mt-1">
          Do not rely on the figures below.{' '}
          {coa.current ? (
            <>
              <TextLink to={paths.certificate(coa.current.reference)} className="font-semibold">
                See the current certificate
              </TextLink>{' '}
              <span className="inline-block">({coa.current.reference})</span>
            </>
          ) : (
            'There is no current certificate for this batch.'
          )}
        </p>
      </Notice>
    </div>
  );
}
