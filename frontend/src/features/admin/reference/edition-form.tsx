import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { proposeRuleEditionMutation } from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { StaffRuleDto } from '../../../api/generated/types.gen';
import { RadioGroup } from '../../../ui/fields/radio-group';
import { Panel } from '../../../ui/panel';
import { toDraft } from './rule-draft';
import { RuleForm } from './rule-form';
import { useAfterProposal } from './use-after-proposal';

interface EditionFormProps {
  rule: StaffRuleDto;
  onReload: () => void;
}

/** Proposes the next edition: the same text read again, or with changes. */
export function EditionForm({ rule: { id, edition, content }, onReload }: EditionFormProps) {
  const [isChanged, setChanged] = useState(false);
  const propose = useMutation({ ...proposeRuleEditionMutation(), onSuccess: useAfterProposal() });
  return (
    <Panel as="section" aria-labelledby="new-edition" className="stack gap-5">
      <h2 id="new-edition" className="text-lg">
        Edition {edition + 1}
      </h2>
      <RuleForm
        initial={toDraft(content)}
        unchanged={isChanged ? undefined : content}
        mutation={propose}
        onSend={(reading) => propose.mutate({ path: { id }, body: { ...reading, basedOn: edition } })}
        onReload={onReload}
        submitLabel={`Propose edition ${edition + 1}`}
        reasonHint="Why there is a new edition. Visitors read it on the rule's page."
        note={`A second reviewer compares it with edition ${edition} and confirms or declines it. Until then nothing changes for visitors.`}
      >
        {() => (
          <RadioGroup
            legend="What you found"
            name="finding"
            value={isChanged ? 'changed' : 'same'}
            onValueChange={(value) => setChanged(value === 'changed')}
            options={[
              { value: 'same', label: 'I read it again, nothing changed' },
              { value: 'changed', label: 'Something changed, or our reading was wrong' },
            ]}
          />
        )}
      </RuleForm>
    </Panel>
  );
}
