import { useEffect, useState } from 'react';
import { cx } from './cx';

export interface QrCodeProps {
  value: string;
  /** Accessible name, e.g. `QR code: address of this certificate`. */
  label: string;
  className?: string;
}

interface QrPath {
  value: string;
  size: number;
  path: string;
}

/** Merges adjacent dark modules into one bar, so that no hairlines show in print. */
function trace(modules: { size: number; get: (row: number, column: number) => number | boolean }) {
  let path = '';
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (!modules.get(row, column)) continue;
      const start = column;
      while (column + 1 < modules.size && modules.get(row, column + 1)) column += 1;
      path += `M${start} ${row}h${column - start + 1}v1H${start}z`;
    }
  }
  return path;
}

const QUIET_ZONE = 4;

export function QrCode({ value, label, className = 'size-32' }: QrCodeProps) {
  const [drawing, setDrawing] = useState<QrPath | null>(null);

  useEffect(() => {
    let wanted = true;
    // Loaded lazily: the encoder is large and few pages need it.
    import('qrcode').then(({ create }) => {
      const { modules } = create(value, { errorCorrectionLevel: 'M' });
      if (wanted) setDrawing({ value, size: modules.size, path: trace(modules) });
    });
    return () => {
      wanted = false;
    };
  }, [value]);

  const current = drawing?.value === value ? drawing : null;
  const side = (current?.size ?? 0) + 2 * QUIET_ZONE;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={current ? `${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}` : undefined}
      shapeRendering="crispEdges"
      className={cx('keep-colors shrink-0 rounded-sm bg-code-paper print:rounded-none', className)}
    >
      {current ? <path d={current.path} className="fill-code-ink" /> : null}
    </svg>
  );
}
