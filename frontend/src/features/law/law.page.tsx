import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { listRulesOptions } from '../../api/generated/@tanstack/react-query.gen';
import { STATES, type State, stateByCode } from '../../components/law/states';
import { StandaloneLink, TextLink } from '../../components/links';
import { useHomeState } from '../../hooks/use-home-state';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { Section } from '../../ui/section';
import { type Knowledge, knowledgeOf } from './state-law';

const KNOWLEDGE: Record<Knowledge, string> = {
  read: 'Read in part',
  reported: 'Reported only',
  none: 'Not read yet',
};

/** The fifty states and D.C., with how much we know about each. */
export function Component() {
  usePageMeta('law');
  const rules = useQuery(listRulesOptions()).data;
  return (
    <div className="stack gap-8">
      <header className="stack max-w-text gap-4">
        <h1>The Law in Your State</h1>
        <p className="text-lg text-ink-soft">
          A can sold openly in one state may be banned in the next. Find your state to see what we have read.
        </p>
        <HomeState />
        <p className="flex flex-wrap gap-x-6">
          <StandaloneLink to={paths.december11}>What changes on December 11, 2026</StandaloneLink>
          <StandaloneLink to={paths.article('legal-considerations')}>The law, explained</StandaloneLink>
        </p>
      </header>
      <Section id="states" title="Find your state">
        <ul className="grid grid-cols-2 gap-x-4 sm:grid-cols-3 lg:grid-cols-4">
          {STATES.map((state) => (
            <StateItem key={state.code} state={state} knowledge={rules && knowledgeOf(state, rules)} />
          ))}
        </ul>
      </Section>
      <p className="max-w-text text-sm text-ink-soft">
        “Not read yet” does not mean that a state has no limit. This is not legal advice. Ask your state's alcohol or
        cannabis regulator.
      </p>
    </div>
  );
}

function StateItem({ state: { slug, name }, knowledge }: { state: State; knowledge: Knowledge | undefined }) {
  return (
    <li className="border-t border-rule">
      <Link to={paths.stateLaw(slug)} className="flex min-h-11 flex-col justify-center py-2 leading-snug">
        <span className="font-medium text-pine underline underline-offset-[0.2em]">{name}</span>
        {knowledge && <span className="text-sm text-ink-soft">{KNOWLEDGE[knowledge]}</span>}
      </Link>
    </li>
  );
}

/** The remembered state, which only this device knows. */
function HomeState() {
  const [code, choose] = useHomeState();
  const state = stateByCode(code);
  if (!state) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-4 print:hidden">
      <span>
        Your state: <TextLink to={paths.stateLaw(state.slug)}>{state.name}</TextLink>
      </span>
      <Button variant="quiet" size="sm" onClick={() => choose(null)}>
        Forget my state
      </Button>
    </p>
  );
}
