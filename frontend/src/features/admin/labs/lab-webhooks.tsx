import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getLabWebhookDeliveryQueryKey,
  listLabWebhookDeliveriesQueryKey,
  listLabWebhookEndpointsQueryKey,
} from '../../../api/generated/@tanstack/react-query.gen';
import {
  enableLabWebhookEndpointMutation,
  getLabWebhookDeliveryOptions,
  listLabWebhookEndpointsOptions,
  sendLabWebhookDeliveryMutation,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type {
  WebhookAttemptDto,
  WebhookDeliveryDto,
  WebhookDeliveryState,
  WebhookEndpointDto,
} from '../../../api/generated/types.gen';
import { labDeliveryPages } from '../../../api/staff-lists';
import { ExpandableRow } from '../../../components/admin/expandable-row';
import { PagedList, usePagedRows } from '../../../components/admin/paged-list';
import { useChange } from '../../../components/admin/use-change';
import { QueryResult } from '../../../components/query-result';
import { Badge, type BadgeTone } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { rowList } from '../../../ui/fields/row-list';
import { SelectField } from '../../../ui/fields/select-field';
import { EmptyState } from '../../../ui/messages/empty-state';
import { MutationError } from '../../../ui/messages/mutation-error';
import { Mono } from '../../../ui/mono';
import { Section } from '../../../ui/section';
import { counted } from '../../../ui/text/counted';
import { formatInstant } from '../../../ui/text/days';

const DISABLED_REASONS: Record<NonNullable<WebhookEndpointDto['disabledReason']>, string> = {
  requested: 'The lab disabled it.',
  gone: 'Its server answered 410 Gone, so we stopped.',
  failing: 'Nothing got through for too long, so we stopped. We told the lab.',
};

export function LabWebhooks({ labId }: { labId: string }) {
  const endpoints = useQuery({ ...listLabWebhookEndpointsOptions({ path: { labId } }), staleTime: 0 });
  return (
    <Section id="webhooks" title="Webhooks">
      <QueryResult
        query={endpoints}
        loadingLabel="Loading webhook endpoints"
        skeletonClassName="h-32"
        errorTitle="We couldn't load the webhook endpoints"
        headingLevel={3}
      >
        {(found) => <Endpoints labId={labId} endpoints={found} />}
      </QueryResult>
    </Section>
  );
}

function Endpoints({ labId, endpoints }: { labId: string; endpoints: readonly WebhookEndpointDto[] }) {
  if (endpoints.length === 0) {
    return (
      <EmptyState title="No endpoints yet" headingLevel={3}>
        An endpoint is a URL where we send updates about the lab's certificates. The lab adds its own through the API.
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={rowList}>
        {endpoints.map((endpoint) => (
          <Endpoint key={endpoint.id} labId={labId} endpoint={endpoint} />
        ))}
      </ul>
      <LabWebhookDeliveries labId={labId} endpoints={endpoints} />
    </>
  );
}

function Endpoint({ labId, endpoint }: { labId: string; endpoint: WebhookEndpointDto }) {
  const { id, url, types, enabled, disabledReason, lastSuccessAt, failingSince } = endpoint;
  const enable = useChange(enableLabWebhookEndpointMutation(), {
    done: { title: 'Endpoint enabled' },
    refetch: [
      listLabWebhookEndpointsQueryKey({ path: { labId } }),
      listLabWebhookDeliveriesQueryKey({ path: { labId } }),
    ],
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
        {disabledReason && <p className="text-sm">{DISABLED_REASONS[disabledReason]}</p>}
        <MutationError error={enable.error} />
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

const STATES: Record<WebhookDeliveryState, { word: string; tone: BadgeTone }> = {
  pending: { word: 'Waiting', tone: 'citrus' },
  delivered: { word: 'Delivered', tone: 'leaf' },
  failed: { word: 'Failed', tone: 'clay' },
};

const FILTERS = [
  { value: '', label: 'All deliveries' },
  ...Object.entries(STATES).map(([value, { word }]) => ({ value, label: word })),
];

interface LabWebhookDeliveriesProps {
  labId: string;
  endpoints: readonly WebhookEndpointDto[];
}

function LabWebhookDeliveries({ labId, endpoints }: LabWebhookDeliveriesProps) {
  const [state, setState] = useState<WebhookDeliveryState | ''>('');
  const list = usePagedRows(labDeliveryPages(labId, state === '' ? {} : { state }));
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
            pending={list.isFetching && list.isLoaded && !list.isPlaceholder}
            pendingText="Refreshing…"
            onClick={() => list.refetch()}
          >
            Refresh
          </Button>
        </div>
      </div>
      <PagedList
        list={list}
        loadingLabel="Loading deliveries"
        skeletonClassName="h-32"
        errorTitle="We couldn't load the deliveries"
        headingLevel={3}
        empty={
          <EmptyState title="No deliveries" headingLevel={3}>
            {state === '' ? 'There were no events to send.' : 'No deliveries with this status.'}
          </EmptyState>
        }
      >
        {(delivery) => (
          <Delivery key={delivery.id} labId={labId} delivery={delivery} url={urlOf(delivery.endpointId)} />
        )}
      </PagedList>
    </>
  );
}

function Delivery({ labId, delivery, url }: { labId: string; delivery: WebhookDeliveryDto; url: string }) {
  const { type, state, attempts, createdAt, nextAttemptAt } = delivery;
  const facts = [
    formatInstant(createdAt),
    counted(attempts, 'attempt'),
    ...(nextAttemptAt ? [`next ${formatInstant(nextAttemptAt)}`] : []),
  ];
  return (
    <ExpandableRow title={type} state={STATES[state]} facts={facts}>
      {/* Another attempt in the list means another entry in the history. */}
      <History key={attempts} labId={labId} delivery={delivery} url={url} />
    </ExpandableRow>
  );
}

function History({ labId, delivery, url }: { labId: string; delivery: WebhookDeliveryDto; url: string }) {
  const path = { labId, id: delivery.id };
  const found = useQuery({ ...getLabWebhookDeliveryOptions({ path }), staleTime: 0 });
  const redeliver = useChange(sendLabWebhookDeliveryMutation(), {
    done: { title: 'Back in the queue', description: 'Refresh to see the result.' },
    refetch: [listLabWebhookDeliveriesQueryKey({ path: { labId } }), getLabWebhookDeliveryQueryKey({ path })],
  });
  return (
    <QueryResult
      query={found}
      loadingLabel="Loading attempts"
      skeletonClassName="h-16"
      errorTitle="We couldn't load the attempts"
      headingLevel={3}
    >
      {({ history }) => (
        <div className="stack gap-4">
          <p className="text-sm text-ink-soft wrap-anywhere">
            To {url}, webhook-id <Mono>{delivery.eventId}</Mono>
          </p>
          {history.length === 0 ? (
            <p className="text-sm">Not sent yet.</p>
          ) : (
            <ol className="stack gap-3">
              {history.map((attempt) => (
                <Attempt key={attempt.number} attempt={attempt} />
              ))}
            </ol>
          )}
          <MutationError error={redeliver.error} />
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
      )}
    </QueryResult>
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
