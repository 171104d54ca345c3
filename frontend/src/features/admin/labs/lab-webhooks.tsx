import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../../api/api';
import {
  enableLabWebhookEndpointMutation,
  getLabWebhookDeliveryOptions,
  getLabWebhookDeliveryQueryKey,
  listLabWebhookDeliveriesQueryKey,
  listLabWebhookEndpointsOptions,
  listLabWebhookEndpointsQueryKey,
  sendLabWebhookDeliveryMutation,
} from '../../../api/generated/@tanstack/react-query.gen';
import type {
  WebhookAttemptDto,
  WebhookDeliveryDto,
  WebhookDeliveryState,
  WebhookEndpointDto,
} from '../../../api/generated/types.gen';
import { labDeliveryPages } from '../../../api/staff-lists';
import { Badge, type BadgeTone } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Collapsible } from '../../../ui/collapsible';
import { formatInstant } from '../../../ui/days';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { Mono } from '../../../ui/mono';
import { Notice } from '../../../ui/notice';
import { SelectField } from '../../../ui/select-field';
import { ShowMore } from '../../../ui/show-more';
import { Loading, Skeleton } from '../../../ui/skeleton';
import { toast } from '../../../ui/toast-store';

const STATES: Record<WebhookDeliveryState, { word: string; tone: BadgeTone }> = {
  pending: { word: 'Waiting', tone: 'citrus' },
  delivered: { word: 'Delivered', tone: 'leaf' },
  failed: { word: 'Failed', tone: 'clay' },
};

const FILTERS = [
  { value: '', label: 'All deliveries' },
  { value: 'pending', label: 'Waiting' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
] as const;

const REASONS: Record<NonNullable<WebhookEndpointDto['disabledReason']>, string> = {
  requested: 'The lab disabled it.',
  gone: 'Its server answered 410 Gone, so we stopped.',
  failing: 'Nothing got through for too long, so we stopped. We told the lab.',
};

const ROWS = 'stack gap-px overflow-hidden rounded-lg border border-rule bg-rule';

export function LabWebhooks({ labId }: { labId: string }) {
  const endpoints = useQuery({ ...listLabWebhookEndpointsOptions({ path: { labId } }), staleTime: 0 });
  return (
    <section aria-labelledby="webhooks" className="stack gap-4">
      <h2 id="webhooks" className="text-lg">
        Webhooks
      </h2>
      {endpoints.isError ? (
        <ErrorState headingLevel={3} title="We couldn't load the webhook endpoints" onRetry={() => endpoints.refetch()}>
          {errorMessage(endpoints.error)}
        </ErrorState>
      ) : endpoints.isPending ? (
        <Loading label="Loading webhook endpoints">
          <Skeleton className="h-32 w-full" />
        </Loading>
      ) : endpoints.data.length === 0 ? (
        <EmptyState title="No endpoints yet" headingLevel={3}>
          An endpoint is a URL where we send updates about the lab's certificates. The lab adds its own through the API.
        </EmptyState>
      ) : (
        <>
          <ul className={ROWS}>
            {endpoints.data.map((endpoint) => (
              <Endpoint key={endpoint.id} labId={labId} endpoint={endpoint} />
            ))}
          </ul>
          <Deliveries labId={labId} endpoints={endpoints.data} />
        </>
      )}
    </section>
  );
}

function Endpoint({ labId, endpoint }: { labId: string; endpoint: WebhookEndpointDto }) {
  const { id, url, types, enabled, disabledReason, lastSuccessAt, failingSince } = endpoint;
  const queryClient = useQueryClient();
  const enable = useMutation({
    ...enableLabWebhookEndpointMutation(),
    onSuccess: async () => {
      toast({ title: 'Endpoint enabled' });
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: listLabWebhookEndpointsQueryKey({ path: { labId } }) }),
        queryClient.invalidateQueries({ queryKey: listLabWebhookDeliveriesQueryKey({ path: { labId } }) }),
      ]);
    },
  });
  const facts = [
    lastSuccessAt ? `last success ${formatInstant(lastSuccessAt)}` : 'nothing arrived yet',
    ...(failingSince ? [`failing since ${formatInstant(failingSince)}`] : []),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-surface p-4">
      <div className="stack min-w-0 flex-1 basis-60 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{url}</span>
          <Badge tone={enabled ? 'leaf' : 'clay'}>{enabled ? 'Enabled' : 'Disabled'}</Badge>
        </p>
        <p className="text-sm text-ink-soft wrap-anywhere">{types.join(', ')}</p>
        <p className="text-sm text-ink-soft">{facts.join(' · ')}</p>
        {disabledReason && <p className="text-sm">{REASONS[disabledReason]}</p>}
        {enable.error && (
          <Notice tone="danger" role="alert">
            {errorMessage(enable.error)}
          </Notice>
        )}
      </div>
      {!enabled && (
        <Button
          size="sm"
          variant="secondary"
          pending={enable.isPending}
          pendingText="Enabling…"
          onClick={() => enable.mutate({ path: { labId, id } })}
        >
          Enable<span className="sr-only"> {url}</span>
        </Button>
      )}
    </li>
  );
}

function Deliveries({ labId, endpoints }: { labId: string; endpoints: readonly WebhookEndpointDto[] }) {
  const [state, setState] = useState<WebhookDeliveryState | ''>('');
  const deliveries = useInfiniteQuery({ ...labDeliveryPages(labId, state || undefined), staleTime: 0 });
  const rows = deliveries.data?.pages.flatMap((page) => page.rows) ?? [];
  const urlOf = (id: string) => endpoints.find((endpoint) => endpoint.id === id)?.url ?? 'a deleted endpoint';
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h3 className="text-base">Sent in the last 30 days</h3>
        <div className="flex flex-wrap items-end gap-3">
          <SelectField
            label="Show"
            className="w-44"
            value={state}
            options={FILTERS}
            onChange={(event) => setState(event.target.value as WebhookDeliveryState | '')}
          />
          <Button
            variant="secondary"
            pending={deliveries.isFetching && !deliveries.isPending}
            pendingText="Refreshing…"
            onClick={() => deliveries.refetch()}
          >
            Refresh
          </Button>
        </div>
      </div>
      {deliveries.isError && !deliveries.isFetchNextPageError ? (
        <ErrorState headingLevel={3} title="We couldn't load the deliveries" onRetry={() => deliveries.refetch()}>
          {errorMessage(deliveries.error)}
        </ErrorState>
      ) : deliveries.isPending ? (
        <Loading label="Loading deliveries">
          <Skeleton className="h-32 w-full" />
        </Loading>
      ) : rows.length === 0 ? (
        <EmptyState title="No deliveries" headingLevel={3}>
          {state === '' ? 'There were no events to send.' : 'No deliveries with this status.'}
        </EmptyState>
      ) : (
        <>
          <ul className={ROWS}>
            {rows.map((delivery) => (
              <Delivery key={delivery.id} labId={labId} delivery={delivery} url={urlOf(delivery.endpointId)} />
            ))}
          </ul>
          {deliveries.hasNextPage && (
            <ShowMore
              onClick={() => deliveries.fetchNextPage()}
              busy={deliveries.isFetchingNextPage}
              error={deliveries.error}
            />
          )}
        </>
      )}
    </>
  );
}

function Delivery({ labId, delivery, url }: { labId: string; delivery: WebhookDeliveryDto; url: string }) {
  const [isOpen, setOpen] = useState(false);
  const { type, state, attempts, createdAt, nextAttemptAt } = delivery;
  const facts = [
    formatInstant(createdAt),
    `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
    ...(nextAttemptAt ? [`next ${formatInstant(nextAttemptAt)}`] : []),
  ];
  return (
    <li className="bg-surface px-4">
      <Collapsible
        look="plain"
        onToggle={(event) => setOpen(event.currentTarget.open)}
        summary={
          <span className="stack gap-1">
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="wrap-anywhere">{type}</span>
              <Badge tone={STATES[state].tone}>{STATES[state].word}</Badge>
            </span>
            <span className="text-sm font-normal text-ink-soft">{facts.join(' · ')}</span>
          </span>
        }
      >
        {/* Another attempt in the list is another line in the history. */}
        {isOpen && <History key={attempts} labId={labId} delivery={delivery} url={url} />}
      </Collapsible>
    </li>
  );
}

function History({ labId, delivery, url }: { labId: string; delivery: WebhookDeliveryDto; url: string }) {
  const path = { labId, id: delivery.id };
  const queryClient = useQueryClient();
  const found = useQuery({ ...getLabWebhookDeliveryOptions({ path }), staleTime: 0 });
  const redeliver = useMutation({
    ...sendLabWebhookDeliveryMutation(),
    onSuccess: async () => {
      toast({ title: 'Back in the queue', description: 'Refresh to see the result.' });
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: listLabWebhookDeliveriesQueryKey({ path: { labId } }) }),
        queryClient.invalidateQueries({ queryKey: getLabWebhookDeliveryQueryKey({ path }) }),
      ]);
    },
  });
  if (found.isError) {
    return (
      <ErrorState headingLevel={3} title="We couldn't load the attempts" onRetry={() => found.refetch()}>
        {errorMessage(found.error)}
      </ErrorState>
    );
  }
  if (found.isPending) {
    return (
      <Loading label="Loading attempts">
        <Skeleton className="h-16 w-full" />
      </Loading>
    );
  }
  return (
    <div className="stack gap-4">
      <p className="text-sm text-ink-soft wrap-anywhere">
        To {url}, webhook-id <Mono>{delivery.eventId}</Mono>
      </p>
      {found.data.history.length === 0 ? (
        <p className="text-sm">Not sent yet.</p>
      ) : (
        <ol className="stack gap-3">
          {found.data.history.map((attempt) => (
            <Attempt key={attempt.number} attempt={attempt} />
          ))}
        </ol>
      )}
      {redeliver.error && (
        <Notice tone="danger" role="alert">
          {errorMessage(redeliver.error)}
        </Notice>
      )}
      <Button
        size="sm"
        variant="secondary"
        className="justify-self-start"
        pending={redeliver.isPending}
        pendingText="Queueing…"
        onClick={() => redeliver.mutate({ path })}
      >
        Send again now
      </Button>
    </div>
  );
}

function Attempt({ attempt }: { attempt: WebhookAttemptDto }) {
  const { number, startedAt, durationMs, status, error, answer } = attempt;
  const outcome = [status === null ? null : `status ${status}`, error].filter((part) => part !== null);
  return (
    <li className="text-sm">
      <p>
        {number}. {formatInstant(startedAt)}: {outcome.join(', ')} after {durationMs} ms
      </p>
      {answer && (
        <pre className="mt-1 max-h-40 overflow-auto rounded-md border border-rule p-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
          {answer}
        </pre>
      )}
    </li>
  );
}
