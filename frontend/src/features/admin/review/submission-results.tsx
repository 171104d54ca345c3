import { Link } from 'react-router';
import type { RuleReadingDto, SubmissionInContextDto } from '../../../api/generated/types.gen';
import { paths } from '../../../paths';
import { textLink } from '../../../ui/link-styles';
import { Section } from './section';

/** What the public page would derive from the lines: names without a match, amounts that could not be converted, verdicts. */
export function SubmissionResults({ submission: { results, testResults } }: { submission: SubmissionInContextDto }) {
  const refusals = results.lines.flatMap(({ refused, qualifier }, index) => {
    const line = testResults.analytes[index];
    if (!line) return [];
    if (qualifier === 'unclear')
      return [{ name: line.name, reason: `“${line.valueText}” is no figure that we understand.` }];
    return refused ? [{ name: line.name, reason: refused }] : [];
  });
  return (
    <Section title="What the page will say about the figures">
      <p className="text-sm text-ink-soft">
        Computed from the lines as they are now. If a figure looks wrong, compare the line with the document.
      </p>
      <ul className="stack gap-2">
        {results.rules.map((rule) => (
          <RuleLine key={rule.id} rule={rule} />
        ))}
      </ul>
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

function RuleLine({ rule }: { rule: RuleReadingDto }) {
  return (
    <li className="text-sm wrap-anywhere">
      <strong>{rule.label}</strong>{' '}
      <Link to={paths.rule(rule.id)} className={textLink}>
        {rule.title}
      </Link>
      : {rule.sentence}
    </li>
  );
}
