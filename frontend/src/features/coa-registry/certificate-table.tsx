import type { MouseEvent } from 'react';
import type { CoaSummaryDto } from '../../api/generated/types.gen';
import { usePageContext } from '../../api/page-context';
import { BatchId } from '../../components/certificates/batch-id';
import { isOverLabel, LabelMark, statedDose } from '../../components/certificates/label-mark';
import { StatusMark } from '../../components/certificates/status-mark';
import { StrengthMark } from '../../components/certificates/strength-mark';
import { isStrong } from '../../components/certificates/strength-words';
import { SAMPLED_BY } from '../../components/coa-registry/printed-sample';
import { StandaloneLink, TextLink } from '../../components/links';
import { paths } from '../../paths';
import { cardLink, openCard } from '../../ui/card';
import { Loading, SkeletonRows } from '../../ui/messages/skeleton';
import { formatDay, isOldTest } from '../../ui/text/days';

/** A layout other than a table takes the roles from the elements in some browsers, so they are explicit. */
const TABLE = { role: 'table' };
const ROW_GROUP = { role: 'rowgroup' };
const ROW = { role: 'row' };
const COLUMN_HEADER = { scope: 'col', role: 'columnheader' };
const ROW_HEADER = { scope: 'row', role: 'rowheader' };
const CELL = { role: 'cell' };

/** A table that is laid out as cards where it has no room (styles/certificate-table.css). */
export function CertificateTable({ rows }: { rows: readonly CoaSummaryDto[] }) {
  const { today } = usePageContext();
  return (
    <div className="@container relative overflow-x-auto">
      <table {...TABLE} className="data-table certificate-table">
        <caption className="sr-only">Published certificates</caption>
        <Columns />
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard, there is the link in each row */}
        <tbody {...ROW_GROUP} onClick={openRow}>
          {rows.map((coa) => (
            <Row key={coa.id} coa={coa} isOld={isOldTest(coa.testDate, today)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Where the rows are laid out as cards. */
function openRow(event: MouseEvent<HTMLElement>) {
  const row = event.target instanceof Element && event.target.closest('tr');
  if (row && getComputedStyle(row).display === 'flex') openCard(event, row);
}

function Columns() {
  return (
    <thead {...ROW_GROUP}>
      <tr {...ROW}>
        <th {...COLUMN_HEADER}>Brand</th>
        <th {...COLUMN_HEADER}>Product Name</th>
        <th {...COLUMN_HEADER}>Batch ID</th>
        <th {...COLUMN_HEADER} className="num">
          THC (mg)
        </th>
        <th {...COLUMN_HEADER} className="num">
          CBD (mg)
        </th>
        <th {...COLUMN_HEADER}>Lab</th>
        <th {...COLUMN_HEADER}>Test Date</th>
        <th {...COLUMN_HEADER}>Status</th>
        <th {...COLUMN_HEADER}>Actions</th>
      </tr>
    </thead>
  );
}

function Row({ coa, isOld }: { coa: CoaSummaryDto; isOld: boolean }) {
  const { level, statedMg } = coa.labelComparison;
  return (
    <tr {...ROW}>
      <td {...CELL} className="brand">
        <TextLink to={paths.brand(coa.brandName)}>{coa.brandName}</TextLink>
      </td>
      <th {...ROW_HEADER} className="product">
        {coa.productName}
      </th>
      <td {...CELL} className="batch">
        <BatchId>{coa.batchId}</BatchId>
      </td>
      <td {...CELL} className="thc num">
        <span className="figure">{coa.thcContent}</span>
        <span className="stated">{statedDose(statedMg)}</span>
        <LabelMark level={level} /> <StrengthMark level={coa.strengthLevel} />
      </td>
      <td {...CELL} className="cbd num">
        <span className="figure">{coa.cbdContent ?? '< 0.1'}</span>
      </td>
      <td {...CELL} className="lab">
        {coa.labName}
        {coa.sampledBy !== 'unknown' && <span className="stated">{SAMPLED_BY[coa.sampledBy]}</span>}
      </td>
      <td {...CELL} className="tested">
        {formatDay(coa.testDate)}
        {isOld && <span className="stated">older than 12 months</span>}
      </td>
      <td {...CELL} className="status">
        <StatusMark
          status={coa.statusMark}
          label={coa.statusLabel}
          quiet={isOverLabel(level) || isStrong(coa.strengthLevel)}
        />
      </td>
      <td {...CELL} className="action">
        <StandaloneLink to={paths.coa(coa)} {...cardLink}>
          View Details
          <span className="sr-only">{` of ${coa.productName}, batch ${coa.batchId}`}</span>
        </StandaloneLink>
      </td>
    </tr>
  );
}

export function CertificateTableSkeleton() {
  return (
    <Loading label="Loading certificates" className="@container">
      <table className="data-table certificate-table">
        <Columns />
        <tbody>
          <SkeletonRows rows={10} columns={9} />
        </tbody>
      </table>
    </Loading>
  );
}
