import { useState } from 'react';
import { takeDownDocumentMutation } from '../../../../api/generated/@tanstack/react-query-staff.gen';
import type { DocumentRemovalReason } from '../../../../api/generated/types.gen';
import { FormDialog } from '../../../../components/admin/form-dialog';
import { Button } from '../../../../ui/button';
import { SelectField } from '../../../../ui/fields/select-field';
import { TextareaField } from '../../../../ui/fields/textarea-field';

/** Why a document is taken down, and what the public then reads (decision 0048). */
const REMOVAL_REASONS: readonly { value: DocumentRemovalReason; label: string; statement: string }[] = [
  {
    value: 'personal-data',
    label: 'Personal data',
    statement: 'We removed this document because it contains personal data.',
  },
  {
    value: 'copyright',
    label: 'Copyright',
    statement: 'We removed this document because the holder of its rights asked us to.',
  },
  {
    value: 'legal-order',
    label: 'Legal order',
    statement: 'We removed this document because the law requires it.',
  },
  { value: 'forged', label: 'Forged', statement: 'We removed this document because the lab did not issue it.' },
  {
    value: 'sent-by-mistake',
    label: 'Sent by mistake',
    statement: 'We removed this document because it was sent by mistake.',
  },
];

/** The dialog to take a document down for good. */
export function RemoveDocument({ sha256 }: { sha256: string }) {
  const [reason, setReason] = useState<DocumentRemovalReason | ''>('');
  const statement = REMOVAL_REASONS.find(({ value }) => value === reason)?.statement;
  return (
    <FormDialog
      mutation={takeDownDocumentMutation()}
      toRequest={(values) =>
        reason === '' ? null : { path: { sha256 }, body: { reason, text: String(values.get('text')) } }
      }
      done={{ title: 'The PDF was removed', description: 'Its page now says so, and why.' }}
      onOpenChange={() => setReason('')}
      trigger={
        <Button size="sm" variant="secondary">
          Remove the PDF…
        </Button>
      }
      title="Remove this PDF for good?"
      description="You can't undo this, and the same file can't be sent again."
      submitLabel="Remove the PDF"
      pendingText="Removing…"
      isDestructive
    >
      <WhatHappens />
      <SelectField
        label="Reason"
        required
        hint={statement ? `Anyone can read: “${statement}”` : 'Anyone can read a sentence about it.'}
        value={reason}
        options={[{ value: '', label: 'Choose a reason', disabled: true }, ...REMOVAL_REASONS]}
        onChange={(event) => setReason(event.target.value as DocumentRemovalReason)}
      />
      <TextareaField
        label="What led to it"
        name="text"
        required
        maxLength={1000}
        hint="Only staff can read this, in the audit log."
      />
    </FormDialog>
  );
}

function WhatHappens() {
  return (
    <div className="stack gap-3 text-sm">
      <div>
        <p className="font-semibold">Deleted</p>
        <p>The PDF, the pictures of its pages, and what software read, on every certificate that has this PDF.</p>
      </div>
      <div>
        <p className="font-semibold">Kept</p>
        <p>The certificate and its results, the SHA-256 of the PDF, the reason, and an entry in the audit log.</p>
      </div>
    </div>
  );
}
