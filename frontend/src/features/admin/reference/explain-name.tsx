import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { proposeAnalyteNameMutation } from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { AnalyteDto, NameScope, ProposedNameDto, UnresolvedNameDto } from '../../../api/generated/types.gen';
import { FormDialog } from '../../../components/admin/mutation-dialog';
import { Button } from '../../../ui/button';
import { RadioGroup } from '../../../ui/fields/radio-group';
import { TextareaField } from '../../../ui/fields/textarea-field';
import { toast } from '../../../ui/messages/toast-store';
import { AnalytePicker } from './analyte-picker';
import { panelLabel } from './panel-label';
import { useRefreshReference } from './use-refresh-reference';

/** Proposes what a printed name means. */
export function ExplainName({ name: { name, panel } }: { name: UnresolvedNameDto }) {
  const [isOpen, setOpen] = useState(false);
  const [analyte, setAnalyte] = useState<AnalyteDto | null>(null);
  const [missing, setMissing] = useState<string>();
  const refresh = useRefreshReference();
  const propose = useMutation({
    ...proposeAnalyteNameMutation(),
    onSuccess: async () => {
      setOpen(false);
      toast({ title: 'Proposed', description: `A second reviewer decides whether “${name}” means that.` });
      await refresh();
    },
  });
  const send = (values: FormData) => {
    if (!analyte) return setMissing('Choose an analyte from the list');
    const scope = (values.get('scope') ?? 'everywhere') as NameScope;
    const body = { name, panel: panel as ProposedNameDto['panel'], analyte: analyte.key, scope };
    propose.mutate({ body: { ...body, reason: String(values.get('reason')) } });
  };
  return (
    <FormDialog
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open);
        setAnalyte(null);
        setMissing(undefined);
      }}
      mutation={propose}
      trigger={
        <Button size="sm" variant="secondary">
          This is …<span className="sr-only"> ({name})</span>
        </Button>
      }
      title={`What is “${name}”?`}
      description={`Printed under ${panelLabel(panel)}. A second reviewer has to confirm your answer before it counts.`}
      submitLabel="Propose"
      pendingText="Proposing…"
      onSend={send}
    >
      <AnalytePicker
        chosen={analyte}
        onChoose={(chosen) => {
          setAnalyte(chosen);
          setMissing(undefined);
        }}
        error={missing}
      />
      {analyte && <Scope analyte={analyte} panel={panel} />}
      <TextareaField
        label="Reason"
        name="reason"
        required
        maxLength={1000}
        hint="How you know. The second reviewer reads it."
      />
    </FormDialog>
  );
}

/** A name can be limited to the analyte's own panel only if it is printed there. */
function Scope({ analyte, panel }: { analyte: AnalyteDto; panel: string }) {
  const isOwnPanel = analyte.panel === panel;
  return (
    <RadioGroup
      key={analyte.key}
      legend="Where it means that"
      name="scope"
      defaultValue={isOwnPanel ? 'panel' : 'everywhere'}
      options={[
        ...(isOwnPanel ? [{ value: 'panel', label: `Only under ${panelLabel(panel)}` }] : []),
        { value: 'everywhere', label: 'Wherever a report prints it' },
      ]}
    />
  );
}
