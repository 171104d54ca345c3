import type { ReactNode } from 'react';
import type { CoaSummaryDto } from '../../api/generated/types.gen';
import { usePageContext } from '../../api/page-context';
import { paths } from '../../paths';
import { cardLink, openCard } from '../../ui/card';
import { formatDay, isOldTest } from '../../ui/text/days';
import { formatMg } from '../../ui/text/figures';
import { SAMPLED_BY } from '../coa-registry/printed-sample';
import { StandaloneLink, TextLink } from '../links';
import { BatchId } from './batch-id';
import { isOverLabel, LabelMark, statedDose } from './label-mark';
import { StatusMark } from './status-mark';
import { StrengthMark } from './strength-mark';
import { isStrong } from './strength-words';

/** Unmeasured CBD is shown as below the usual reporting limit. [source:missing-cbd] */
export const formatCbd = (mg: number | null | undefined) => (mg == null ? '< 0.1\u00a0mg' : formatMg(mg));

/** A certificate in a list or grid: numbers first. */
export function CertificateFacts({ coa }: { coa: CoaSummaryDto }) {
  const { today } = usePageContext();
  const { level, statedMg } = coa.labelComparison;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard, there is the link inside
    <article
      onClick={openCard}
      className="flex min-w-0 cursor-pointer flex-col rounded-lg border border-rule bg-surface p-4 transition-[border-color] duration-150 hover:border-pine sm:p-5"
    >
      <div className="flex items-start justify-between gap-3">
        <h3 className="min-w-0 text-lg wrap-anywhere">
          <TextLink to={paths.product(coa)}>{coa.productName}</TextLink>
        </h3>
        <StatusMark
          status={coa.statusMark}
          label={coa.statusLabel}
          look="pill"
          quiet={isOverLabel(level) || isStrong(coa.strengthLevel)}
        />
      </div>
      <p className="mt-1 text-sm text-ink-soft">
        Batch <BatchId className="text-ink">{coa.batchId}</BatchId>
      </p>
      <dl className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-x-4 gap-y-2 text-sm">
        <Fact label="THC">
          <span className="text-xl font-semibold">{formatMg(coa.thcContent)}</span>
          <span className="block text-xs text-ink-soft">{statedDose(statedMg)}</span>
          <LabelMark level={level} /> <StrengthMark level={coa.strengthLevel} />
        </Fact>
        <Fact label="CBD">
          <span className="text-xl font-semibold">{formatCbd(coa.cbdContent)}</span>
        </Fact>
        <Fact label="Lab">
          {coa.labName}
          {coa.sampledBy !== 'unknown' && (
            <span className="block text-xs text-ink-soft">{SAMPLED_BY[coa.sampledBy]}</span>
          )}
        </Fact>
        <Fact label="Tested">
          {formatDay(coa.testDate)}
          {isOldTest(coa.testDate, today) && <span className="block text-xs text-ink-soft">older than 12 months</span>}
        </Fact>
      </dl>
      <div className="mt-auto pt-2">
        <StandaloneLink to={paths.coa(coa)} {...cardLink}>
          View Full COA
          <span className="sr-only">
            {' '}
            of {coa.productName}, batch {coa.batchId}
          </span>
        </StandaloneLink>
      </div>
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
