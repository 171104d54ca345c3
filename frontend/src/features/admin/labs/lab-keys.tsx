import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { errorMessage } from '../../../api/api';
import {
  createLabKeyMutation,
  listLabKeysOptions,
  listLabKeysQueryKey,
  revokeLabKeyMutation,
} from '../../../api/generated/@tanstack/react-query.gen';
import type { LabKeyDto, LabKeyState, PartnerScope } from '../../../api/generated/types.gen';
import { Badge, type BadgeTone } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { CheckboxGroup } from '../../../ui/checkbox-group';
import { formatDay, formatInstant } from '../../../ui/days';
import { Dialog } from '../../../ui/dialog';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { CopyIcon } from '../../../ui/icons';
import { Mono } from '../../../ui/mono';
import { Notice } from '../../../ui/notice';
import { SelectField } from '../../../ui/select-field';
import { Loading, Skeleton } from '../../../ui/skeleton';
import { TextField } from '../../../ui/text-field';
import { toast } from '../../../ui/toast-store';

/** One in use and one to change over to; the server holds to it. */
const LIVE_KEYS_MAX = 2;

/** Each scope with one sentence on what a key with it can do. docs/labs.md says the same to labs. */
const SCOPES = [
  {
    value: 'certificates:write',
    label: 'Send certificates',
    description:
      "The lab's system can check, send, correct, amend and withdraw its certificates, one by one or in bulk (certificates:write).",
  },
  {
    value: 'certificates:read',
    label: 'Read its certificates',
    description:
      "It can read its own certificates, their status and our reviewers' comments, and never another lab's (certificates:read).",
  },
  {
    value: 'webhooks:manage',
    label: 'Manage webhooks',
    description:
      "It can choose where we send news about its certificates, and see and resend what we sent. The guide's webhook part needs it (webhooks:manage).",
  },
] as const satisfies readonly { value: PartnerScope; label: string; description: string }[];

const VALIDITIES = [
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '730', label: '2 years' },
  { value: '', label: 'Until revoked' },
] as const;

const STATES: Record<LabKeyState, { word: string; tone: BadgeTone }> = {
  live: { word: 'Live', tone: 'leaf' },
  expired: { word: 'Expired', tone: 'citrus' },
  revoked: { word: 'Revoked', tone: 'neutral' },
};

export function LabKeys({ labId }: { labId: string }) {
  const [issued, setIssued] = useState<string | null>(null);
  const newKey = useRef<HTMLElement>(null);
  return (
    <section aria-labelledby="keys" className="stack gap-4">
      <h2 id="keys" className="text-lg">
        Keys
      </h2>
      {issued !== null && <Issued ref={newKey} value={issued} onStored={() => setIssued(null)} />}
      <Keys labId={labId} newKey={newKey} onIssued={setIssued} />
    </section>
  );
}

interface IssuedProps {
  ref: RefObject<HTMLElement | null>;
  value: string;
  onStored: () => void;
}

/** The one time that a key is seen. */
function Issued({ ref, value, onStored }: IssuedProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      toast({ title: 'Key copied' });
    } catch {
      toast({ title: "Couldn't copy the key", description: 'Select it and copy it.', variant: 'destructive' });
    }
  };
  return (
    <section ref={ref} tabIndex={-1} aria-label="New key" className="rounded-md">
      <Notice
        tone="caution"
        title="Copy this key now. You won't see it again."
        actions={
          <>
            <Button size="sm" icon={<CopyIcon className="size-4.5" />} onClick={copy}>
              Copy key
            </Button>
            <Button size="sm" variant="secondary" onClick={onStored}>
              I saved it
            </Button>
          </>
        }
      >
        <ul className="list-disc ps-5">
          <li>Send it to the lab in a way only they can read, not by plain email or chat.</li>
          <li>The lab keeps it in its system's secret store, and never in source code.</li>
          <li>We don't keep a copy. If it is lost or seen by others, revoke it and create a new one.</li>
        </ul>
        <p className="mt-2 text-base text-ink select-all">
          <Mono>{value}</Mono>
        </p>
      </Notice>
    </section>
  );
}

interface KeysProps {
  labId: string;
  /** Where a key is shown that was just made. */
  newKey: RefObject<HTMLElement | null>;
  onIssued: (key: string) => void;
}

function Keys({ labId, newKey, onIssued }: KeysProps) {
  const keys = useQuery({ ...listLabKeysOptions({ path: { id: labId } }), staleTime: 0 });
  if (keys.isError) {
    return (
      <ErrorState headingLevel={3} title="We couldn't load the keys" onRetry={() => keys.refetch()}>
        {errorMessage(keys.error)}
      </ErrorState>
    );
  }
  if (keys.isPending) {
    return (
      <Loading label="Loading keys">
        <Skeleton className="h-32 w-full" />
      </Loading>
    );
  }
  const live = keys.data.filter(({ state }) => state === 'live').length;
  return (
    <>
      {keys.data.length === 0 ? (
        <EmptyState title="No keys yet" headingLevel={3}>
          This lab can't send anything without a key.
        </EmptyState>
      ) : (
        <ul className="stack gap-px overflow-hidden rounded-lg border border-rule bg-rule">
          {keys.data.map((key) => (
            <Row key={key.id} labId={labId} labKey={key} />
          ))}
        </ul>
      )}
      {live < LIVE_KEYS_MAX ? (
        <CreateKey labId={labId} newKey={newKey} onIssued={onIssued} />
      ) : (
        <p className="text-sm text-ink-soft">
          Two keys are already live, one in use and one to switch to. Revoke one before you create another.
        </p>
      )}
    </>
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
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open);
        revoke.reset();
      }}
      trigger={
        <Button size="sm" variant="secondary">
          Revoke<span className="sr-only"> {label}</span>
        </Button>
      }
      title={`Revoke ${label}`}
      description={`We will refuse the key ${prefix}…${lastFour} from the next request on. You can't undo this.`}
    >
      <div className="stack gap-4">
        {revoke.error && (
          <Notice tone="danger" role="alert">
            {errorMessage(revoke.error)}
          </Notice>
        )}
        <Button
          variant="destructive"
          pending={revoke.isPending}
          pendingText="Revoking…"
          onClick={() => revoke.mutate({ path: { id: labId, keyId: id } })}
        >
          Revoke key
        </Button>
      </div>
    </Dialog>
  );
}

function CreateKey({ labId, newKey, onIssued }: KeysProps) {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [missing, setMissing] = useState<string>();
  const create = useMutation({
    ...createLabKeyMutation(),
    // The answer holds the key: it is shown once, and kept in no cache.
    gcTime: 0,
    onSuccess: async ({ key }) => {
      setOpen(false);
      onIssued(key);
      await queryClient.invalidateQueries({ queryKey: listLabKeysQueryKey({ path: { id: labId } }) });
    },
  });
  const openOrClose = (isOpening: boolean) => {
    if (isOpening) create.reset();
    setMissing(undefined);
    setOpen(isOpening);
  };
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const scopes = values.getAll('scopes') as PartnerScope[];
    if (scopes.length === 0) return setMissing('Choose at least one');
    setMissing(undefined);
    const days = String(values.get('validDays'));
    const body = { label: String(values.get('label')), scopes, ...(days && { validDays: Number(days) }) };
    create.mutate({ path: { id: labId }, body });
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={openOrClose}
      onCloseAutoFocus={(event) => {
        if (!newKey.current) return;
        event.preventDefault();
        newKey.current.focus(); // nothing on this page is more urgent than a key that is seen once
      }}
      trigger={<Button className="justify-self-start">Create key</Button>}
      title="Create key"
      description="You see the key only once, right after you create it. Anyone who has it can do what you allow here, so allow only what the lab needs."
    >
      <form onSubmit={send} className="stack gap-4">
        <TextField
          label="Label"
          name="label"
          required
          maxLength={60}
          hint="A name to tell it apart, such as the system that uses it."
        />
        <CheckboxGroup
          legend="Allowed to"
          name="scopes"
          required
          options={SCOPES}
          defaultValue={['certificates:write', 'certificates:read']}
          error={missing}
        />
        <SelectField label="Valid for" name="validDays" options={VALIDITIES} defaultValue="365" />
        {create.error && (
          <Notice tone="danger" role="alert">
            {errorMessage(create.error)}
          </Notice>
        )}
        <Button type="submit" pending={create.isPending} pendingText="Creating…">
          Create key
        </Button>
      </form>
    </Dialog>
  );
}
