import type { ReactNode } from 'react';
import { cx } from '../cx';
import { CheckIcon, InfoIcon, StopIcon, WarningIcon } from '../icons';

export interface NoticeProps {
  tone?: 'info' | 'caution' | 'danger' | 'success';
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** `alert` interrupts a screen reader, `status` waits. Omit for text that is there from the start. */
  role?: 'alert' | 'status' | 'note';
  className?: string;
}

const TONES = {
  info: { Icon: InfoIcon, ground: 'bg-pine-soft', ink: 'text-pine' },
  caution: { Icon: WarningIcon, ground: 'bg-citrus-soft', ink: 'text-citrus-ink' },
  danger: { Icon: StopIcon, ground: 'bg-clay-soft', ink: 'text-clay' },
  success: { Icon: CheckIcon, ground: 'bg-leaf-soft', ink: 'text-leaf' },
};

export function Notice({ tone = 'info', title, children, actions, role, className }: NoticeProps) {
  const { Icon, ground, ink } = TONES[tone];
  return (
    <div role={role} className={cx('notice', ground, className)}>
      <Icon className={cx('mt-0.5 size-5', ink)} />
      <div className="min-w-0 flex-1">
        {title != null ? <p className="font-semibold">{title}</p> : null}
        {children != null ? <div className={cx('text-sm', title != null && 'mt-1')}>{children}</div> : null}
        {actions ? <div className="mt-3 flex flex-wrap gap-3">{actions}</div> : null}
      </div>
    </div>
  );
}
