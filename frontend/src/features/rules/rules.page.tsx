import { useQuery } from '@tanstack/react-query';
import { listRulesOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { RuleDto } from '../../api/generated/types.gen';
import { TextLink } from '../../components/links';
import { QueryResult } from '../../components/query-result';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { Section } from '../../ui/section';
import { formatLongDay } from '../../ui/text/days';
import { isRead, timeWords } from './rule-words';

/** The rules of jurisdictions as we read them, by place. */
export function Component() {
  usePageMeta('rules');
  const rules = useQuery(listRulesOptions());
  return (
    <div className="stack gap-8">
      <header className="stack max-w-text gap-4">
        <h1>Rules We Compare With</h1>
        <p className="text-lg text-ink-soft">
          Certificates show how the lab's figures compare with these federal and state rules, as we read them.
        </p>
        <p>
          This is arithmetic, not legal advice. We read copies of the texts, on the day that each page names, and we
          haven't read every rule. Rules change. Ask your state's agency before you rely on one.
        </p>
      </header>
      <QueryResult query={rules} loadingLabel="Loading the rules" errorTitle="We couldn't load the rules">
        {(list) => placesOf(list).map((place) => <Place key={place} place={place} rules={list} />)}
      </QueryResult>
    </div>
  );
}

const placesOf = (rules: readonly RuleDto[]) => [...new Set(rules.map(({ place }) => place))];

function Place({ place, rules }: { place: string; rules: readonly RuleDto[] }) {
  return (
    <Section id={place.toLowerCase().replaceAll(' ', '-')} title={place} headingClassName="text-xl">
      <ul className="stack gap-4">
        {rules
          .filter((rule) => rule.place === place)
          .map((rule) => (
            <li key={rule.id} className="stack max-w-text gap-1 border-t border-rule pt-3">
              <TextLink to={paths.rule(rule.id)} className="font-medium">
                {rule.title}
              </TextLink>
              <p className="text-sm text-ink-soft">
                {isRead(rule)
                  ? `${timeWords(rule)}. We read it on ${formatLongDay(rule.readOn)}.`
                  : `Reported, not read by us. We found the reports on ${formatLongDay(rule.readOn)}.`}
                {rule.forComparison && ' Its limits do not apply to hemp drinks; they are here to compare with.'}
              </p>
              {rule.noVerdictReason && (
                <p className="text-sm font-medium">No certificate is compared with it now. {rule.noVerdictReason}</p>
              )}
              {rule.scope && <p className="text-sm">Only for: {rule.scope}</p>}
              <p className="text-sm">{conditionsOf(rule)}</p>
            </li>
          ))}
      </ul>
    </Section>
  );
}

/** Longer lists are on the page of the rule. */
const SHOWN_CONDITIONS = 3;

function conditionsOf({ checks }: RuleDto): string {
  if (checks.length > SHOWN_CONDITIONS) return `Limits for ${checks.length} things.`;
  return checks.map(({ text }) => text).join('; ');
}
