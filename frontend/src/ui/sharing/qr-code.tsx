import { useEffect, useState } from 'react';
import { cx } from '../cx';
import type { QrPath } from './qr-path';

export interface QrCodeProps {
  value: string;
  /** Accessible name, e.g. `QR code: key for the authenticator app`. */
  label: string;
  className?: string;
}

/**
 * A QR code drawn in the browser, for a secret that must not be in the address of an image. The code of a public page is
 * an image from the server (qrSvg).
 */
export function QrCode({ value, label, className = 'size-32' }: QrCodeProps) {
  const [drawing, setDrawing] = useState<(QrPath & { value: string; quietZone: number }) | null>(null);

  useEffect(() => {
    let wanted = true;
    // Loaded lazily: the encoder is large and few pages need it.
    import('./qr-path').then(({ qrPath, QUIET_ZONE }) => {
      if (wanted) setDrawing({ value, quietZone: QUIET_ZONE, ...qrPath(value) });
    });
    return () => {
      wanted = false;
    };
  }, [value]);

  const current = drawing?.value === value ? drawing : null;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={current ? viewBox(current) : undefined}
      shapeRendering="crispEdges"
      className={cx('keep-colors shrink-0 rounded-sm bg-code-paper print:rounded-none', className)}
    >
      {current ? <path d={current.path} className="fill-code-ink" /> : null}
    </svg>
  );
}

function viewBox({ size, quietZone }: { size: number; quietZone: number }): string {
  const side = size + 2 * quietZone;
  return `${-quietZone} ${-quietZone} ${side} ${side}`;
}
