import { READ_PANELS, type ReadPanel, type ReadPanelName } from '../../shared/document-reading.js';
import { readPanel, titlePanel } from './panel-names.js';
import { isTornOff } from './result-values.js';
import { boxOf, type LinedPage, overlapping, type Segment } from './segments.js';
import { type ColumnKind, readHeading } from './table-headings.js';

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
  const found = pages.flatMap((page) =>
    page.lines.flatMap((line) => line.segments.flatMap((segment) => verdictAt(page, segment))),
  );
  return READ_PANELS.flatMap((name) => {
    const own = found.filter(({ panel }) => panel === name);
    const [first] = own;
    return first && own.every(({ verdict }) => verdict === first.verdict) ? [first] : [];
  });
}

/** The panel that a title names. The day of the test can be a part of it. */
const panelIn = (text: string): ReadPanelName | null =>
  readPanel(
    text
      .replace(/(?: -)? (?:date tested|tested(?: on)?|test date|completed)? ?:? ?[\d/-]{6,10}(?: continued)?$/i, '')
      .replace(/:$/, ''),
  );

function verdictAt(page: LinedPage, segment: Segment): readonly ReadPanel[] {
  const inside = /^(.{4,50}?)(?: ?[:–—-]+ ?| )(\p{L}+(?: \p{L}+)?)$/u.exec(segment.text);
  for (const [, title = '', words = ''] of inside
    ? [inside, /^(.{4,50}) (\p{L}+)$/u.exec(segment.text) ?? inside]
    : []) {
    const panel = readPanel(title);
    const verdict = verdictOf(words);
    if (panel && verdict) return [made(page, panel, verdict, [segment])];
  }
  const panel = panelIn(segment.text);
  if (!panel || isHeading(page, segment)) return [];
  const found = besideOf(page, segment) ?? belowOf(page, segment) ?? badgeOf(page, segment) ?? aboveOf(page, segment);
  const verdict = found && !isNegated(page, found) ? verdictOf(found.text) : null;
  return found && verdict ? [made(page, panel, verdict, [segment, found])] : [];
}

/** A lone "Not" near a verdict could be a part of it. */
function isNegated(page: LinedPage, verdict: Segment): boolean {
  return page.lines
    .slice(Math.max(0, verdict.line - 4), verdict.line + 5)
    .filter(({ mid }) => Math.abs(mid - verdict.mid) <= 2 * verdict.size)
    .some(({ segments }) => segments.some(({ text }) => /^(?:not|non|no|never|un|did|does|without)$/i.test(text)));
}

/** "Metal", "LOD", "Result", "Pass / Fail": a heading of a table, not a title. */
function isHeading(page: LinedPage, title: Segment): boolean {
  const others = page.lines[title.line]?.segments.filter((segment) => segment !== title) ?? [];
  const kinds = others.map(({ text }) => readHeading(text)?.kind);
  return kinds.filter((kind) => kind !== undefined && COLUMNS.includes(kind)).length >= 2;
}

const COLUMNS: readonly ColumnKind[] = ['result', 'lod', 'loq', 'lod/loq', 'loq/lod', 'limit', 'unit', 'status'];

function made(page: LinedPage, panel: ReadPanelName, verdict: Verdict, parts: readonly Segment[]): ReadPanel {
  return { panel, verdict, printed: parts.map(({ text }) => text).join(' '), box: boxOf(page.number, parts) };
}

/** The result further right on the line, with at most something like a method or a day in between. */
function besideOf(page: LinedPage, title: Segment): Segment | null {
  const segments = page.lines[title.line]?.segments ?? [];
  for (const segment of segments.slice(title.index + 1, title.index + 2 + BETWEEN)) {
    if (segment.x - title.right > FAR * page.width || panelIn(segment.text) || isTornOff(segment.text)) return null;
    if (verdictOf(segment.text)) return segment;
  }
  return null;
}

/** A badge right below its title, or "All Results: Pass" there. */
function belowOf(page: LinedPage, title: Segment): Segment | null {
  const below = next(page, title, 1, 2.8);
  if (!below) return null;
  const [first, second] = below;
  if (first && !second && verdictOf(first.text)) return first;
  const summary = page.lines[first?.line ?? 0]?.segments ?? [];
  const label = summary.findIndex(({ text }) =>
    /^(?:all|overall|total|final)? ?(?:results?|status|verdict)$/i.test(text),
  );
  const value = summary[label + 1];
  return label >= 0 && below.includes(summary[label] as Segment) && value && verdictOf(value.text) ? value : null;
}

/** A badge at the right end of a title's row, a little higher or lower because it is larger or the row has several lines. */
function badgeOf(page: LinedPage, title: Segment): Segment | null {
  const reach = 1.3 * title.size;
  const near = (at: Segment) => page.lines.slice(Math.max(0, at.line - 4), at.line + 5);
  const badges = near(title)
    .filter(({ mid }) => Math.abs(mid - title.mid) <= reach)
    .flatMap(({ segments }) => segments.filter(({ x, text }) => x > title.right && verdictOf(text)));
  const [badge] = badges;
  if (!badge || badges.length > 1) return null;
  const nearest = near(badge)
    .flatMap(({ segments }) => segments)
    .filter(({ text, right }) => right < badge.x && (panelIn(text) || titlePanel(text)))
    .sort((a, b) => Math.abs(a.mid - badge.mid) - Math.abs(b.mid - badge.mid));
  const between = page.lines[title.line]?.segments.some(
    ({ x, text }) => x > title.right && x < badge.x && titlePanel(text),
  );
  return nearest[0] === title && !between ? badge : null;
}

/** A badge above its title, on cards: only if all titles of the line have theirs above, and none below. */
function aboveOf(page: LinedPage, title: Segment): Segment | null {
  const titles = (page.lines[title.line]?.segments ?? []).filter(({ text }) => panelIn(text) || titlePanel(text));
  const aboves = titles.map((one) => badgeAbove(page, one));
  const isClear = titles.every((one) => (next(page, one, 1, 4) ?? []).every(({ text }) => !verdictOf(text)));
  return titles.length >= 2 && isClear && aboves.every((one) => one !== null) ? badgeAbove(page, title) : null;
}

function badgeAbove(page: LinedPage, title: Segment): Segment | null {
  const [first, second] = next(page, title, -1, 2.8) ?? [];
  return first && !second && verdictOf(first.text) ? first : null;
}

/** The phrases on the nearest line above or below that share width with a title. */
function next(page: LinedPage, title: Segment, step: 1 | -1, within: number): readonly Segment[] | null {
  for (let index = title.line + step, looked = 0; looked < 4; index += step, looked += 1) {
    const line = page.lines[index];
    if (!line || Math.abs(line.mid - title.mid) > within * Math.max(title.size, line.size)) return null;
    const found = overlapping(line, title);
    if (found.length > 0) return found;
  }
  return null;
}
