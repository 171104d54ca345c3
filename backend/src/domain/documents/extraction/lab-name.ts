import type { ReadField } from '../../shared/document-reading.js';
import { isLabel, splitAtColon } from './labels.js';
import { isSectionTitle } from './panel-names.js';
import { boxOf, type LinedPage, type Segment } from './segments.js';

const LAB_WORD =
  /\b(?:labs?|laborator(?:y|ies)|analytics?|analytical|testing|scientific|sciences?|research|diagnostics|assays?|test (?:house|lab))\b/i;

/** Whether a name has a word that is typical of laboratories. */
export const looksLikeLab = (text: string): boolean => LAB_WORD.test(text);

/** Titles and sentences with such a word that are not the name of a laboratory. */
const NOT_A_NAME =
  /\b(?:certificate|report|results?|analysis|accredited|iso|tested|sample (?:id|name|type|info\w*|details?|results?|matrix)|page|date|method|hplc|test(?:s|ing)? (?:results?|summary|performed|requested)|director|manager|license|this|the|for|by|was|is|of the|not|please|regulatory|compliance|compounds?|panel|limit)\b|[:;?!]|\.\s|\d{3}|@|www|http/i;

/**
 * The laboratory's name without a label: in the top fifth of the first page, with a word such as "Labs" or "Analytical".
 * Left out if there are two such names, or it is the brand's.
 */
export function labName(pages: readonly LinedPage[], brand: string | null): ReadField | null {
  const [first] = pages;
  if (!first) return null;
  const candidates: Segment[] = [];
  for (const { segments, mid } of first.lines) {
    if (mid > first.height * 0.22) break;
    for (const segment of segments) if (isName(segment) && !isUnderLabel(first, segment)) candidates.push(segment);
  }
  const names = new Set(candidates.map(({ text }) => text.toLowerCase()));
  const [found] = candidates;
  if (!found || names.size !== 1 || found.text.toLowerCase() === brand?.toLowerCase()) return null;
  return { field: 'labName', value: found.text, printed: found.text, box: boxOf(first.number, [found]), label: null };
}

const isName = ({ text, words }: Segment): boolean =>
  words.length <= 7 &&
  text.length <= 80 &&
  looksLikeLab(text) &&
  !NOT_A_NAME.test(text) &&
  /^[\p{Lu}\d]/u.test(text) &&
  words.length + (/\p{L}{6}/u.test(text) ? 1 : 0) >= 2 &&
  !isLabel(text) &&
  // A slogan has ordinary words in lower case.
  words.every((word) => !/^\p{Ll}{4}/u.test(word.text)) &&
  !isSectionTitle(text) &&
  splitAtColon(text) === null;

/** Text beside or directly below a label is that label's value: a client can be called "… Labs", too. */
function isUnderLabel(page: LinedPage, segment: Segment): boolean {
  const line = page.lines[segment.line];
  const before = line?.segments[segment.index - 1];
  if (before && isLabel(before.text)) return true;
  for (const step of [1, 2]) {
    const above = page.lines[segment.line - step];
    if (!above || segment.mid - above.mid > 2.6 * segment.size) return false;
    if (above.segments.some(({ x, text }) => Math.abs(x - segment.x) < 4 && isLabel(text))) return true;
  }
  return false;
}
