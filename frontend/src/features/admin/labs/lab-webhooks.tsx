import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  listLabWebhookDeliveriesQueryKey,
  listLabWebhookEndpointsQueryKey,
} from '../../../api/generated/@tanstack/react-query.gen';
import {
  enableLabWebhookEndpointMutation,
  listLabWebhookEndpointsOptions,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { WebhookEndpointDto } from '../../../api/generated/types.gen';
import { QueryResult } from '../../../components/query-result';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { rowList } from '../../../ui/fields/row-list';
import { EmptyState } from '../../../ui/messages/empty-state';
import { MutationError } from '../../../ui/messages/mutation-error';
import { toast } from '../../../ui/messages/toast-store';
import { Section } from '../../../ui/section';
import { formatInstant } from '../../../ui/text/days';
import { LabWebhookDeliveries } from './lab-webhook-deliveries';

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
