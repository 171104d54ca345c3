import { useQuery } from '@tanstack/react-query';
import { certificateCount } from '../../api/api';
import { getCoaStatisticsOptions, listRulesOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { RuleDto } from '../../api/generated/types.gen';
import { Breadcrumbs } from '../../components/breadcrumbs';
import { ButtonLink, StandaloneLink, TextLink } from '../../components/links';
import { QueryResult } from '../../components/query-result';
import { RuleCitation, RuleSummary } from '../../components/rules/rule-summary';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { SITE } from '../../site';
import { Notice } from '../../ui/messages/notice';
import { Section } from '../../ui/section';
import { TableHead } from '../../ui/table-head';
import { formatLongDay } from '../../ui/text/days';
import { formatCount } from '../../ui/text/figures';
import { federalRules } from './state-law';

/** The federal rule that begins on that day. */
const RULE_ID = 'us-2026-12-11';

/** Stays true after the day: it says what the law says by date, and on which day we read it. */
export function Component() {
  usePageMeta('december11');
  const rules = useQuery(listRulesOptions());
  return (
    <article className="stack gap-8">
      <header className="stack max-w-text gap-4">
        <Breadcrumbs links={[{ to: paths.law, label: 'Law by state' }]} current="December 11, 2026" />
        <h1>What changes on December 11, 2026</h1>
        <p className="text-lg text-ink-soft">
          By our reading, a narrower federal definition of hemp begins that day, unless Congress changes it. It allows a
          can 0.4 mg of THC. Nearly every can of 2.5 to 10 mg is over that.
        </p>
        <p className="text-sm text-ink-soft">
          This page is current as of {formatLongDay(SITE.legal.asOf)}. It is not legal advice.
        </p>
        <DayHasCome rule={rules.data?.find(({ id }) => id === RULE_ID)} />
      </header>
      <Changes />
      <QueryResult query={rules} loadingLabel="Loading the rules" errorTitle="We couldn't load the rules">
        {(list) => (
          <>
            <Certificates rule={list.find(({ id }) => id === RULE_ID)} />
            <Texts rules={list} />
          </>
        )}
      </QueryResult>
      <Unclear />
      <nav aria-label="Where to go next" className="flex flex-wrap gap-3 print:hidden">
        <ButtonLink to={paths.law}>The law in your state</ButtonLink>
        <ButtonLink to={paths.article('legal-considerations')} variant="secondary">
          The law, explained
        </ButtonLink>
      </nav>
    </article>
  );
}

function DayHasCome({ rule }: { rule: RuleDto | undefined }) {
  const start = rule?.effectiveFrom;
  if (!rule || !start || rule.state === 'upcoming' || rule.readOn >= start) return null;
  return (
    <Notice tone="caution" title="This day has come">
      We last read the law on {formatLongDay(rule.readOn)}, before it. Congress may have changed it since.
    </Notice>
  );
}

const CHANGES = [
  { what: 'THC that counts', before: 'Delta-9 THC only', after: 'Total THC' },
  { what: 'Most THC in a can', before: 'No limit in mg', after: '0.4 mg, with similar compounds' },
  { what: 'THC converted from CBD', before: 'This part is postponed', after: 'Not hemp' },
  { what: 'Compounds the plant cannot make', before: 'Not hemp since November 12, 2026', after: 'Not hemp' },
];

const CANS = [
  { can: '2.5 mg', times: '6.25' },
  { can: '5 mg', times: '12.5' },
  { can: '10 mg', times: '25' },
];

/** The law article has the same, with its sources. */
function Changes() {
  return (
    <Section id="changes" title="What changes">
      <div className="stack max-w-text gap-4">
        <p>
          A law of November 12, 2025 wrote the new definition. A law of September 2, 2026 put most of it off until
          December 11, 2026. What falls outside the definition counts as marijuana or THC under federal drug law.
        </p>
        <table className="data-table">
          <caption className="sr-only">The federal definition of hemp before and from December 11, 2026</caption>
          <TableHead columns={['Part', 'Before', 'From that day']} />
          <tbody>
            {CHANGES.map(({ what, before, after }) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td>{before}</td>
                <td>{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <table className="data-table">
          <caption className="sr-only">What common cans are next to 0.4 mg</caption>
          <TableHead columns={['Can', 'Times the 0.4 mg limit']} numbers={['Times the 0.4 mg limit']} />
          <tbody>
            {CANS.map(({ can, times }) => (
              <tr key={can}>
                <th scope="row">{can}</th>
                <td className="num">{times}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function Certificates({ rule }: { rule: RuleDto | undefined }) {
  if (!rule) return null;
  return (
    <Section id="certificates" title="Lab reports above the limit">
      {rule.noVerdictReason === null ? (
        <Counted />
      ) : (
        <p className="max-w-text">No lab report is compared with this limit now. {rule.noVerdictReason}</p>
      )}
    </Section>
  );
}

const ABOVE = `${paths.coas}?${new URLSearchParams({ rule: RULE_ID, verdict: 'above' })}`;

function Counted() {
  const count = useQuery(certificateCount({ rule: RULE_ID, verdict: 'above' }));
  const all = useQuery(getCoaStatisticsOptions()).data?.totalCoas;
  return (
    <QueryResult
      query={count}
      loadingLabel="Counting lab reports"
      skeletonClassName="h-16"
      errorTitle="We couldn't count the lab reports"
    >
      {({ total, isTotalExact }) => (
        <div className="stack max-w-text gap-2">
          <p>
            <strong>
              {isTotalExact ? '' : 'At least '}
              {formatCount(total)}
              {all === undefined ? '' : ` of ${formatCount(all)}`}
            </strong>{' '}
            {total === 1 && all === undefined ? 'current lab report here' : 'current lab reports here'}{' '}
            {total === 1 ? 'shows' : 'show'} more than 0.4 mg of THC per container. This is arithmetic on the labs'
            figures.
          </p>
          <StandaloneLink to={ABOVE}>{total === 1 ? 'See this lab report' : 'See these lab reports'}</StandaloneLink>
        </div>
      )}
    </QueryResult>
  );
}

function Texts({ rules }: { rules: readonly RuleDto[] }) {
  return (
    <Section id="texts" title="The texts we read">
      <ul className="stack gap-4">
        {federalRules(rules).map((rule) => (
          <RuleSummary key={rule.id} rule={rule}>
            <p className="text-sm wrap-anywhere">
              <RuleCitation rule={rule} />
            </p>
          </RuleSummary>
        ))}
      </ul>
    </Section>
  );
}

function Unclear() {
  return (
    <Section id="unclear" title="What stays unclear">
      <ul className="stack max-w-text list-disc gap-2 ps-5">
        <li>Congress can change the day again. We found no law that does.</li>
        <li>The law says “until December 11”. It does not name the hour.</li>
        <li>The FDA is to list the similar compounds. We haven't found that list.</li>
        <li>We don't know how the FDA and the DEA will act. They may read the law in another way.</li>
        <li>
          States have their own rules, and many are stricter. <TextLink to={paths.law}>Find your state</TextLink>.
        </li>
      </ul>
    </Section>
  );
}
