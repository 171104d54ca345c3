/** What the code on a can leads to. */
export type ScannedCode =
  /** A page of this site. */
  | { readonly kind: 'page'; readonly path: string }
  /** Any other address: it is shown, and only the visitor opens it. */
  | { readonly kind: 'address'; readonly url: string; readonly host: string }
  /** A product's bar code. */
  | { readonly kind: 'gtin'; readonly gtin: string }
  /** Anything else may be the batch ID. */
  | { readonly kind: 'text'; readonly text: string };

const TEXT_MAX = 100;

/**
 * @param origin of this site
 * @returns null for a text without anything that can be read
 */
export function readCode(text: string, origin: string): ScannedCode | null {
  const shown = text.replace(/[\p{Cc}\p{Cf}]/gu, '').trim();
  if (shown === '') return null;
  if (isGtin(shown)) return { kind: 'gtin', gtin: shown };
  const url = webAddress(shown);
  if (!url) return { kind: 'text', text: shown.slice(0, TEXT_MAX) };
  if (url.origin === origin) return { kind: 'page', path: url.pathname + url.search + url.hash };
  return { kind: 'address', url: url.href, host: url.host };
}

function webAddress(text: string): URL | null {
  if (!/^https?:\/\//i.test(text)) return null;
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** Whether it has the length and the check digit of a GTIN, the number of a bar code (GS1 General Specifications, 7.9). */
export function isGtin(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false;
  const sum = [...text]
    .toReversed()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
