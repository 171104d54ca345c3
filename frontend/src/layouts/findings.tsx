import type { FindingDto, FindingSeverity } from '../api/generated/types.gen';
import { cx } from '../ui/cx';
import { InfoIcon, StopIcon, WarningIcon } from '../ui/icons';

const SEVERITIES: Record<FindingSeverity, { word: string; Icon: typeof InfoIcon; ink: string }> = {
  error: { word: 'Problem', Icon: StopIcon, ink: 'text-clay' },
  warning: { word: 'Check this', Icon: WarningIcon, ink: 'text-citrus-ink' },
  notice: { word: 'Note', Icon: InfoIcon, ink: 'text-pine' },
};

/** What the automated checks noticed about a certificate, as its submitter, the reviewer and the public read it. */
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
