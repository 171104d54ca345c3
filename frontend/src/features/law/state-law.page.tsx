import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { listRulesOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { RuleDto } from '../../api/generated/types.gen';
import { usePageContext } from '../../api/page-context';
import { Breadcrumbs } from '../../components/breadcrumbs';
import { type State, stateBySlug } from '../../components/law/states';
import { ButtonLink, StandaloneLink } from '../../components/links';
import { NotFound } from '../../components/not-found';
import { QueryResult } from '../../components/query-result';
import { RuleCitation, RuleSummary } from '../../components/rules/rule-summary';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { textLink } from '../../ui/link-styles';
import { Notice } from '../../ui/messages/notice';
import { Section } from '../../ui/section';
import { formatLongDay } from '../../ui/text/days';
import { RememberState } from './remember-state';
import { federalRules, isOutOfDate, type Knowledge, knowledgeOf, lawOf, rulesOf, type StateLaw } from './state-law';

/** What we know about the law of one state: what we read, what others say, and whom to ask. */
export function Component() {
  const { state: slug = '' } = useParams();
  const state = stateBySlug(slug);
  return state ? <StatePage key={state.code} state={state} /> : <NotFound />;
}

function StatePage({ state }: { state: State }) {
  const { name, slug } = state;
  usePageMeta('stateLaw', { state: slug, name });
  const rules = useQuery(listRulesOptions());
  return (
    <article className="stack gap-8">
      <header className="stack max-w-text gap-4">
        <Breadcrumbs links={[{ to: paths.law, label: 'Law by state' }]} current={name} />
        <h1>{name}: hemp THC drinks and the law</h1>
        <p className="text-lg text-ink-soft">What we have read, and on which day. This is not legal advice.</p>
        <RememberState state={state} />
      </header>
      <QueryResult query={rules} loadingLabel="Loading the rules" errorTitle="We couldn't load the rules">
        {(list) => (
          <>
            <Known state={state} rules={list} />
            <Country rules={list} />
          </>
        )}
      </QueryResult>
      <WhomToAsk law={lawOf(state)} />
      <nav aria-label="Where to go next" className="flex flex-wrap gap-3 print:hidden">
        <ButtonLink to={paths.law}>All states</ButtonLink>
        <ButtonLink to={paths.article('legal-considerations')} variant="secondary">
          The law, explained
        </ButtonLink>
        <ButtonLink to={paths.rules} variant="secondary">
          Rules we compare with
        </ButtonLink>
      </nav>
    </article>
  );
}

const LEADS: Record<Exclude<Knowledge, 'none'>, string> = {
  read: 'We have read parts of its rules, not all of them.',
  reported: "We haven't read its law. This is what others say about it.",
};

function Known({ state, rules }: { state: State; rules: readonly RuleDto[] }) {
  const knowledge = knowledgeOf(state, rules);
  const own = rulesOf(state, rules);
  const { reported } = lawOf(state);
  return (
    <Section id="state" title={`What we know about ${state.name}`}>
      {knowledge === 'none' ? (
        <Notice tone="caution" title="Not read yet" className="max-w-text">
          We haven't read this state's rules. That does not mean it has no limit. Some states allow no THC in ordinary
          stores.
        </Notice>
      ) : (
        <>
          <p className="max-w-text">{LEADS[knowledge]}</p>
          <ul className="stack gap-4">
            {own.map((rule) => (
              <RuleSummary key={rule.id} rule={rule}>
                <p className="text-sm wrap-anywhere">
                  <RuleCitation rule={rule} />
                </p>
              </RuleSummary>
            ))}
            <Found state={state} own={own} />
            {reported && (
              <li className="stack max-w-text gap-1 border-t border-rule pt-3">
                <p className="text-sm text-ink-soft">
                  Reported, not read by us. We found the report by {formatLongDay(reported.on)}.
                </p>
                <p>{reported.text}</p>
              </li>
            )}
          </ul>
        </>
      )}
    </Section>
  );
}

/** From summaries, news and agency pages: dated, and marked as soon as it may have changed. */
function Found({ state, own }: { state: State; own: readonly RuleDto[] }) {
  const { today } = usePageContext();
  const { found } = lawOf(state);
  if (!found) return null;
  const { text, law, url, linkName, on } = found;
  return (
    <li className="stack max-w-text gap-1 border-t border-rule pt-3">
      <p className="text-sm text-ink-soft">
        From summaries, news and agency pages, by {formatLongDay(on)}. We have not checked it against the full text.
      </p>
      <p>{text}.</p>
      {isOutOfDate(on, own, today) && (
        <p className="text-sm font-medium">It may have changed since. Treat it as out of date.</p>
      )}
      <p className="text-sm wrap-anywhere">
        {law}.{' '}
        <a href={url} rel="noopener" className={textLink}>
          {linkName}
        </a>
      </p>
    </li>
  );
}

function Country({ rules }: { rules: readonly RuleDto[] }) {
  return (
    <Section id="country" title="In the whole country">
      <ul className="stack gap-4">
        {federalRules(rules).map((rule) => (
          <RuleSummary key={rule.id} rule={rule} />
        ))}
      </ul>
      <StandaloneLink to={paths.december11}>What changes on December 11, 2026</StandaloneLink>
    </Section>
  );
}

function WhomToAsk({ law: { agencies = [] } }: { law: StateLaw }) {
  return (
    <Section id="ask" title="Ask before you rely on it">
      <div className="stack max-w-text gap-3">
        {agencies.length === 0 ? (
          <p>We haven't found this state's agency yet. Ask your state's alcohol or cannabis regulator.</p>
        ) : (
          <ul className="stack gap-2">
            {agencies.map((agency) => (
              <li key={agency.name}>
                Ask {agency.name}.{' '}
                {agency.url === undefined ? (
                  "We haven't found a permanent link to it."
                ) : (
                  <a href={agency.url} rel="noopener" className={textLink}>
                    {agency.linkName}
                  </a>
                )}
              </li>
            ))}
          </ul>
        )}
        <p>
          Check the rule where you are and where you are going. A lab report does not say if a can is legal. For a real
          problem, talk to a lawyer licensed in your state.
        </p>
      </div>
    </Section>
  );
}
