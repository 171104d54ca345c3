import { useQuery } from '@tanstack/react-query';
import {
  listStaffNoticesOptions,
  withdrawNoticeMutation,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { NoticeState, StaffNoticeDto } from '../../../api/generated/types.gen';
import { FormDialog, ReasonField } from '../../../components/admin/form-dialog';
import { TextLink } from '../../../components/links';
import { QueryResult } from '../../../components/query-result';
import { paths } from '../../../paths';
import { Badge, type BadgeTone } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { rowList } from '../../../ui/fields/row-list';
import { textLink } from '../../../ui/link-styles';
import { EmptyState } from '../../../ui/messages/empty-state';
import { formatDay } from '../../../ui/text/days';
import { DraftNotice, PublishNotice, UpdateNotice } from './notice-forms';
import { NOTICE_KIND_LABELS } from './notice-kinds';

/** Notices over many batches: one person writes, a second one publishes. */
export function Component() {
  const notices = useQuery({ ...listStaffNoticesOptions(), staleTime: 0 });
  return (
    <div className="stack gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">Notices</h1>
        <DraftNotice />
      </div>
      <p className="max-w-text text-ink-soft">
        When an authority, a brand or a laboratory says something about batches, such as a recall, every lab report of
        them shows that first. One person writes the notice, and a second one publishes it.
      </p>
      <QueryResult
        query={notices}
        loadingLabel="Loading notices"
        skeletonClassName="h-64"
        errorTitle="We couldn't load the notices"
      >
        {(found) =>
          found.length === 0 ? (
            <EmptyState title="No notices yet">Write one when a source says something about batches.</EmptyState>
          ) : (
            <ul className={rowList}>
              {found.map((notice) => (
                <Row key={notice.id} notice={notice} />
              ))}
            </ul>
          )
        }
      </QueryResult>
    </div>
  );
}

const STATES: Readonly<Record<NoticeState, { label: string; tone: BadgeTone }>> = {
  draft: { label: 'Draft', tone: 'neutral' },
  published: { label: 'Published', tone: 'citrus' },
  updated: { label: 'Updated', tone: 'citrus' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
};

function Row({ notice }: { notice: StaffNoticeDto }) {
  const { number, state, content, draft, draftedAt, draftedBy } = notice;
  const { label, tone } = STATES[state];
  const text = draft ?? content;
  const name = number ?? `of ${formatDay(draftedAt.slice(0, 10))}`;
  return (
    <li className="stack gap-2 bg-surface p-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {number === null ? (
          <span className="font-medium">No number yet</span>
        ) : (
          <TextLink to={paths.notice(number)} className="font-medium">
            {number}
          </TextLink>
        )}
        <Badge tone={tone}>{number === null && state === 'withdrawn' ? 'Discarded' : label}</Badge>
        {draft && number !== null && <Badge>Update waits</Badge>}
      </p>
      {text && (
        <>
          <p className="max-w-text wrap-anywhere">
            {NOTICE_KIND_LABELS[text.kind]}. {text.summary}
          </p>
          <p className="text-sm text-ink-soft wrap-anywhere">
            <a href={text.references[0]?.url} rel="noreferrer" className={textLink}>
              {text.sourceName}
            </a>
            {text.sourceNumber && `, number ${text.sourceNumber}`} · written by {draftedBy} on{' '}
            {formatDay(draftedAt.slice(0, 10))}
          </p>
        </>
      )}
      <History notice={notice} />
      {state !== 'withdrawn' && (
        <div className="flex flex-wrap gap-3">
          {draft && <PublishNotice notice={notice} name={name} />}
          <UpdateNotice notice={notice} name={name} />
          <WithdrawNotice notice={notice} name={name} />
        </div>
      )}
    </li>
  );
}

function History({ notice }: { notice: StaffNoticeDto }) {
  const { publishedAt, publishedBy, withdrawnAt, withdrawnBy, withdrawalReason } = notice;
  return (
    <>
      {publishedAt && (
        <p className="text-sm text-ink-soft">
          Published on {formatDay(publishedAt.slice(0, 10))}, last by {publishedBy}
        </p>
      )}
      {withdrawnAt && (
        <p className="text-sm text-ink-soft wrap-anywhere">
          Withdrawn on {formatDay(withdrawnAt.slice(0, 10))} by {withdrawnBy}. {withdrawalReason}
        </p>
      )}
    </>
  );
}

function WithdrawNotice({ notice: { id, number, version }, name }: { notice: StaffNoticeDto; name: string }) {
  const action = number === null ? 'Discard' : 'Withdraw';
  return (
    <FormDialog
      mutation={withdrawNoticeMutation()}
      toRequest={(values) => ({ path: { id }, body: { version, reason: String(values.get('reason')) } })}
      done={{ title: number === null ? 'Draft discarded' : `${number} withdrawn` }}
      refetchAfterError
      trigger={
        <Button size="sm" variant="secondary">
          {action}
          <span className="sr-only"> {name}</span>
        </Button>
      }
      title={`${action} ${name}`}
      description={
        number === null
          ? 'It was never public. It stays in this list.'
          : 'Lab reports are shown as before. The page of the notice stays, with your reason.'
      }
      submitLabel={action}
      pendingText="Saving…"
      isDestructive
    >
      <ReasonField maxLength={300} rows={3} hint="Public. No email addresses, phone numbers or links." />
    </FormDialog>
  );
}
