import type { ReactNode } from 'react';
import type { FindingDto, FindingSeverity } from '../../api/generated/types.gen';
import { cx } from '../../ui/cx';
import { InfoIcon, StopIcon, WarningIcon } from '../../ui/icons';

const SEVERITIES: Record<FindingSeverity, { word: string; Icon: typeof InfoIcon; ink: string }> = {
  error: { word: 'Problem', Icon: StopIcon, ink: 'text-clay' },
  warning: { word: 'Check this', Icon: WarningIcon, ink: 'text-citrus-ink' },
  notice: { word: 'Note', Icon: InfoIcon, ink: 'text-pine' },
};

export interface FindingsProps<F extends FindingDto> {
  findings: readonly F[];
  /** Shown before a finding. */
  mark?: (finding: F) => ReactNode;
  /** Shown after a finding. */
  action?: (finding: F) => ReactNode;
  className?: string;
}

/** Findings of the automated checks, as submitters, reviewers and the public see them. */
export function Findings<F extends FindingDto>({ findings, mark, action, className }: FindingsProps<F>) {
  return (
    <ul className={cx('stack gap-2', className)}>
      {findings.map((finding) => {
        const { code, severity, message } = finding;
        const { word, Icon, ink } = SEVERITIES[severity];
        return (
          <li key={`${code} ${message}`} className="flex items-start gap-2 text-sm">
            <Icon className={cx('mt-px size-5', ink)} />
            <span className="min-w-0 wrap-anywhere">
              {mark?.(finding)}
              <span className={cx('font-semibold', ink)}>{word}:</span> {message}
              {action?.(finding)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
