import { textLink } from '../../ui/link-styles';
import { Notice } from '../../ui/messages/notice';
import { Mono } from '../../ui/mono';
import { readCode, type ScannedCode } from './scanned-code';

/** Not in TypeScript's types: Chromium has it on Android, macOS and ChromeOS. */
interface CodeDetector {
  detect(image: ImageBitmap): Promise<readonly { readonly rawValue: string }[]>;
}

/** Of several codes on a photo, the one that says most about the batch comes first. */
const ORDER: readonly ScannedCode['kind'][] = ['page', 'text', 'address', 'gtin'];

/**
 * @param origin of this site
 * @returns null when there is no code that can be read
 */
export async function codeOn(photo: Blob, origin: string): Promise<ScannedCode | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: new () => CodeDetector };
  if (!BarcodeDetector) return null;
  try {
    const image = await createImageBitmap(photo);
    const found = await new BarcodeDetector().detect(image);
    image.close();
    const codes = found.flatMap(({ rawValue }) => readCode(rawValue, origin) ?? []);
    return codes.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))[0] ?? null;
  } catch {
    // Not an image, or the browser's reader failed.
    return null;
  }
}

/** What a visitor is told about a code that does not lead to a page of this site. */
export function CodeMessage({ code }: { code: ScannedCode | null }) {
  if (code === null) {
    return (
      <Notice tone="caution" title="No code found on the photo">
        Hold the can so that the whole code is sharp and without glare, or type the batch ID.
      </Notice>
    );
  }
  if (code.kind === 'text') {
    return (
      <Notice title="We read a code">
        It is filled in as the batch ID. Compare it with the can: <Mono>{code.text}</Mono>
      </Notice>
    );
  }
  if (code.kind !== 'address') return null;
  return (
    <Notice tone="caution" title={`The code leads to ${code.host}`}>
      <p>
        We have not opened it, and we don't know what is there: <Mono>{code.url}</Mono>
      </p>
      <p>
        Is this the address of the brand or a lab? Then{' '}
        <a href={code.url} rel="nofollow noopener noreferrer" className={textLink}>
          open {code.host}
        </a>
        , and check that the report names your batch. Or type the batch ID here.
      </p>
    </Notice>
  );
}
