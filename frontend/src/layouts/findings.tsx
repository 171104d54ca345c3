import type { FindingDto, FindingSeverity } from '../api/generated/types.gen';
import { cx } from '../ui/cx';
import { InfoIcon, StopIcon, WarningIcon } from '../ui/icons';

const SEVERITIES: Record<FindingSeverity, { word: string; Icon: typeof InfoIcon; ink: string }> = {
  error: { word: 'Error', Icon: StopIcon, ink: 'text-clay' },
  warning: { word: 'Warning', Icon: WarningIcon, ink: 'text-citrus-ink' },
  notice: { word: 'Notice', Icon: InfoIcon, ink: 'text-pine' },
};

/** What machines noticed about a certificate, as its sender, the reviewer and everybody else read it. */
export function Findings({ findings, className }: { findings: readonly FindingDto[]; className?: string }) {
  return (
    <ul className={cx('stack gap-2', className)}>
      {findings.map(({ code, severity, message }) => {
        const { word, Icon, ink } = SEVERITIES[severity];
        return (
          <li key={code} className="flex items-start gap-2 text-sm">
            <Icon className={cx('mt-px size-5', ink)} />
            <span className="min-w-0 wrap-anywhere">
              <span className={cx('font-semibold', ink)}>{word}:</span> {message}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
