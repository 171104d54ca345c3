import { DashIcon, ShieldIcon } from '../../ui/icons';

/** Whether staff verified a brand: a filled mark, or a dashed outline. Color alone must not carry meaning. */
export function VerifiedMark({ verified }: { verified: boolean }) {
  return verified ? (
    <span className="inline-flex items-center gap-1.5 rounded-[1rem] border-2 border-leaf bg-leaf px-2.5 py-0.5 text-sm font-semibold text-surface">
      <ShieldIcon className="size-4.5" />
      Verified
    </span>
  ) : (
    <span className="inline-flex items-center gap-1.5 border-2 border-dashed border-edge px-2.5 py-0.5 text-sm font-medium text-ink-soft">
      <DashIcon className="size-4.5" />
      Not verified
    </span>
  );
}
