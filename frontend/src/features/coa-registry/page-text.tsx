import { useQuery } from '@tanstack/react-query';
import { getCertificateDocumentPageTextOptions } from '../../api/generated/@tanstack/react-query.gen';
import { QueryResult } from '../../components/query-result';

/** The text of a page. A separate module, because few visitors open it. */
export default function PageText({ reference, number }: { reference: string; number: number }) {
  const path = { reference, number: String(number) };
  const text = useQuery(getCertificateDocumentPageTextOptions({ path }));
  return (
    <QueryResult
      query={text}
      loadingLabel="Loading the text"
      skeletonClassName="h-24"
      errorTitle="We couldn't load the text of this page"
      headingLevel={3}
    >
      {({ lines }) => <Lines lines={lines} />}
    </QueryResult>
  );
}

function Lines({ lines }: { lines: readonly { text: string }[] }) {
  if (lines.length === 0) {
    return <p className="text-ink-soft">Software found no text here. This page is a picture, such as a scan.</p>;
  }
  return <p className="wrap-anywhere whitespace-pre-wrap">{lines.map(({ text }) => text).join('\n')}</p>;
}
