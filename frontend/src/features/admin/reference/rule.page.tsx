import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import {
  getStaffRuleOptions,
  proposeRuleEditionMutation,
} from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { StaffRuleDto } from '../../../api/generated/types.gen';
import { Breadcrumbs } from '../../../components/breadcrumbs';
import { QueryResult } from '../../../components/query-result';
import { paths } from '../../../paths';
import { DataList } from '../../../ui/data-list';
import { RadioGroup } from '../../../ui/fields/radio-group';
import { textLink } from '../../../ui/link-styles';
import { Notice } from '../../../ui/messages/notice';
import { PanelSection } from '../../../ui/panel-section';
import { formatDay } from '../../../ui/text/days';
import { toDraft } from './rule-draft';
import { RuleForm } from './rule-form';

export function Component() {
  const { id = '' } = useParams();
  const rule = useQuery({ ...getStaffRuleOptions({ path: { id } }), staleTime: 0 });
  return (
    <QueryResult
      query={rule}
      loadingLabel="Loading the rule"
      errorTitle="We couldn't load this rule"
      headingLevel={1}
      keepsStaleData
    >
      {(found) => (
        <div className="stack gap-6">
          <Facts rule={found} />
          {found.proposal ? (
            <Notice title="A new edition waits for a second person">
              <Link to={paths.staff.change(found.proposal)} className={textLink}>
                See what changes, and decide on it
              </Link>
            </Notice>
          ) : (
            <EditionForm key={found.edition} rule={found} onReload={() => rule.refetch()} />
          )}
        </div>
      )}
    </QueryResult>
  );
}

function Facts({ rule }: { rule: StaffRuleDto }) {
  const { id, place, title, edition, readOn, rereadBy, isDue, isShipped, reason, content } = rule;
  return (
    <section className="stack gap-4">
      <Breadcrumbs links={[{ to: paths.staff.rules, label: 'Rules' }]} current={id} />
      <h1 className="text-2xl wrap-anywhere">
        {place}: {title}
      </h1>
      <DataList
        items={[
          { label: 'Edition', value: `${edition}, read ${formatDay(readOn)}` },
          { label: 'Read again by', value: `${formatDay(rereadBy)}${isDue ? ' (due)' : ''}` },
          { label: 'Citation', value: String(content.citation) },
          {
            label: 'Public',
            value: isShipped ? (
              <Link to={paths.rule(id)} className={textLink}>
                Yes, as the public sees it
              </Link>
            ) : (
              'No'
            ),
          },
          ...(reason === null ? [] : [{ label: 'Reason', value: reason }]),
        ]}
      />
    </section>
  );
}

interface EditionFormProps {
  rule: StaffRuleDto;
  onReload: () => void;
}

/** Proposes the next edition: the same text read again, or with changes. */
function EditionForm({ rule: { id, edition, content }, onReload }: EditionFormProps) {
  const [isChanged, setChanged] = useState(false);
  return (
    <PanelSection id="new-edition" title={`Edition ${edition + 1}`} className="stack gap-5">
      <RuleForm
        initial={toDraft(content)}
        unchanged={isChanged ? undefined : content}
        mutation={proposeRuleEditionMutation()}
        toRequest={(reading) => ({ path: { id }, body: { ...reading, basedOn: edition } })}
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
    </PanelSection>
  );
}
