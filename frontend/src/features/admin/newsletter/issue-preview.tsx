import { useQuery } from '@tanstack/react-query';
import { errorMessage } from '../../../api/api';
import { getNewsletterPreviewOptions } from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { IssueDto } from '../../../api/generated/types.gen';
import { ErrorState } from '../../../ui/messages/error-state';
import { Section } from '../../../ui/section';

export function IssuePreview({ issue: { id, version } }: { issue: IssueDto }) {
  const preview = useQuery({ ...getNewsletterPreviewOptions({ path: { id } }), staleTime: 0 });
  return (
    <Section id="preview" title="Preview">
      {preview.isError ? (
        <ErrorState headingLevel={3} title="We couldn't load the preview" onRetry={() => preview.refetch()}>
          {errorMessage(preview.error)}
        </ErrorState>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
          <iframe
            key={version}
            title="The email as HTML"
            src={`/api/staff/newsletter-issues/${id}/preview/page`}
            sandbox=""
            className="h-160 w-full rounded-lg border border-rule bg-surface"
          />
          <section
            aria-label="The email as text"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
            tabIndex={0}
            className="h-160 overflow-auto rounded-lg border border-rule bg-surface p-4"
          >
            <pre className="font-mono text-sm wrap-anywhere whitespace-pre-wrap">
              {preview.data?.text ?? 'Loading…'}
            </pre>
          </section>
        </div>
      )}
    </Section>
  );
}
