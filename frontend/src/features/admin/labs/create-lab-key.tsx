import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { listLabKeysQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { createLabKeyMutation } from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { PartnerScope } from '../../../api/generated/types.gen';
import { FormDialog } from '../../../components/admin/mutation-dialog';
import { Button } from '../../../ui/button';
import { CheckboxGroup } from '../../../ui/fields/checkbox-group';
import { SelectField } from '../../../ui/fields/select-field';
import { TextField } from '../../../ui/fields/text-field';

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

export interface CreateLabKeyProps {
  labId: string;
  /** The element that shows a key that was just created. */
  newKey: RefObject<HTMLElement | null>;
  onCreated: (key: string) => void;
}

export function CreateLabKey({ labId, newKey, onCreated }: CreateLabKeyProps) {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [missing, setMissing] = useState<string>();
  const create = useMutation({
    ...createLabKeyMutation(),
    // The response contains the key, so it is not kept in the cache.
    gcTime: 0,
    onSuccess: async ({ key }) => {
      setOpen(false);
      onCreated(key);
      await queryClient.invalidateQueries({ queryKey: listLabKeysQueryKey({ path: { id: labId } }) });
    },
  });
  const openOrClose = (isOpening: boolean) => {
    setMissing(undefined);
    setOpen(isOpening);
  };
  const send = (values: FormData) => {
    const scopes = values.getAll('scopes') as PartnerScope[];
    if (scopes.length === 0) return setMissing('Choose at least one');
    setMissing(undefined);
    const days = String(values.get('validDays'));
    const body = { label: String(values.get('label')), scopes, ...(days && { validDays: Number(days) }) };
    create.mutate({ path: { id: labId }, body });
  };
  return (
    <FormDialog
      open={isOpen}
      onOpenChange={openOrClose}
      mutation={create}
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
      onSend={send}
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
