import { READ_PANELS, type ReadPanel, type ReadPanelName } from '../../shared/document-reading.js';
import { contaminantPanel } from './panel-names.js';
import { isTornOff } from './result-values.js';
import { boxOf, type LinedPage, overlapping, type Segment } from './segments.js';

type Verdict = ReadPanel['verdict'];

/**
 * The only words that are read as a panel's result. "Tested", "Complete" and "ND" are not, because they don't say that
 * it passed.
 */
const VERDICTS: Readonly<Record<string, Verdict>> = {
  pass: 'passed',
  passed: 'passed',
  passes: 'passed',
  fail: 'failed',
  failed: 'failed',
  fails: 'failed',
  'not tested': 'not_tested',
  nt: 'not_tested',
  'n/t': 'not_tested',
  'not requested': 'not_tested',
  'not performed': 'not_tested',
  pending: 'pending',
  'in progress': 'pending',
  'results pending': 'pending',
};

const verdictOf = (text: string): Verdict | null => {
  const key = text
    .toLowerCase()
    .replace(/[[\]().*✓✔✗✘•|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const stated = key.replace(/^(?:(?:overall|panel|final|test) )?(?:results?|status|verdict|conclusion) ?[:-]? /, '');
  return VERDICTS[stated] ?? null;
};

/** A panel's result is at most this fraction of the page's width to the right of its title. */
const FAR = 0.9;
const BETWEEN = 3;

/** The results of whole panels. A panel with two different results is left out. */
export function panelVerdicts(pages: readonly LinedPage[]): readonly ReadPanel[] {
  const found: ReadPanel[] = [];
  for (const page of pages)
    for (const { segments } of page.lines)
      for (const segment of segments) {
        const verdict = verdictAt(page, segment);
        if (verdict) found.push(verdict);
      }
  return READ_PANELS.flatMap((name) => {
    const own = found.filter(({ panel }) => panel === name);
    const [first] = own;
    return first && own.every(({ verdict }) => verdict === first.verdict) ? [first] : [];
  });
}

function verdictAt(page: LinedPage, segment: Segment): ReadPanel | null {
  const inside = /^(.{4,50}?)(?: ?[:–—-]+ ?| )(\p{L}+(?: \p{L}+)?)$/u.exec(segment.text);
  for (const [, title = '', words = ''] of inside
    ? [inside, /^(.{4,50}) (\p{L}+)$/u.exec(segment.text) ?? inside]
    : []) {
    const panel = contaminantPanel(title);
    const verdict = verdictOf(words);
    if (panel && verdict) return made(page, panel, verdict, [segment]);
  }
  const panel = contaminantPanel(segment.text.replace(/:$/, ''));
  if (!panel) return null;
  const beside = besideOf(page, segment);
  const below = beside === null ? belowOf(page, segment) : null;
  const found = beside ?? below;
  const verdict = found && verdictOf(found.text);
  return found && verdict ? made(page, panel, verdict, [segment, found]) : null;
}

function made(page: LinedPage, panel: ReadPanelName, verdict: Verdict, parts: readonly Segment[]): ReadPanel {
  return { panel, verdict, printed: parts.map(({ text }) => text).join(' '), box: boxOf(page.number, parts) };
}

/** The result further right on the line, with at most something like a method or a day in between. */
function besideOf(page: LinedPage, title: Segment): Segment | null {
  const segments = page.lines[title.line]?.segments ?? [];
  for (const segment of segments.slice(title.index + 1, title.index + 2 + BETWEEN)) {
    if (segment.x - title.right > FAR * page.width || contaminantPanel(segment.text) || isTornOff(segment.text))
      return null;
    if (verdictOf(segment.text)) return segment;
  }
  return null;
}

/** A badge right below its title. */
function belowOf(page: LinedPage, title: Segment): Segment | null {
  for (let index = title.line + 1; index <= title.line + 3; index += 1) {
    const line = page.lines[index];
    if (!line || line.mid - title.mid > 2.8 * Math.max(title.size, line.size)) return null;
    const [first, second] = overlapping(line, title);
    if (!first) continue;
    return !second && verdictOf(first.text) ? first : null;
  }
  return null;
}
