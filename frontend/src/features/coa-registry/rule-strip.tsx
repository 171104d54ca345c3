import { Link } from 'react-router';
import type { CoaDto, RuleReadingDto, RuleVerdict } from '../../api/generated/types.gen';
import { paths } from '../../paths';
import { Collapsible } from '../../ui/collapsible';
import { formatDay } from '../../ui/days';
import { textLink } from '../../ui/link-styles';

/** Shape and word of each verdict, the most serious first. None of them says whether a drink may be sold. */
const VERDICTS: Record<RuleVerdict, { shape: string; word: string }> = {
  above: { shape: '▲', word: 'Above' },
  cannot_tell: { shape: '?', word: 'Cannot tell' },
  not_tested: { shape: '–', word: 'Not all tested' },
  not_above: { shape: '●', word: 'Not above' },
};
const ORDER = Object.keys(VERDICTS) as RuleVerdict[];

/** How the figures of a certificate compare with the rules of jurisdictions, as we read them. */
export function RuleStrip({ results: { rules, rulesSummary } }: Pick<CoaDto, 'results'>) {
  if (rules.length === 0) return null;
  const sorted = ORDER.flatMap((verdict) => rules.filter((rule) => rule.verdict === verdict));
  const above = sorted.filter(({ verdict }) => verdict === 'above');
  const others = sorted.filter(({ verdict }) => verdict !== 'above');
  return (
    <section aria-labelledby="rules" className="stack gap-4">
      <h2 id="rules">Compared with rules, as we read them</h2>
      <p className="max-w-text">{rulesSummary}</p>
      <ul className="flex flex-wrap gap-2">
        {sorted.map((rule) => (
          <Mark key={rule.id} rule={rule} />
        ))}
      </ul>
      {above.length > 0 && <Sentences rules={above} />}
      {others.length > 0 && (
        <Collapsible summary={above.length > 0 ? 'The other rules' : 'What each one says'}>
          <Sentences rules={others} />
        </Collapsible>
      )}
    </section>
  );
}

function Mark({ rule: { id, place, verdict, state, effectiveFrom } }: { rule: RuleReadingDto }) {
  const { shape, word } = VERDICTS[verdict];
  return (
    <li className="grow basis-40 sm:grow-0">
      <Link
        to={paths.rule(id)}
        className="stack min-h-11 gap-0.5 rounded-md border border-rule px-3 py-2 text-sm hover:border-pine"
      >
        <span className="font-medium">{place}</span>
        <span>
          <span aria-hidden="true">{shape} </span>
          {word}
        </span>
        {state === 'upcoming' && effectiveFrom && (
          <span className="text-ink-soft">from {formatDay(effectiveFrom)}</span>
        )}
      </Link>
    </li>
  );
}

function Sentences({ rules }: { rules: readonly RuleReadingDto[] }) {
  return (
    <ul className="stack max-w-text gap-3">
      {rules.map(({ id, place, verdict, scope, sentence }) => (
        <li key={id} className="text-sm wrap-anywhere">
          <span aria-hidden="true">{VERDICTS[verdict].shape} </span>
          <Link to={paths.rule(id)} className={textLink}>
            {place}
          </Link>
          : {sentence}
          {scope && ` Only for: ${scope}.`}
        </li>
      ))}
    </ul>
  );
}
