/** Longer texts are sentences. */
const LENGTH_MAX = 60;

/** "5 mg", "12 oz", "0.3%": what people search for besides batch IDs. */
const AMOUNT =
  /\d+(?:[.,]\d+)?\s*(?:mg|mcg|µg|g|ml|l|oz|fl|lbs?|kg|%|ppm|ppb|hours?|hrs?|h|minutes?|min|days?|years?)(?![\p{L}\p{N}])/giu;

/** "delta-9", "d8", "thc-p 10": names of cannabinoids. */
const CANNABINOID = /\b(?:delta|d)[\s-]?\d{1,2}\b/gi;

/** Whether a search may be the batch ID on a can: batch IDs have digits, which are no amount. */
export const looksLikeBatch = (text: string): boolean =>
  text.length <= LENGTH_MAX && /\p{N}/u.test(text.replace(AMOUNT, '').replace(CANNABINOID, ''));
