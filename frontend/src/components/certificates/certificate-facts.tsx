import type { ReactNode } from 'react';
import { formatDay } from '../../ui/text/days';
import { formatMg } from '../../ui/text/figures';
import { BatchId } from './batch-id';
import { isOverLabel, type LabelLevel, LabelMark, statedDose } from './label-mark';
import { type Status, StatusMark } from './status-mark';

export interface CertificateFactsProps {
  /** Its name, or a link to its page. */
  productName: ReactNode;
  batchId: string;
  thcMg: number;
  /** Missing when below the limit worth showing. */
  cbdMg: number | null | undefined;
  labName: string;
  testDate: string;
  /** Whether the test is older than twelve months. */
  isOld: boolean;
  status: Status;
  statusLabel: string;
  /** Measured THC compared with the dose in the product name. */
  label: { readonly level: LabelLevel; readonly statedMg: number | null };
  /** Link to the full certificate. */
  action: ReactNode;
}

/** Unmeasured CBD is shown as below the usual reporting limit. [source:missing-cbd] */
export const formatCbd = (mg: number | null | undefined) => (mg == null ? '< 0.1\u00a0mg' : formatMg(mg));

/** A certificate in a list or grid: numbers first. */
export function CertificateFacts({ action, ...coa }: CertificateFactsProps) {
  return (
    <article className="flex min-w-0 flex-col rounded-lg border border-rule bg-surface p-4 sm:p-5">
      <div className="flex items-start justify-between gap-3">
        <h3 className="min-w-0 text-lg wrap-anywhere">{coa.productName}</h3>
        <StatusMark status={coa.status} label={coa.statusLabel} look="pill" quiet={isOverLabel(coa.label.level)} />
      </div>
      <p className="mt-1 text-sm text-ink-soft">
        Batch <BatchId className="text-ink">{coa.batchId}</BatchId>
      </p>
      <dl className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-x-4 gap-y-2 text-sm">
        <Fact label="THC">
          <span className="text-xl font-semibold">{formatMg(coa.thcMg)}</span>
          <span className="block text-xs text-ink-soft">{statedDose(coa.label.statedMg)}</span>
          <LabelMark level={coa.label.level} />
        </Fact>
        <Fact label="CBD">
          <span className="text-xl font-semibold">{formatCbd(coa.cbdMg)}</span>
        </Fact>
        <Fact label="Lab">{coa.labName}</Fact>
        <Fact label="Tested">
          {formatDay(coa.testDate)}
          {coa.isOld && <span className="block text-xs text-ink-soft">older than 12 months</span>}
        </Fact>
      </dl>
      <div className="mt-auto pt-2">{action}</div>
    </article>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-soft">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
