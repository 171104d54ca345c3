import { usePageContext } from '../../api/page-context';
import { BatchId } from '../../components/certificates/batch-id';
import { isOverLabel, LabelMark, statedDose } from '../../components/certificates/label-mark';
import { StatusMark } from '../../components/certificates/status-mark';
import { StrengthMark } from '../../components/certificates/strength-mark';
import { isStrong } from '../../components/certificates/strength-words';
import { SAMPLED_BY } from '../../components/coa-registry/printed-sample';
import { TextLink } from '../../components/links';
import { paths } from '../../paths';
import { markWords } from '../../ui/charts/chart-mark';
import { TableHead } from '../../ui/table-head';
import { formatDay } from '../../ui/text/days';
import { formatMg } from '../../ui/text/figures';
import { type Batch, markKind } from './batches';

interface BatchTableProps {
  caption: string;
  batches: readonly Batch[];
  /** With the product of each batch, where they differ. */
  hasProducts?: boolean;
}

/** The figures of a picture of batches. */
export function BatchTable({ caption, batches, hasProducts = false }: BatchTableProps) {
  const { today } = usePageContext();
  return (
    <div className="relative overflow-x-auto">
      <table className="data-table">
        <caption className="sr-only">{caption}</caption>
        <TableHead columns={['Batch', 'THC', 'Status', 'Tested', 'Lab']} numbers={['THC']} />
        <tbody>
          {batches.map((batch) => (
            <tr key={batch.id}>
              <th scope="row" className="min-w-24">
                <TextLink to={batch.standing === undefined ? paths.coa(batch) : paths.certificate(batch.reference)}>
                  <BatchId>{batch.batchId}</BatchId>
                </TextLink>
                {hasProducts && <span className="block text-xs font-normal text-ink-soft">{batch.productName}</span>}
              </th>
              <td className="num">
                {formatMg(batch.thcContent)}
                <span className="block text-xs text-ink-soft">{statedDose(batch.labelComparison.statedMg)}</span>
                <LabelMark level={batch.labelComparison.level} /> <StrengthMark level={batch.strengthLevel} />
              </td>
              <td>
                <StatusMark
                  status={batch.statusMark}
                  label={batch.statusLabel}
                  quiet={isOverLabel(batch.labelComparison.level) || isStrong(batch.strengthLevel)}
                />
              </td>
              <td className="whitespace-nowrap">
                {formatDay(batch.testDate)}
                {markKind(batch, today) === 'old' && (
                  <span className="block text-xs whitespace-normal text-ink-soft">
                    {markWords('old').toLowerCase()}
                  </span>
                )}
              </td>
              <td>
                {batch.labName}
                {batch.sampledBy !== 'unknown' && (
                  <span className="block text-xs text-ink-soft">{SAMPLED_BY[batch.sampledBy]}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
