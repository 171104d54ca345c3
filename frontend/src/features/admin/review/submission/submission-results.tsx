import { Link } from 'react-router';
import type { RuleReadingDto, SubmissionInContextDto } from '../../../../api/generated/types.gen';
import { paths } from '../../../../paths';
import { textLink } from '../../../../ui/link-styles';
import { Section } from './section';

/** What the public page would derive from the lines: how they compare with rules, and what could not be converted. */
export function SubmissionResults({ submission: { results, testResults } }: { submission: SubmissionInContextDto }) {
  const refusals = results.lines.flatMap(({ refused, qualifier }, index) => {
    const line = testResults.analytes[index];
    if (!line) return [];
    if (qualifier === 'unclear')
      return [{ name: line.name, reason: `“${line.valueText}” is no figure that we understand.` }];
    return refused ? [{ name: line.name, reason: refused }] : [];
  });
  const above = results.rules.filter(({ verdict }) => verdict === 'above');
  const others = results.rules.slice(above.length);
  return (
    <Section title="What the page will say about the figures">
      <p className="text-sm text-ink-soft">
        {results.rulesSummary} Computed from the lines as they are now. If a figure looks wrong, compare the line with
        the document.
      </p>
      {above.length > 0 && <RuleList rules={above} />}
      <details>
        <summary>The {others.length} rules that the figures are not shown to be above</summary>
        <RuleList rules={others} />
      </details>
      {refusals.length > 0 && (
        <details>
          <summary>
            {refusals.length === 1 ? '1 line' : `${refusals.length} lines`} without an amount per container
          </summary>
          <ul className="stack mt-2 gap-1 text-sm">
            {refusals.map(({ name, reason }, index) => (
              // Lines have no identity, and one name can be printed twice.
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
              <li key={index} className="wrap-anywhere">
                <strong>{name}</strong>: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  );
}

function RuleList({ rules }: { rules: readonly RuleReadingDto[] }) {
  return (
    <ul className="stack mt-2 gap-2 text-sm">
      {rules.map(({ id, title, label, sentence }) => (
        <li key={id} className="wrap-anywhere">
          <strong>{label}</strong>{' '}
          <Link to={paths.rule(id)} className={textLink}>
            {title}
          </Link>
          : {sentence}
        </li>
      ))}
    </ul>
  );
}
