import type { ReactNode } from 'react';
import { Button } from '../../ui/button';

export interface StepButtonProps {
  label: string;
  /** Its keyboard shortcut, if it has one. */
  keys?: string;
  icon: ReactNode;
  isOff?: boolean;
  onClick: () => void;
}

/**
 * A square button with an icon. It stays focusable when it has no effect, so that the focus is not lost at the last
 * step.
 */
export function StepButton({ label, keys, icon, isOff = false, onClick }: StepButtonProps) {
  return (
    <Button
      size="sm"
      variant="secondary"
      icon={icon}
      title={keys ? `${label} (${keys})` : label}
      {...(keys && { 'aria-keyshortcuts': keys })}
      aria-disabled={isOff || undefined}
      className="w-11 aria-disabled:opacity-55"
      onClick={() => !isOff && onClick()}
    >
      <span className="sr-only">{label}</span>
    </Button>
  );
}
