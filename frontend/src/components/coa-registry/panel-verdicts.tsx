import type { PanelVerdict, PanelVerdictsDto } from '../../api/generated/types.gen';
import { StatusMark } from '../certificates/status-mark';

/** The four contaminant panels, always in this order. */
export const PANELS: readonly { key: keyof PanelVerdictsDto; label: string }[] = [
  { key: 'pesticides', label: 'Pesticides' },
  { key: 'heavyMetals', label: 'Heavy Metals' },
  { key: 'microbials', label: 'Microbials' },
  { key: 'residualSolvents', label: 'Residual Solvents' },
];

export const VERDICT_LABELS: Record<PanelVerdict, string> = {
  passed: 'Passed',
  failed: 'Failed',
  not_tested: 'Not tested',
  pending: 'Pending',
  not_reported: 'Not reported',
};

/** Beside a failure, nothing is green. */
export function PanelVerdicts({ panels }: { panels: PanelVerdictsDto }) {
  const hasFailed = Object.values(panels).includes('failed');
  return (
    <ul className="grid gap-x-8 sm:grid-cols-2">
      {PANELS.map(({ key, label }) => (
        <li key={key} className="flex flex-wrap items-center justify-between gap-x-4 border-b border-rule py-3">
          <span>{label}</span>
          <StatusMark status={panels[key]} quiet={hasFailed} />
        </li>
      ))}
    </ul>
  );
}
