import { useQuery } from '@tanstack/react-query';
import {
  decideBrandRequestMutation,
  listBrandClaimsOptions,
  revokeBrandClaimMutation,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { BrandRequestKind, BrandRequestState, StaffBrandRequestDto } from '../../../api/generated/types.gen';
import { brandRequestPages } from '../../../api/staff-lists';
import { FilterSelect } from '../../../components/admin/filter-select';
import { FormDialog, ReasonField } from '../../../components/admin/form-dialog';
import { PagedList, usePagedRows } from '../../../components/admin/paged-list';
import { TextLink } from '../../../components/links';
import { QueryResult } from '../../../components/query-result';
import { findOption, useFilters } from '../../../hooks/use-filters';
import { paths } from '../../../paths';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { rowList } from '../../../ui/fields/row-list';
import { EmptyState } from '../../../ui/messages/empty-state';
import { Section } from '../../../ui/section';
import { formatDay } from '../../../ui/text/days';

const STANDINGS = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'decided', label: 'Decided' },
] as const;

const KINDS: Readonly<Record<BrandRequestKind, string>> = {
  claim: 'Claim',
  reply: 'Reply',
  contact: 'Contact data',
};

const STATES: Readonly<Record<BrandRequestState, string>> = {
  waiting: 'Waiting',
  accepted: 'Accepted',
  refused: 'Refused',
  withdrawn: 'Withdrawn by the brand',
  replaced: 'Replaced by a newer one',
};

const REASON_MAX = 300;

/** What brands that proved a domain ask for, by what is due first, and who speaks for brands. */
export function Component() {
  const { values, setFilters } = useFilters({ standing: 'waiting' });
  const standing = findOption(STANDINGS, values.standing) ?? 'waiting';
  const list = usePagedRows(brandRequestPages(standing));
  return (
    <div className="stack gap-6">
      <h1 className="text-2xl">Brand requests</h1>
      <p className="max-w-text text-ink-soft">
        Decide within three business days. A reply is the brand's word, shown below our judgment as not checked by us.
        Refuse names of people, advertising, and what says that a drink is safe.
      </p>
      <FilterSelect label="Show" name="standing" value={standing} options={STANDINGS} setFilters={setFilters} />
      <PagedList
        list={list}
        loadingLabel="Loading requests"
        errorTitle="We couldn't load the requests"
        countLabel={(total) =>
          `${total === 1 ? 'request' : 'requests'}${total > 200 ? '; the first 200 are shown' : ''}`
        }
        empty={<EmptyState title="No requests">There is nothing to decide here.</EmptyState>}
      >
        {(request) => <Row key={request.id} request={request} />}
      </PagedList>
      <Claims />
    </div>
  );
}

function Row({ request }: { request: StaffBrandRequestDto }) {
  const { kind, brandName, domain, certificate, text, published, website, contactEmail, state } = request;
  const isPublic = kind === 'reply' && state === 'accepted';
  return (
    <li className="stack gap-2 bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="font-medium wrap-anywhere">
          {brandName} ({domain})
        </p>
        <Badge tone="pine">{KINDS[kind]}</Badge>
        {request.dueBy ? (
          <Badge tone={request.overdue ? 'clay' : 'neutral'}>
            {request.overdue ? 'Overdue since' : 'Due'} {formatDay(request.dueBy)}
          </Badge>
        ) : (
          <Badge tone="neutral">{isPublic ? 'Published' : STATES[state]}</Badge>
        )}
      </div>
      {kind === 'claim' && (
        <p className="max-w-text wrap-anywhere">
          They control <strong>{domain}</strong>. The website that we have: {request.recordedWebsite ?? 'none'}. Accept
          only if you know from elsewhere that the domain is the brand's.
        </p>
      )}
      {text && <p className="max-w-text wrap-anywhere">{text}</p>}
      {published && <p className="max-w-text text-ink-soft wrap-anywhere">Replaces: {published}</p>}
      {kind === 'contact' && (
        <p className="max-w-text wrap-anywhere">
          {website}, {contactEmail}. Until now: {request.recordedWebsite ?? 'none'}
        </p>
      )}
      {request.reason && <p className="max-w-text wrap-anywhere">Reason: {request.reason}</p>}
      <p className="text-sm text-ink-soft">
        {certificate && (
          <>
            <TextLink to={paths.certificate(certificate)}>{certificate}</TextLink> ·{' '}
          </>
        )}
        Sent on {formatDay(request.sentAt.slice(0, 10))}
        {request.decidedBy && ` · ${request.decidedBy}`}
      </p>
      {(state === 'waiting' || isPublic) && (
        <div className="flex flex-wrap gap-3">
          {!isPublic && <Decide request={request} action={kind === 'reply' ? 'Publish' : 'Accept'} accepted />}
          <Decide request={request} action={isPublic ? 'Take down' : 'Refuse'} accepted={false} />
        </div>
      )}
    </li>
  );
}

interface DecideProps {
  request: StaffBrandRequestDto;
  action: string;
  accepted: boolean;
}

function Decide({ request: { id, version, brandName, kind }, action, accepted }: DecideProps) {
  return (
    <FormDialog
      mutation={decideBrandRequestMutation()}
      toRequest={(values) => {
        const reason = String(values.get('reason') ?? '').trim();
        return { path: { id }, body: { version, accepted, ...(reason && { reason }) } };
      }}
      refetchAfterError
      done={{ title: `${action}: done` }}
      isDestructive={!accepted}
      trigger={
        <Button size="sm" variant={accepted ? 'primary' : 'secondary'}>
          {action}
        </Button>
      }
      title={`${action}: ${KINDS[kind].toLowerCase()} of ${brandName}`}
      description="The brand gets an email."
      submitLabel={action}
      pendingText="Saving…"
    >
      {!accepted && <ReasonField maxLength={REASON_MAX} rows={3} hint="The brand reads it." />}
    </FormDialog>
  );
}

function Claims() {
  const claims = useQuery({ ...listBrandClaimsOptions(), staleTime: 0 });
  return (
    <Section id="claims" title="Who speaks for brands" headingClassName="text-xl">
      <QueryResult
        query={claims}
        loadingLabel="Loading claims"
        skeletonClassName="h-24"
        errorTitle="We couldn't load the claims"
      >
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="No claims">No brand has proven its domain yet.</EmptyState>
          ) : (
            <ul className={rowList}>
              {rows.map(({ id, brandName, domain, method, email, provenUntil }) => (
                <li key={id} className="flex flex-wrap items-center justify-between gap-3 bg-surface p-4">
                  <p className="min-w-0 wrap-anywhere">
                    <strong>{brandName}</strong>: {domain}, by {method === 'dns' ? 'DNS' : 'email'}, {email}, until{' '}
                    {formatDay((provenUntil ?? '').slice(0, 10))}
                  </p>
                  <FormDialog
                    mutation={revokeBrandClaimMutation()}
                    toRequest={(values) => ({ path: { id }, body: { reason: String(values.get('reason')) } })}
                    refetchAfterError
                    done={{ title: `Revoked: ${domain}` }}
                    isDestructive
                    trigger={
                      <Button size="sm" variant="secondary" aria-label={`Revoke ${domain} for ${brandName}`}>
                        Revoke
                      </Button>
                    }
                    title={`Revoke ${domain}`}
                    description="The link stops working, and what it published is taken down. Check the contact data of the brand."
                    submitLabel="Revoke"
                    pendingText="Saving…"
                  >
                    <ReasonField maxLength={REASON_MAX} rows={3} />
                  </FormDialog>
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
    </Section>
  );
}
