import { Link } from 'react-router';
import type { CoaDto, RuleReadingDto, RuleVerdict } from '../../api/generated/types.gen';
import { paths } from '../../paths';
import { Collapsible } from '../../ui/collapsible';
import { textLink } from '../../ui/link-styles';

/** The shape of each verdict, beside its word. */
const SHAPES: Record<RuleVerdict, string> = {
  above: 'M4 20 12 5l8 15Z',
  cannot_tell: 'M8.5 9a3.5 3.5 0 1 1 5 3.2q-1.5.8-1.5 2.8m0 4v.5',
  not_tested: 'M6 12h12',
  not_above: 'M6 12a6 6 0 1 0 12 0a6 6 0 1 0-12 0Z',
};

/** How the figures of a certificate compare with rules, as we read them. Not printed: a certificate fits one sheet. */
export function RuleStrip({ results: { rules, rulesSummary } }: Pick<CoaDto, 'results'>) {
  const above = rules.filter(({ verdict }) => verdict === 'above');
  return (
    <section aria-labelledby="rules" className="stack gap-4 print:hidden">
      <h2 id="rules">Compared with rules, as we read them</h2>
      <p className="max-w-text">{rulesSummary}</p>
      <ul className="flex flex-wrap gap-2">
        {rules.map((rule) => (
          <Mark key={rule.id} rule={rule} />
        ))}
      </ul>
      {above[0] && <Sentences rules={above} />}
      <Collapsible summary="Rules that it is not shown to be above">
        <Sentences rules={rules.slice(above.length)} />
      </Collapsible>
    </section>
  );
}

function Mark({ rule: { id, place, verdict, label } }: { rule: RuleReadingDto }) {
  return (
    <li className="grow basis-40 sm:grow-0">
      <Link to={paths.rule(id)} className="stack rounded-md border border-rule px-3 py-2 text-sm hover:border-pine">
        <span className="font-medium">{place}</span>
        <span className="flex items-center gap-1">
          <svg viewBox="0 0 24 24" aria-hidden="true" className="icon size-4">
            <path d={SHAPES[verdict]} className={verdict === 'above' ? 'fill-current' : ''} />
          </svg>
          {label}
        </span>
      </Link>
    </li>
  );
}

function Sentences({ rules }: { rules: readonly RuleReadingDto[] }) {
  return (
    <ul className="stack max-w-text gap-3">
      {rules.map(({ id, title, scope, sentence }) => (
        <li key={id} className="text-sm wrap-anywhere">
          <Link to={paths.rule(id)} className={textLink}>
            {title}
          </Link>
          : {sentence}
          {scope && ` Only for: ${scope}.`}
        </li>
      ))}
    </ul>
  );
}
