import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { proposeRuleMutation } from '../../../api/generated/@tanstack/react-query-staff.gen';
import { Breadcrumbs } from '../../../components/breadcrumbs';
import { paths } from '../../../paths';
import { TextField } from '../../../ui/fields/text-field';
import { Panel } from '../../../ui/panel';
import { newRule } from './rule-draft';
import { RuleForm } from './rule-form';
import { useAfterProposal } from './use-after-proposal';

/** Proposes a rule that the site does not have yet. */
export function Component() {
  const [initial] = useState(newRule);
  const propose = useMutation({ ...proposeRuleMutation(), onSuccess: useAfterProposal() });
  return (
    <div className="stack gap-6">
      <Breadcrumbs links={[{ to: paths.staff.rules, label: 'Rules' }]} current="New rule" />
      <h1 className="text-2xl">New rule</h1>
      <p className="max-w-text text-ink-soft">
        Enter only what you read, in the words of the text where you can. What you could not read goes into “What was
        not read”.
      </p>
      <Panel as="section" aria-labelledby="first-edition" className="stack gap-5">
        <h2 id="first-edition" className="text-lg">
          Edition 1
        </h2>
        <RuleForm
          initial={initial}
          mutation={propose}
          onSend={(reading, values) => propose.mutate({ body: { ...reading, id: String(values.get('id')) } })}
          submitLabel="Propose the rule"
          reasonHint="Why it is added. Visitors read it on the rule's page."
          note="A second reviewer checks it and confirms or declines it. Until then nothing changes for visitors."
        >
          {(errorOf) => (
            <TextField
              label="Short name"
              name="id"
              required
              maxLength={60}
              autoComplete="off"
              spellCheck={false}
              hint="The address of its page, such as “us-de-drinks”: lowercase letters, digits and hyphens. It never changes."
              {...errorOf('id')}
              {...errorOf('content.id')}
            />
          )}
        </RuleForm>
      </Panel>
    </div>
  );
}
