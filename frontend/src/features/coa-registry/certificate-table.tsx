import { Link } from 'react-router';
import type { CoaSummaryDto } from '../../api/generated/types.gen';
import { paths } from '../../paths';
import { BatchId } from '../../ui/batch-id';
import { CertificateFacts } from '../../ui/certificate-facts';
import { formatDay } from '../../ui/days';
import { isOverLabel, LabelMark, statedDose } from '../../ui/label-mark';
import { standaloneLink, textLink } from '../../ui/link-styles';
import { Loading, SkeletonRows } from '../../ui/skeleton';
import { StatusMark } from '../../ui/status-mark';

/** A table on wide screens, cards on a phone. */
export function CertificateTable({ rows }: { rows: readonly CoaSummaryDto[] }) {
  return (
    <div className="@container">
      <div className="relative hidden overflow-x-auto @min-[45rem]:block">
        <table className="data-table max-lg:text-xs">
          <caption className="sr-only">Published certificates</caption>
          <Columns />
          <tbody>
            {rows.map((coa) => (
              <Row key={coa.id} coa={coa} />
            ))}
          </tbody>
        </table>
      </div>
      <ul className="stack gap-3 @min-[45rem]:hidden">
        {rows.map((coa) => (
          <li key={coa.id}>
            <CertificateFacts
              {...factsOf(coa)}
              above={
                <Link to={paths.brand(coa.brandName)} className="inline-flex min-h-8 items-center text-sm text-pine">
                  {coa.brandName}
                </Link>
              }
              action={<Details coa={coa} />}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

export const factsOf = (coa: CoaSummaryDto) => ({
  productName: coa.productName,
  batchId: coa.batchId,
  thcMg: coa.thcContent,
  cbdMg: coa.cbdContent,
  labName: coa.labName,
  testDate: coa.testDate,
  status: coa.statusMark,
  statusLabel: coa.statusLabel,
  label: coa.labelComparison,
});

function Columns() {
  return (
    <thead>
      <tr>
        <th scope="col">Brand</th>
        <th scope="col">Product Name</th>
        <th scope="col">Batch ID</th>
        <th scope="col" className="num">
          THC (mg)
        </th>
        <th scope="col" className="num">
          CBD (mg)
        </th>
        <th scope="col">Lab</th>
        <th scope="col">Test Date</th>
        <th scope="col">Status</th>
        <th scope="col">Actions</th>
      </tr>
    </thead>
  );
}

function Row({ coa }: { coa: CoaSummaryDto }) {
  return (
    <tr>
      <td>
        <Link to={paths.brand(coa.brandName)} className={textLink}>
          {coa.brandName}
        </Link>
      </td>
      <th scope="row">{coa.productName}</th>
      <td>
        <BatchId>{coa.batchId}</BatchId>
      </td>
      <td className="num">
        {coa.thcContent}
        <span className="block text-xs text-ink-soft">{statedDose(coa.labelComparison.statedMg)}</span>
        <LabelMark level={coa.labelComparison.level} />
      </td>
      <td className="num">{coa.cbdContent ?? '< 0.1'}</td>
      <td className="text-ink-soft">{coa.labName}</td>
      <td className="lg:whitespace-nowrap">{formatDay(coa.testDate)}</td>
      <td>
        <StatusMark status={coa.statusMark} label={coa.statusLabel} quiet={isOverLabel(coa.labelComparison.level)} />
      </td>
      <td>
        <Details coa={coa} />
      </td>
    </tr>
  );
}

function Details({ coa }: { coa: CoaSummaryDto }) {
  return (
    <Link to={paths.coa(coa)} className={`${standaloneLink} lg:whitespace-nowrap`}>
      View Details
      <span className="sr-only">
        {' '}
        of {coa.productName}, batch {coa.batchId}
      </span>
    </Link>
  );
}

export function CertificateTableSkeleton() {
  return (
    <Loading label="Loading certificates">
      <table className="data-table max-lg:text-xs">
        <Columns />
        <tbody>
          <SkeletonRows rows={10} columns={9} />
        </tbody>
      </table>
    </Loading>
  );
}
