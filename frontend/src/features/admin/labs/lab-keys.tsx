import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { listLabKeysQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { listLabKeysOptions, revokeLabKeyMutation } from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { LabKeyDto, LabKeyState } from '../../../api/generated/types.gen';
import { MutationDialog } from '../../../components/admin/mutation-dialog';
import { QueryResult } from '../../../components/query-result';
import { Badge, type BadgeTone } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { rowList } from '../../../ui/fields/row-list';
import { EmptyState } from '../../../ui/messages/empty-state';
import { MutationError } from '../../../ui/messages/mutation-error';
import { toast } from '../../../ui/messages/toast-store';
import { Mono } from '../../../ui/mono';
import { Section } from '../../../ui/section';
import { formatDay, formatInstant } from '../../../ui/text/days';
import { CreateLabKey, type CreateLabKeyProps } from './create-lab-key';
import { NewLabKey } from './new-lab-key';

/** One in use and one to switch to. The server enforces this limit. */
const LIVE_KEYS_MAX = 2;

const STATES: Record<LabKeyState, { word: string; tone: BadgeTone }> = {
  live: { word: 'Live', tone: 'leaf' },
  expired: { word: 'Expired', tone: 'citrus' },
  revoked: { word: 'Revoked', tone: 'neutral' },
};

export function LabKeys({ labId }: { labId: string }) {
  const [created, setCreated] = useState<string | null>(null);
  const newKey = useRef<HTMLElement>(null);
  return (
    <Section id="keys" title="Keys">
      {created !== null && <NewLabKey ref={newKey} value={created} onSaved={() => setCreated(null)} />}
      <Keys labId={labId} newKey={newKey} onCreated={setCreated} />
    </Section>
  );
}

function Keys({ labId, newKey, onCreated }: CreateLabKeyProps) {
  const keys = useQuery({ ...listLabKeysOptions({ path: { id: labId } }), staleTime: 0 });
  return (
    <QueryResult
      query={keys}
      loadingLabel="Loading keys"
      skeletonClassName="h-32"
      errorTitle="We couldn't load the keys"
      headingLevel={3}
    >
      {(found) => (
        <>
          <KeyRows labId={labId} keys={found} />
          {found.filter(({ state }) => state === 'live').length < LIVE_KEYS_MAX ? (
            <CreateLabKey labId={labId} newKey={newKey} onCreated={onCreated} />
          ) : (
            <p className="text-sm text-ink-soft">
              Two keys are already live, one in use and one to switch to. Revoke one before you create another.
            </p>
          )}
        </>
      )}
    </QueryResult>
  );
}

function KeyRows({ labId, keys }: { labId: string; keys: readonly LabKeyDto[] }) {
  if (keys.length === 0) {
    return (
      <EmptyState title="No keys yet" headingLevel={3}>
        This lab can't send anything without a key.
      </EmptyState>
    );
  }
  return (
    <ul className={rowList}>
      {keys.map((key) => (
        <Row key={key.id} labId={labId} labKey={key} />
      ))}
    </ul>
  );
}

function Row({ labId, labKey }: { labId: string; labKey: LabKeyDto }) {
  const { label, prefix, lastFour, state, scopes, createdAt, createdBy, expiresAt, lastUsedAt, revokedAt } = labKey;
  const day = (at: string) => formatDay(at.slice(0, 10));
  const facts = [
    `Created by ${createdBy} on ${day(createdAt)}`,
    lastUsedAt ? `last used ${formatInstant(lastUsedAt)}` : 'never used',
    ...(revokedAt ? [`revoked on ${day(revokedAt)}`] : []),
    ...(expiresAt ? [`${state === 'expired' ? 'expired' : 'expires'} on ${day(expiresAt)}`] : ['does not expire']),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-surface p-4">
      <div className="stack min-w-0 flex-1 basis-60 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium wrap-anywhere">{label}</span>
          <Badge tone={STATES[state].tone}>{STATES[state].word}</Badge>
        </p>
        <p>
          <Mono>
            {prefix}…{lastFour}
          </Mono>
        </p>
        <p className="text-sm text-ink-soft wrap-anywhere">{scopes.join(', ')}</p>
        <p className="text-sm text-ink-soft">{facts.join(' · ')}</p>
      </div>
      {state !== 'revoked' && <RevokeKey labId={labId} labKey={labKey} />}
    </li>
  );
}

function RevokeKey({ labId, labKey: { id, label, prefix, lastFour } }: { labId: string; labKey: LabKeyDto }) {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const revoke = useMutation({
    ...revokeLabKeyMutation(),
    onSuccess: async () => {
      setOpen(false);
      toast({ title: `Key ${label} revoked` });
      await queryClient.invalidateQueries({ queryKey: listLabKeysQueryKey({ path: { id: labId } }) });
    },
  });
  return (
    <MutationDialog
      open={isOpen}
      onOpenChange={setOpen}
      mutation={revoke}
      trigger={
        <Button size="sm" variant="secondary">
          Revoke<span className="sr-only"> {label}</span>
        </Button>
      }
      title={`Revoke ${label}`}
      description={`We will refuse the key ${prefix}…${lastFour} from the next request on. You can't undo this.`}
    >
      <div className="stack gap-4">
        <MutationError error={revoke.error} />
        <Button
          variant="destructive"
          pending={revoke.isPending}
          pendingText="Revoking…"
          onClick={() => revoke.mutate({ path: { id: labId, keyId: id } })}
        >
          Revoke key
        </Button>
      </div>
    </MutationDialog>
  );
}
