import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { usePageContext } from '../../api/page-context';
import { paths } from '../../paths';
import { Button } from '../../ui/button';

/**
 * Reads the code on a can from a photo, in the browser: the photo is not sent or stored (decision 0032). Where nothing can read
 * codes, a hint is in its place.
 * @param onText gets what may be the batch ID
 */
export function ScanCan({ onText }: { onText: (text: string) => void }) {
  const { origin } = usePageContext();
  const navigate = useNavigate();
  const picker = useRef<HTMLInputElement>(null);
  const [canScan, setCanScan] = useState(false);
  const [isReading, setReading] = useState(false);
  const [message, setMessage] = useState<ReactNode>(null);
  useEffect(() => setCanScan('BarcodeDetector' in globalThis || typeof WebAssembly === 'object'), []);

  const read = async (photo: Blob) => {
    setReading(true);
    // Few visits need it.
    const { codeOn, CodeMessage } = await import('./photo-code');
    const code = await codeOn(photo, origin);
    setMessage(<CodeMessage code={code} />);
    if (code?.kind === 'page') navigate(code.path);
    if (code?.kind === 'gtin') navigate(paths.batch(code.gtin));
    if (code?.kind === 'text') onText(code.text);
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [photo] = target.files ?? [];
    // The same photo can be chosen again.
    target.value = '';
    if (!photo) return;
    read(photo)
      .catch(() => setMessage("We couldn't load the reader. Check your connection, or type the batch ID."))
      .finally(() => setReading(false));
  };
  return (
    <div className="stack gap-3">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1">
        {canScan && (
          <Button
            variant="secondary"
            size="sm"
            pending={isReading}
            pendingText="Reading the code"
            onClick={() => picker.current?.click()}
          >
            Scan the can
          </Button>
        )}
        <span className="text-sm text-ink-soft">
          {canScan
            ? 'Your photo stays on this device.'
            : "Your phone's camera can read a QR code on the can. Check the address before you open it."}
        </span>
      </div>
      <input
        ref={picker}
        type="file"
        accept="image/*"
        capture="environment"
        aria-label="Photo of the code on the can"
        onChange={choose}
        hidden
      />
      <div role="status">{message}</div>
    </div>
  );
}
