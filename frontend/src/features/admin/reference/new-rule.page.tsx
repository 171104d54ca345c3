import { useState } from 'react';
import { proposeRuleMutation } from '../../../api/generated/@tanstack/react-query-staff.gen';
import { Breadcrumbs } from '../../../components/breadcrumbs';
import { paths } from '../../../paths';
import { TextField } from '../../../ui/fields/text-field';
import { PanelSection } from '../../../ui/panel-section';
import { newRule } from './rule-draft';
import { RuleForm } from './rule-form';

/** Proposes a rule that the site does not have yet. */
export function Component() {
  const [initial] = useState(newRule);
  return (
    <div className="stack gap-6">
      <Breadcrumbs links={[{ to: paths.staff.rules, label: 'Rules' }]} current="New rule" />
      <h1 className="text-2xl">New rule</h1>
      <p className="max-w-text text-ink-soft">
        Enter only what you read, in the words of the text where you can. What you could not read goes into “What was
        not read”.
      </p>
      <PanelSection id="first-edition" title="Edition 1" className="stack gap-5">
        <RuleForm
          initial={initial}
          mutation={proposeRuleMutation()}
          toRequest={(reading, values) => ({ body: { ...reading, id: String(values.get('id')) } })}
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
      </PanelSection>
    </div>
  );
}
