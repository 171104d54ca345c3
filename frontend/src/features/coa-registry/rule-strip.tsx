import { Link } from 'react-router';
import type { CoaDto, RuleReadingDto, RuleVerdict } from '../../api/generated/types.gen';
import { isRuleOf } from '../../components/law/states';
import { TextLink } from '../../components/links';
import { useHomeState } from '../../hooks/use-home-state';
import { paths } from '../../paths';
import { Collapsible } from '../../ui/collapsible';

/** The shape of each verdict, beside its word. */
const SHAPES: Record<RuleVerdict, string> = {
  above: 'M4 20 12 5l8 15Z',
  cannot_tell: 'M8.5 9a3.5 3.5 0 1 1 5 3.2q-1.5.8-1.5 2.8m0 4v.5',
  not_tested: 'M6 12h12',
  not_above: 'M6 12a6 6 0 1 0 12 0a6 6 0 1 0-12 0Z',
};

/**
 * How the figures of a certificate compare with rules, as we read them: at once what those of the visitor's state say, and
 * all of them in a fold.
 */
export function RuleStrip({ results: { rules, rulesSummary } }: Pick<CoaDto, 'results'>) {
  const [state] = useHomeState();
  const above = rules.filter(({ verdict }) => verdict === 'above');
  const own = state === null ? [] : rules.filter((rule) => isRuleOf({ code: state }, rule));
  return (
    <section aria-labelledby="rules" className="stack gap-2">
      <h2 id="rules">Compared with rules, as we read them</h2>
      <p className="max-w-text text-sm">{rulesSummary}</p>
      <div className="print:hidden">
        <Sentences rules={own} />
      </div>
      <Collapsible summary={`All ${rules.length} rules, place by place`}>
        <div className="stack gap-4">
          <ul className="flex flex-wrap gap-2">
            {placesOf(rules).map((ofPlace) => (
              <Tile key={ofPlace[0]?.jurisdiction} rules={ofPlace} />
            ))}
          </ul>
          <Sentences rules={above} />
          <Collapsible summary="Rules it meets, or that we can't check">
            <Sentences rules={rules.slice(above.length)} />
          </Collapsible>
        </div>
      </Collapsible>
    </section>
  );
}

/** What is compared is shown before the result, because "Not above" does not cover what else a rule limits. */
function Tile({ rules }: { rules: readonly RuleReadingDto[] }) {
  return (
    <li className="rule-tile">
      <h3>{rules[0]?.place}</h3>
      {rules.map(({ id, covers, verdict, label }) => (
        <Link key={id} to={paths.rule(id)}>
          {`${covers}:`}
          <span>
            <svg viewBox="0 0 24 24" aria-hidden="true" className="icon">
              <path d={SHAPES[verdict]} className={verdict === 'above' ? 'fill-current' : undefined} />
            </svg>
            {label}
          </span>
        </Link>
      ))}
    </li>
  );
}

/** One tile for each place, ordered by its most serious comparison; within a tile, rules in force today come first. */
function placesOf(rules: readonly RuleReadingDto[]): readonly (readonly RuleReadingDto[])[] {
  const places = new Map<string, RuleReadingDto[]>();
  for (const rule of rules) places.set(rule.jurisdiction, [...(places.get(rule.jurisdiction) ?? []), rule]);
  const startOf = ({ state, effectiveFrom }: RuleReadingDto) => (state === 'upcoming' ? (effectiveFrom ?? '') : '');
  return [...places.values()].map((ofPlace) => ofPlace.sort((a, b) => startOf(a).localeCompare(startOf(b))));
}

function Sentences({ rules }: { rules: readonly RuleReadingDto[] }) {
  if (rules.length === 0) return null;
  return (
    <ul className="stack max-w-text gap-3">
      {rules.map(({ id, title, scope, sentence }) => (
        <li key={id} className="text-sm wrap-anywhere">
          <TextLink to={paths.rule(id)}>{title}</TextLink>: {sentence}
          {scope && ` Only for: ${scope}.`}
        </li>
      ))}
    </ul>
  );
}
