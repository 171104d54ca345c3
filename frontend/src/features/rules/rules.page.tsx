import { useQuery } from '@tanstack/react-query';
import { listRulesOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { RuleDto } from '../../api/generated/types.gen';
import { stateOfRule } from '../../components/law/states';
import { StandaloneLink } from '../../components/links';
import { QueryResult } from '../../components/query-result';
import { RuleSummary } from '../../components/rules/rule-summary';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { Section } from '../../ui/section';

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
        <p className="flex flex-wrap gap-x-6">
          <StandaloneLink to={paths.law}>Find your state</StandaloneLink>
          <StandaloneLink to={paths.december11}>What changes on December 11, 2026</StandaloneLink>
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
  const ofPlace = rules.filter((rule) => rule.place === place);
  const state = ofPlace[0] && stateOfRule(ofPlace[0]);
  return (
    <Section id={place.toLowerCase().replaceAll(' ', '-')} title={place} headingClassName="text-xl">
      <ul className="stack gap-4">
        {ofPlace.map((rule) => (
          <RuleSummary key={rule.id} rule={rule} />
        ))}
      </ul>
      {state && <StandaloneLink to={paths.stateLaw(state.slug)}>What we know about {state.name}</StandaloneLink>}
    </Section>
  );
}
