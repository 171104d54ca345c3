import type { SubmissionInContextDto } from '../../../../api/generated/types.gen';
import { Findings } from '../../../../components/coa-registry/findings';
import type { PageBox } from '../../../../components/documents/page-boxes';
import type { DocumentView } from '../../../../components/documents/use-document-view';
import { Badge } from '../../../../ui/badge';
import { Button } from '../../../../ui/button';
import { CheckIcon } from '../../../../ui/icons';
import { Section } from './section';

export interface SubmissionChecksProps {
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
