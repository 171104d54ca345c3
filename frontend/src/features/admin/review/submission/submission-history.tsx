import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { getSubmissionHistoryOptions } from '../../../../api/generated/@tanstack/react-query-staff.gen';
import type { HistoryEventDto, HistoryEventType } from '../../../../api/generated/types.gen';
import { PANELS, VERDICT_LABELS } from '../../../../components/coa-registry/panel-verdicts';
import { QueryResult } from '../../../../components/query-result';
import { paths } from '../../../../paths';
import { textLink } from '../../../../ui/link-styles';
import { Mono } from '../../../../ui/mono';
import { Section } from '../../../../ui/section';
import { formatInstant } from '../../../../ui/text/days';

/** The events of a submission, each with who did it. */
export function SubmissionHistory({ id }: { id: string }) {
  const history = useQuery({ ...getSubmissionHistoryOptions({ path: { id } }), staleTime: 0 });
  return (
    <Section id="history" title="History" className="stack gap-3">
      <QueryResult
        query={history}
        loadingLabel="Loading the history"
        skeletonClassName="h-24"
        errorTitle="We couldn't load the history"
        headingLevel={3}
        keepsStaleData
      >
        {(events) => (
          <ol className="stack border-t border-rule">
            {events.map((event, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: events are only appended
              <Event key={index} event={event} />
            ))}
          </ol>
        )}
      </QueryResult>
    </Section>
  );
}

const DONE: Record<HistoryEventType, (by: ReactNode) => ReactNode> = {
  received: (by) => <>Received from {by}</>,
  commented: (by) => <>{by} commented</>,
  'comment-resolved': (by) => <>{by} resolved a comment</>,
  'changes-requested': (by) => <>{by} requested changes</>,
  resubmitted: (by) => <>{by} sent it again with changes</>,
  corrected: (by) => <>{by} corrected it before it was reviewed</>,
  approved: (by) => <>{by} approved and published it</>,
  rejected: (by) => <>{by} rejected it</>,
  'taken-back': (by) => <>{by} withdrew it</>,
  'document-attached': (by) => <>{by} attached the PDF</>,
  'document-missing': () => <>The PDF that the lab named did not arrive, or could not be kept</>,
  replaced: (by) => <>{by} published the certificate that replaced it</>,
  withdrawn: (by) => <>{by} withdrew it</>,
  'spot-check-agreed': (by) => <>{by} checked it after publication: it agrees with the evidence</>,
  'failure-dismissed': (by) => <>{by} recorded why its failure no longer stands</>,
  'failure-reinstated': (by) => <>{by} let its failure stand again</>,
};

const WITH_REASON: readonly HistoryEventType[] = ['rejected', 'taken-back', 'withdrawn'];

function Event({ event }: { event: HistoryEventDto }) {
  const { type, at, comments, reason, verdict, link } = event;
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-rule py-3 sm:grid-cols-[13rem_1fr]">
      <time dateTime={at} className="text-sm text-ink-soft">
        {formatInstant(at)}
      </time>
      <div className="stack min-w-0 gap-1 wrap-anywhere">
        <p>
          {type === 'received' && event.role === 'staff' ? <>Entered by {nameOf(event)}</> : DONE[type](nameOf(event))}
          {link && (
            <>
              {type === 'received' ? ', to replace ' : ': '}
              <Link to={paths.staff.submission(link.id)} className={textLink}>
                <Mono>{link.reference}</Mono>
              </Link>
            </>
          )}
        </p>
        {verdict && <p className="text-sm text-ink-soft">Recorded as {verdictWords(verdict)}.</p>}
        {reason && <p className="text-sm whitespace-pre-line">Reason: {reason}</p>}
        {!reason && WITH_REASON.includes(type) && <p className="text-sm text-ink-soft">The reason was erased.</p>}
        {comments.length > 0 && (
          <ul className="stack gap-1 text-sm">
            {comments.map(({ id, sentence, text, weight }) => (
              <li key={id} className="border-s-2 border-rule ps-3">
                {sentence}
                {weight === 'advisory' && ' (for information)'}
                {text && <span className="block whitespace-pre-line text-ink-soft">{text}</span>}
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

function nameOf({ by, isErased }: HistoryEventDto): ReactNode {
  if (by !== null) return <span className="font-medium">{by}</span>;
  return isErased ? 'a submitter (contact details erased)' : 'the submitter';
}

function verdictWords({ status, panels }: NonNullable<HistoryEventDto['verdict']>): string {
  const others = PANELS.filter(({ key }) => panels[key] !== 'passed');
  const named = others.map(({ key, label }) => `${label}: ${VERDICT_LABELS[panels[key]].toLowerCase()}`);
  const rest = named.length === 0 ? 'all four panels passed' : named.join(', ');
  return `${VERDICT_LABELS[status].toLowerCase()}; ${rest}`;
}
