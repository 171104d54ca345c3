import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getLabWebhookDeliveryQueryKey,
  listLabWebhookDeliveriesQueryKey,
} from '../../../api/generated/@tanstack/react-query.gen';
import {
  getLabWebhookDeliveryOptions,
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
import { PagedList } from '../../../components/admin/paged-list';
import { usePagedRows } from '../../../components/admin/use-paged-rows';
import { QueryResult } from '../../../components/query-result';
import type { BadgeTone } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { SelectField } from '../../../ui/fields/select-field';
import { EmptyState } from '../../../ui/messages/empty-state';
import { MutationError } from '../../../ui/messages/mutation-error';
import { toast } from '../../../ui/messages/toast-store';
import { Mono } from '../../../ui/mono';
import { formatInstant } from '../../../ui/text/days';

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

interface LabWebhookDeliveriesProps {
  labId: string;
  endpoints: readonly WebhookEndpointDto[];
}

export function LabWebhookDeliveries({ labId, endpoints }: LabWebhookDeliveriesProps) {
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
    `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
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
