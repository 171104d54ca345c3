import { Link } from 'react-router';
import type { RuleReadingDto, SubmissionInContextDto } from '../../../../api/generated/types.gen';
import { Findings } from '../../../../components/coa-registry/findings';
import type { PageBox } from '../../../../components/documents/page-boxes';
import type { DocumentView } from '../../../../components/documents/use-document-view';
import { paths } from '../../../../paths';
import { Badge } from '../../../../ui/badge';
import { Button } from '../../../../ui/button';
import { CheckIcon } from '../../../../ui/icons';
import { textLink } from '../../../../ui/link-styles';
import { Section } from './section';

interface SubmissionChecksProps {
  submission: SubmissionInContextDto;
  /** The document beside them. */
  view: DocumentView;
}

/** What the automatic checks found. A finding about a place in the document leads there. */
export function SubmissionChecks({ submission, view }: SubmissionChecksProps) {
  const { findings, resolvedFindings } = submission;
  return (
    <Section title="Automatic checks">
      {findings.length === 0 ? (
        <p className="text-sm text-ink-soft">No problems found.</p>
      ) : (
        <Findings
          findings={findings}
          mark={({ isNew }) =>
            isNew && (
              <>
                <Badge tone="citrus">New</Badge>{' '}
              </>
            )
          }
          action={({ box }) => box && view.canShow(box) && <ShowPlace box={box} view={view} />}
        />
      )}
      {resolvedFindings.length > 0 && (
        <div className="stack gap-2">
          <h3 className="text-base">No longer found</h3>
          <ul className="stack gap-2">
            {resolvedFindings.map(({ code, message }) => (
              <li key={`${code} ${message}`} className="flex items-start gap-2 text-sm text-ink-soft">
                <CheckIcon className="mt-px size-5 text-leaf" />
                <span className="min-w-0 wrap-anywhere">{message}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Section>
  );
}

function ShowPlace({ box, view }: { box: PageBox; view: DocumentView }) {
  return (
    <Button size="sm" variant="quiet" className="-ms-3" onClick={() => view.reveal(box)}>
      Show on page {box.page}
    </Button>
  );
}

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
        <summary>The {others.length} rules that the figures meet, or that we can't check</summary>
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
