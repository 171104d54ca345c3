import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getDocumentPageTextOptions } from '../../../../../api/generated/@tanstack/react-query-staff.gen';
import { QueryResult } from '../../../../../components/query-result';
import { Collapsible } from '../../../../../ui/collapsible';
import { formatCount } from '../../../../../ui/text/figures';

/** A page that software fills with words would make the browser slow. The search covers all of it. */
const MAX_SHOWN = 20_000;

/** The text of a page as software reads it, for screen readers and for copying. Loaded when it is opened. */
export function PageTextFold({ sha256, number }: { sha256: string; number: number }) {
  const [isOpened, setOpened] = useState(false);
  const page = useQuery({
    ...getDocumentPageTextOptions({ path: { sha256, number: String(number) } }),
    enabled: isOpened,
  });
  return (
    <Collapsible
      look="plain"
      summary={`Text of page ${number}`}
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
    >
      {isOpened && (
        <QueryResult
          query={page}
          loadingLabel="Loading the text"
          skeletonClassName="h-24"
          errorTitle="We couldn't load the text of this page"
          headingLevel={3}
        >
          {({ lines }) => <PageText text={lines.map(({ text }) => text).join('\n')} />}
        </QueryResult>
      )}
    </Collapsible>
  );
}

function PageText({ text }: { text: string }) {
  if (!text.trim()) return <p className="text-sm text-ink-soft">Software found no text on this page.</p>;
  return (
    <div className="stack gap-2">
      {text.length > MAX_SHOWN && (
        <p className="text-sm text-ink-soft">
          These are the first {formatCount(MAX_SHOWN)} of {formatCount(text.length)} characters. The search finds the
          rest.
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls by itself, also by keyboard */}
      <pre tabIndex={0} className="max-h-64 overflow-y-auto font-mono text-xs whitespace-pre-wrap wrap-anywhere">
        {text.slice(0, MAX_SHOWN)}
      </pre>
    </div>
  );
}
