import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { textLink } from '../../ui/link-styles';
import { Notice } from '../../ui/messages/notice';
import { Mono } from '../../ui/mono';
import type { CodeReaderRequest } from './code-reader-worker';
import reader from './code-reader-worker?worker&url';
import { readCode, type ScannedCode } from './scanned-code';

/** Not in TypeScript's types: Chromium has it on Android, macOS and ChromeOS. */
interface CodeDetector {
  detect(image: ImageBitmap): Promise<readonly { readonly rawValue: string }[]>;
}

/** Not in TypeScript's types either. */
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL: (url: string) => string };
}

/** The content security policy accepts scripts only from a policy that it names. This one allows a single file. */
const policy = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy('clearbatch-code-reader', {
  createScriptURL: () => reader,
});

/** Of several codes on a photo, the one that says most about the batch comes first. */
const ORDER: readonly ScannedCode['kind'][] = ['page', 'text', 'address', 'gtin'];

/** Cameras make photos four times as long, in which reading takes seconds. */
const LONGEST_SIDE = 1600;

/**
 * Reads a photo on the device: with the browser's own reader, or with one that is loaded for it.
 * @param origin of this site
 * @returns null when there is no code that can be read
 * @throws Error when the reader can't be loaded
 */
export async function codeOn(photo: Blob, origin: string): Promise<ScannedCode | null> {
  const image = await createImageBitmap(photo).catch(() => null);
  if (!image) return null;
  const texts = (await textsByBrowser(image)) ?? (await textsByReader(image));
  image.close();
  const codes = texts.flatMap((text) => readCode(text, origin) ?? []);
  return codes.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))[0] ?? null;
}

/** @returns null where the browser has no reader, or it fails */
async function textsByBrowser(image: ImageBitmap): Promise<readonly string[] | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: new () => CodeDetector };
  if (!BarcodeDetector) return null;
  try {
    return (await new BarcodeDetector().detect(image)).map(({ rawValue }) => rawValue);
  } catch {
    return null;
  }
}

function textsByReader(image: ImageBitmap): Promise<readonly string[]> {
  const worker = new Worker(policy?.createScriptURL(reader) ?? reader, { type: 'module' });
  const answer = new Promise<readonly string[]>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<readonly string[]>) => resolve(data));
    worker.addEventListener('error', () => reject(new Error('The reader failed')));
  });
  worker.postMessage({ photo: pixelsOf(image), wasm } satisfies CodeReaderRequest);
  return answer.finally(() => worker.terminate());
}

function pixelsOf(image: ImageBitmap): ImageData {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no canvas');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
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
