import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import vocabulary from '../../../../content/analytes.json' with { type: 'json' };
import { getRuleEditionOptions, getRuleOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { RuleCheckDto, RuleDto, RuleVerdict } from '../../api/generated/types.gen';
import { Breadcrumbs } from '../../components/breadcrumbs';
import { stateOfRule } from '../../components/law/states';
import { StandaloneLink, TextLink } from '../../components/links';
import { RecordPage, RecordSkeleton } from '../../components/record-page';
import { RuleCitation } from '../../components/rules/rule-summary';
import { isRead, timeWords } from '../../components/rules/rule-words';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { DataList } from '../../ui/data-list';
import { Notice } from '../../ui/messages/notice';
import { Section } from '../../ui/section';
import { TableHead } from '../../ui/table-head';
import { formatLongDay } from '../../ui/text/days';

/** One rule, or one edition of it: what we read of it, where, and on which day. */
export function Component() {
  const { edition } = useParams();
  return edition === undefined ? <Newest /> : <Edition edition={edition} />;
}

function Newest() {
  const { id = '' } = useParams();
  return <Found rule={useQuery(getRuleOptions({ path: { id } }))} />;
}

function Edition({ edition }: { edition: string }) {
  const { id = '' } = useParams();
  return <Found rule={useQuery(getRuleEditionOptions({ path: { id, edition } }))} isEdition />;
}

interface FoundProps {
  rule: UseQueryResult<RuleDto, unknown>;
  isEdition?: boolean;
}

function Found({ rule, isEdition = false }: FoundProps) {
  return (
    <RecordPage
      query={rule}
      loading={<RecordSkeleton label="Loading the rule" />}
      missing={{
        head: 'ruleNotFound',
        title: 'Rule Not Found',
        text: 'We have no reading of a rule at this address.',
      }}
      failed={{ head: 'rules', title: "We couldn't load this rule" }}
      actions={<StandaloneLink to={paths.rules}>All rules</StandaloneLink>}
    >
      {(found) => <Rule rule={found} isEdition={isEdition} />}
    </RecordPage>
  );
}

function Rule({ rule, isEdition }: { rule: RuleDto; isEdition: boolean }) {
  const { id, title, citation, place } = rule;
  usePageMeta(isEdition ? 'ruleEdition' : 'rule', { id, title, citation, place, edition: String(rule.edition) });
  return (
    <article className="stack gap-8">
      <header className="stack gap-4">
        <Breadcrumbs links={[{ to: paths.rules, label: 'Rules' }]} current={place} />
        <h1 className="wrap-anywhere">{title}</h1>
        <p className="max-w-text text-lg text-ink-soft">
          {isRead(rule)
            ? `Our reading of ${formatLongDay(rule.readOn)}, not legal advice.`
            : `Reported by others, and not read by us. We found the reports on ${formatLongDay(rule.readOn)}.`}
          {rule.forComparison && ' These limits do not apply to hemp drinks; they are here to compare with.'}
        </p>
        {rule.noVerdictReason && (
          <Notice
            tone="caution"
            title={
              rule.isCurrent ? 'No certificate is compared with this rule now' : 'This edition is no longer in force'
            }
          >
            {rule.noVerdictReason} {!rule.isCurrent && <TextLink to={paths.rule(id)}>The current edition</TextLink>}
          </Notice>
        )}
        <DataList look="stacked" items={factsOf(rule)} />
      </header>
      <Section id="conditions" title="What it asks for">
        <Conditions checks={rule.checks} />
        <Sentences of={rule.notes} />
        {rule.state !== 'ended' && !rule.forComparison && rule.noVerdictReason === null && <Certificates ruleId={id} />}
      </Section>
      {rule.unread.length > 0 && (
        <Section id="unread" title="Parts we haven't read">
          <p className="max-w-text text-sm text-ink-soft">Our comparison doesn't use them.</p>
          <Sentences of={rule.unread} />
        </Section>
      )}
      {isRead(rule) && (
        <Section id="evidence" title="What we read, word for word">
          {rule.evidence.map(({ fragment, where }) => (
            <figure key={fragment} className="stack max-w-text gap-1">
              <blockquote className="border-s-4 border-rule ps-4 wrap-anywhere">“… {fragment} …”</blockquote>
              <figcaption className="ps-4 text-sm text-ink-soft wrap-anywhere">
                {where}, read on {formatLongDay(rule.readOn)}
              </figcaption>
            </figure>
          ))}
        </Section>
      )}
      {rule.history.length > 1 && <History rule={rule} />}
    </article>
  );
}

function History({ rule: { id, edition: shown, history } }: { rule: RuleDto }) {
  return (
    <Section id="history" title="Editions of our reading">
      <ul className="stack max-w-text list-disc gap-2 ps-5">
        {history.map(({ edition, readOn, rereadBy, reason }) => (
          <li key={edition} className="wrap-anywhere">
            {edition === shown ? (
              <strong>Edition {edition} (this page)</strong>
            ) : (
              <TextLink to={paths.ruleEdition(id, edition)}>Edition {edition}</TextLink>
            )}
            : {formatLongDay(readOn)}, to be read again by {formatLongDay(rereadBy)}. {reason}
          </li>
        ))}
      </ul>
    </Section>
  );
}

const factsOf = (rule: RuleDto) => [
  { label: 'Where', value: <Where rule={rule} /> },
  { label: 'Citation', value: <RuleCitation rule={rule} /> },
  { label: 'When', value: timeWords(rule) },
  { label: isRead(rule) ? 'What we read' : 'What we know it from', value: rule.sourceKind },
  { label: isRead(rule) ? 'Read on' : 'Reports found on', value: formatLongDay(rule.readOn) },
  { label: 'To be read again by', value: formatLongDay(rule.rereadBy) },
  ...(rule.scope ? [{ label: 'Only for', value: rule.scope }] : []),
  { label: 'Edition', value: rule.reason ? `${rule.edition}: ${rule.reason}` : String(rule.edition) },
];

function Where({ rule }: { rule: RuleDto }) {
  const state = stateOfRule(rule);
  if (!state) return rule.place;
  return <TextLink to={paths.stateLaw(state.slug)}>{rule.place}: all we know</TextLink>;
}

const nameOf = new Map(vocabulary.analytes.map(({ key, name }) => [key, name]));

function Conditions({ checks }: { checks: readonly RuleCheckDto[] }) {
  const limits = checks.filter(({ analyte }) => analyte !== null);
  const others = checks.filter(({ analyte }) => analyte === null);
  return (
    <>
      <Sentences of={others.map(({ text }) => text)} />
      {limits.length > 0 && (
        <table className="data-table max-w-text">
          <caption className="sr-only">Limits</caption>
          <TableHead columns={['What', 'Limit']} />
          <tbody>
            {limits.map(({ analyte, limit, unit, text }) => (
              <tr key={analyte}>
                <th scope="row">
                  <TextLink to={`${paths.analytes}#${analyte}`}>{nameOf.get(analyte ?? '') ?? analyte}</TextLink>
                </th>
                <td>
                  {text.includes('less than') ? 'less than' : 'at most'} {limit} {unit}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function Sentences({ of }: { of: readonly string[] }) {
  if (of.length === 0) return null;
  return (
    <ul className="stack max-w-text list-disc gap-2 ps-5">
      {of.map((sentence) => (
        <li key={sentence} className="wrap-anywhere">
          {sentence}
        </li>
      ))}
    </ul>
  );
}

/** Lists of certificates by verdict. */
function Certificates({ ruleId }: { ruleId: string }) {
  const listOf = (verdict: RuleVerdict) => `${paths.coas}?${new URLSearchParams({ rule: ruleId, verdict })}`;
  return (
    <ul className="flex flex-wrap gap-x-6">
      <li>
        <StandaloneLink to={listOf('above')}>Certificates above it</StandaloneLink>
      </li>
      <li>
        <StandaloneLink to={listOf('not_above')}>Certificates not above it</StandaloneLink>
      </li>
    </ul>
  );
}
