import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiError, certificatePages, errorMessage } from '../../api/api';
import { getCertificateOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { CoaDto, CoaSummaryDto } from '../../api/generated/types.gen';
import { ButtonLink, StandaloneLink } from '../../components/links';
import { PageAddress } from '../../components/page-address';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { SearchField } from '../../ui/fields/search-field';
import { ErrorState } from '../../ui/messages/error-state';
import { Notice } from '../../ui/messages/notice';
import { Loading, Skeleton } from '../../ui/messages/skeleton';
import { Mono } from '../../ui/mono';
import { Section } from '../../ui/section';
import { COMPARED_MAX, comparedReferences, comparisonSentences, withoutReference } from './comparison';
import { ComparisonTable } from './comparison-table';

/** Certificates side by side. Only the address holds their references. */
export function Component() {
  const address = usePageMeta('compare');
  const [params] = useSearchParams();
  const references = comparedReferences(params);
  const isTooMany = references.length > COMPARED_MAX;
  const search = params.get('q')?.trim() ?? '';
  return (
    <div className="stack gap-8">
      <header className="stack gap-3">
        <h1 id="comparison">Compare Lab Reports</h1>
        <p className="max-w-text text-lg text-ink-soft">
          Lab reports side by side. They show what labs measured in these batches, not which drink is better.
        </p>
      </header>
      {isTooMany ? <TooMany references={references} /> : <Comparison references={references} />}
      {references.length < COMPARED_MAX && <AddCertificate key={search} references={references} search={search} />}
      {!isTooMany && references.length > 0 && (
        <PageAddress address={new URL(paths.compare(references), address).href} />
      )}
    </div>
  );
}

function TooMany({ references }: { references: readonly string[] }) {
  return (
    <Notice
      tone="caution"
      title={`You can compare at most ${COMPARED_MAX} lab reports.`}
      actions={
        <ButtonLink to={paths.compare(references.slice(0, COMPARED_MAX))}>Compare the First {COMPARED_MAX}</ButtonLink>
      }
    >
      This address names more. Take some out.
    </Notice>
  );
}

function Comparison({ references }: { references: readonly string[] }) {
  const queries = useQueries({
    queries: references.map((reference) => getCertificateOptions({ path: { reference } })),
  });
  const results = references.map((reference, index) => ({ reference, query: queries[index] }));
  const found = results.flatMap(({ reference, query }) => (query?.data ? [{ reference, coa: query.data }] : []));
  const certificates = found.map(({ coa }) => coa);
  const hrefWithout = (coa: CoaDto) =>
    withoutReference(references, found.find((one) => one.coa === coa)?.reference ?? '');
  return (
    <>
      {results.map(({ reference, query }) =>
        query?.isError ? (
          <Unavailable
            key={reference}
            reference={reference}
            error={query.error}
            onRetry={() => query.refetch()}
            hrefWithout={withoutReference(references, reference)}
          />
        ) : null,
      )}
      {queries.some(({ isPending }) => isPending) && (
        <Loading label="Loading the certificates">
          <Skeleton className="h-64 w-full" />
        </Loading>
      )}
      {certificates.length > 0 && (
        <>
          <DoNotDrink certificates={certificates} />
          <div role="status" className="stack max-w-text gap-1">
            {comparisonSentences(certificates).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
            {certificates.length === 1 && <p>Add another one to compare it with.</p>}
          </div>
          <ComparisonTable certificates={certificates} hrefWithout={hrefWithout} />
        </>
      )}
    </>
  );
}

/** Shown before any figure. */
function DoNotDrink({ certificates }: { certificates: readonly CoaDto[] }) {
  const dangerous = certificates.filter(({ verdict }) => verdict.doNotDrink);
  if (dangerous.length === 0) return null;
  return (
    <Notice tone="danger" title="Do not drink it">
      <ul className="stack gap-1">
        {dangerous.map(({ reference, productName, batchId, verdict }) => (
          <li key={reference}>
            {productName}, batch {batchId}: {verdict.headline}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Unavailable(props: { reference: string; error: unknown; onRetry: () => void; hrefWithout: string }) {
  const { reference, error, onRetry, hrefWithout } = props;
  const remove = (
    <StandaloneLink to={hrefWithout}>
      Remove<span className="sr-only"> {reference}</span>
    </StandaloneLink>
  );
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Notice
        tone="caution"
        title={
          <>
            There is no certificate <Mono>{reference}</Mono>
          </>
        }
        actions={remove}
      >
        Check the reference. A certificate that waits for review has no page yet.
      </Notice>
    );
  }
  return (
    <ErrorState title={`We couldn't load ${reference}`} onRetry={onRetry} actions={remove}>
      {errorMessage(error)}
    </ErrorState>
  );
}

interface AddProps {
  references: readonly string[];
  search: string;
}

/** A search whose results are links to the comparison with one more certificate. */
function AddCertificate({ references, search }: AddProps) {
  const [typed, setTyped] = useState(search);
  const navigate = useNavigate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const params = new URLSearchParams([...references.map((one) => ['c', one]), ['q', typed.trim()]]);
    navigate(`${paths.comparison}?${params}`, { preventScrollReset: true });
  };
  return (
    <Section id="add" title="Add a lab report" className="stack gap-4 print:hidden" headingClassName="text-xl">
      <search aria-label="Certificates">
        <form action={paths.comparison} onSubmit={submit} className="flex flex-wrap items-end gap-3">
          {references.map((reference) => (
            <input key={reference} type="hidden" name="c" value={reference} />
          ))}
          <div className="min-w-0 flex-1 basis-60">
            <SearchField
              label="Product, brand or batch ID"
              name="q"
              maxLength={100}
              value={typed}
              onValueChange={setTyped}
            />
          </div>
          <Button type="submit" variant="secondary">
            Search
          </Button>
        </form>
      </search>
      {search !== '' && <Candidates references={references} search={search} />}
    </Section>
  );
}

const SHOWN = 10;

function Candidates({ references, search }: AddProps) {
  const found = useInfiniteQuery(certificatePages({ search }));
  const first = found.data?.pages[0];
  if (found.isError) return <p role="alert">{errorMessage(found.error)}</p>;
  if (!first) return <Loading label="Searching">{null}</Loading>;
  const isIn = ({ reference }: CoaSummaryDto) => references.some((one) => one.toUpperCase() === reference);
  const rows = first.rows.filter((one) => !isIn(one)).slice(0, SHOWN);
  return (
    <div role="status" className="stack gap-2">
      <p>
        {rows.length === 0
          ? `No other certificate matches “${search}”.`
          : `${first.match === 'similar' ? 'No exact match. These are similar' : 'Choose one to add it'}${first.total > SHOWN ? `; the first ${rows.length} of ${first.total}` : ''}:`}
      </p>
      <ul>
        {rows.map((one) => (
          <li key={one.reference}>
            <StandaloneLink to={paths.compare([...references, one.reference])}>
              Add {one.productName} by {one.brandName}, batch {one.batchId}
            </StandaloneLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
