import { Link } from 'react-router';
import type { LabCertificateDto } from '../../../api/generated/types.gen';
import { labCertificatePages } from '../../../api/staff-lists';
import { FilterSelect } from '../../../components/admin/filter-select';
import { LIFECYCLES, LifecycleBadge } from '../../../components/admin/lifecycle';
import { PagedList, usePagedRows } from '../../../components/admin/paged-list';
import { BatchId } from '../../../components/certificates/batch-id';
import { findOption, useFilters, useSearchField } from '../../../hooks/use-filters';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';
import { SearchField } from '../../../ui/fields/search-field';
import { textLink } from '../../../ui/link-styles';
import { EmptyState } from '../../../ui/messages/empty-state';
import { Mono } from '../../../ui/mono';
import { Section } from '../../../ui/section';
import { formatDay } from '../../../ui/text/days';

/** Every certificate that a lab sent. */
export function LabCertificates({ labId }: { labId: string }) {
  const filters = useFilters({ status: '', search: '' }, { replace: true });
  const { values, setFilters } = filters;
  const searchField = useSearchField(filters);
  const submissionStatus = findOption(LIFECYCLES, values.status);
  const list = usePagedRows(
    labCertificatePages(labId, {
      ...(submissionStatus && { submissionStatus }),
      ...(values.search && { search: values.search }),
    }),
  );
  const isFiltered = Boolean(submissionStatus || values.search);
  const clear = () => {
    searchField.onValueChange('');
    setFilters({ status: '', search: '' });
  };
  return (
    <Section id="certificates" title="Certificates">
      <div className="grid items-end gap-4 sm:grid-cols-[2fr_1fr]">
        <SearchField
          label="Search this lab's certificates"
          hint="Product, brand, batch, reference or report number"
          maxLength={100}
          {...searchField}
        />
        <FilterSelect
          label="Status"
          name="status"
          value={submissionStatus ?? ''}
          options={[{ value: '', label: 'All' }, ...LIFECYCLES]}
          setFilters={setFilters}
        />
      </div>
      <PagedList
        list={list}
        loadingLabel="Loading certificates"
        skeletonClassName="h-48"
        errorTitle="We couldn't load the certificates"
        headingLevel={3}
        keepsStaleRows
        countLabel={(total) => `${total === 1 ? 'certificate' : 'certificates'}, newest first`}
        empty={isFiltered ? <NoMatch onClear={clear} /> : <NoCertificates />}
      >
        {(row) => <Row key={row.id} row={row} />}
      </PagedList>
    </Section>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      headingLevel={3}
      title="No certificates match"
      actions={
        <Button variant="secondary" onClick={onClear}>
          Show all certificates
        </Button>
      }
    >
      Try fewer letters, or another status.
    </EmptyState>
  );
}

function NoCertificates() {
  return (
    <EmptyState headingLevel={3} title="No certificates yet">
      Everything this lab sends will be listed here.
    </EmptyState>
  );
}

function Row({ row }: { row: LabCertificateDto }) {
  const { id, productName, brandName, batchId, reference, labReportId, testDate, createdAt } = row;
  return (
    <li className="grid gap-x-6 gap-y-2 bg-surface p-4 sm:grid-cols-[1fr_auto] sm:items-center">
      <span className="min-w-0">
        <Link to={paths.staff.submission(id)} className={`${textLink} font-medium wrap-anywhere`}>
          {productName}
        </Link>{' '}
        <span className="wrap-anywhere text-ink-soft">by {brandName}</span>
        <span className="block text-sm wrap-anywhere text-ink-soft">
          Batch <BatchId>{batchId}</BatchId> · <Mono>{reference}</Mono>
          {labReportId && (
            <>
              {' '}
              · Report <Mono>{labReportId}</Mono>
            </>
          )}
        </span>
        <span className="block text-sm text-ink-soft">
          Tested {formatDay(testDate)} · Received {formatDay(createdAt.slice(0, 10))}
        </span>
      </span>
      <span className="justify-self-start sm:justify-self-end">
        <LifecycleBadge certificate={row} />
      </span>
    </li>
  );
}
