import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { listLabKeysQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import {
  createLabKeyMutation,
  listLabKeysOptions,
  revokeLabKeyMutation,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { LabKeyDto, LabKeyState, PartnerScope } from '../../../api/generated/types.gen';
import { FormDialog } from '../../../components/admin/form-dialog';
import { QueryResult } from '../../../components/query-result';
import { Badge, type BadgeTone } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { CheckboxGroup } from '../../../ui/fields/checkbox-group';
import { rowList } from '../../../ui/fields/row-list';
import { SelectField } from '../../../ui/fields/select-field';
import { TextField } from '../../../ui/fields/text-field';
import { CopyIcon } from '../../../ui/icons';
import { EmptyState } from '../../../ui/messages/empty-state';
import { Notice } from '../../../ui/messages/notice';
import { Mono } from '../../../ui/mono';
import { Section } from '../../../ui/section';
import { copyText } from '../../../ui/sharing/copy-text';
import { formatDay, formatInstant } from '../../../ui/text/days';

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

interface NewLabKeyProps {
  ref: RefObject<HTMLElement | null>;
  value: string;
  onSaved: () => void;
}

/** A key that was just created. The server never shows it again. */
function NewLabKey({ ref, value, onSaved }: NewLabKeyProps) {
  const copy = () =>
    copyText(value, {
      copied: { title: 'Key copied' },
      failed: { title: "Couldn't copy the key", description: 'Select it and copy it.' },
    });
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
            <Button size="sm" variant="secondary" onClick={onSaved}>
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
  return (
    <FormDialog
      mutation={revokeLabKeyMutation()}
      toRequest={() => ({ path: { id: labId, keyId: id } })}
      done={{ title: `Key ${label} revoked` }}
      refetch={[listLabKeysQueryKey({ path: { id: labId } })]}
      trigger={
        <Button size="sm" variant="secondary">
          Revoke<span className="sr-only"> {label}</span>
        </Button>
      }
      title={`Revoke ${label}`}
      description={`We will refuse the key ${prefix}…${lastFour} from the next request on. You can't undo this.`}
      submitLabel="Revoke key"
      pendingText="Revoking…"
      isDestructive
    />
  );
}

/** What a key with each scope can do. docs/labs.md says the same to labs. */
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

interface CreateLabKeyProps {
  labId: string;
  /** The element that shows a key that was just created. */
  newKey: RefObject<HTMLElement | null>;
  onCreated: (key: string) => void;
}

function CreateLabKey({ labId, newKey, onCreated }: CreateLabKeyProps) {
  const [missing, setMissing] = useState<string>();
  const toRequest = (values: FormData) => {
    const scopes = values.getAll('scopes') as PartnerScope[];
    setMissing(scopes.length === 0 ? 'Choose at least one' : undefined);
    if (scopes.length === 0) return null;
    const validDays = Number(values.get('validDays')) || undefined;
    return { path: { id: labId }, body: { label: String(values.get('label')), scopes, validDays } };
  };
  return (
    <FormDialog
      // The response contains the key, so it is not kept in the cache.
      mutation={{ ...createLabKeyMutation(), gcTime: 0 }}
      toRequest={toRequest}
      onDone={({ key }) => onCreated(key)}
      refetch={[listLabKeysQueryKey({ path: { id: labId } })]}
      onOpenChange={() => setMissing(undefined)}
      onCloseAutoFocus={(event) => {
        if (!newKey.current) return;
        event.preventDefault();
        newKey.current.focus(); // the key is shown only once, so it gets the focus
      }}
      trigger={<Button className="justify-self-start">Create key</Button>}
      title="Create key"
      description="You see the key only once, right after you create it. Anyone who has it can do what you allow here, so allow only what the lab needs."
      submitLabel="Create key"
      pendingText="Creating…"
    >
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
    </FormDialog>
  );
}
