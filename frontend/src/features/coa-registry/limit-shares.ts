// Amounts as shares of limits, in words and on a logarithmic axis. Pure functions only.
import type {
  AnalyteResultDto,
  CoaDto,
  LimitGroupDto,
  LimitReadingDto,
  PublishedResultDto,
} from '../../api/generated/types.gen';

/** How an amount compares with a limit. `open`: the limit is within the range, or nothing bounds the amount. */
export type ShareLevel = 'above' | 'at' | 'below' | 'open';

export interface Share extends LimitReadingDto {
  /** As the laboratory printed it, with its unit. */
  readonly printed: string;
  readonly level: ShareLevel;
  /** Percent of the limit; `high` is Infinity without an upper bound. Null: cannot be compared. */
  readonly range: { readonly low: number; readonly high: number } | null;
}

/** The two bounds of a repeating decimal, such as 0.7333…, differ by one unit of their last place. */
const ROUNDED_OUTWARD = 2e-6;

/** The contaminants of a group, the nearest to its limit first. Cannabinoids are not contaminants. */
export function sharesOf({ limits }: LimitGroupDto, { testResults }: CoaDto): readonly Share[] {
  const lines = new Map(testResults.analytes.map((line) => [`${line.analyte} ${line.name}`, line]));
  return limits
    .flatMap((limit) => {
      const line = lines.get(`${limit.analyte} ${limit.name}`);
      return line && line.panel !== 'cannabinoids' ? [shareOf(limit, line)] : [];
    })
    .sort((a, b) => rank(b) - rank(a));
}

function shareOf(limit: LimitReadingDto, line: AnalyteResultDto): Share {
  const { percent } = limit;
  const range = percent && { low: Number(percent.low), high: Number(percent.high ?? Number.POSITIVE_INFINITY) };
  const isPoint = range !== null && range.high - range.low < ROUNDED_OUTWARD;
  const unit = line.unit === null || line.valueText.endsWith(line.unit) ? '' : ` ${line.unit}`;
  return {
    ...limit,
    range: isPoint ? { low: range.low, high: range.low } : range,
    level: levelOf(range),
    printed: line.valueText + unit,
  };
}

function levelOf(range: Share['range']): ShareLevel {
  if (range === null) return 'open';
  if (range.low > 100) return 'above';
  if (range.low === 100 && range.high === 100) return 'at';
  return range.high <= 100 ? 'below' : 'open';
}

/** Analytes above their limits come first, then unknown ones, then larger shares. */
const rank = ({ level, range }: Share): number => {
  if (level === 'above') return 1e12 + (range?.low ?? 0);
  return level === 'open' ? 1e9 : (range?.high ?? 0);
};

/** The share in words: `4.2%`, `at most 2%`, `2% to 4%`, `at least 5%`, `not comparable`. */
export function shareWords({ range }: Pick<Share, 'range'>): string {
  if (range === null) return 'not comparable';
  const { low, high } = range;
  if (high === Number.POSITIVE_INFINITY) return low > 0 ? `at least ${percent(low, Math.floor)}` : 'not known';
  if (low === high) return percent(low, Math.round);
  return low === 0
    ? `at most ${percent(high, Math.ceil)}`
    : `${percent(low, Math.floor)} to ${percent(high, Math.ceil)}`;
}

/** Two significant digits below 100. An amount that differs from the limit is never rounded to it. */
function percent(value: number, rounding: (value: number) => number): string {
  if (value === 0) return '0%';
  const power = 10 ** Math.max(0, 1 - Math.floor(Math.log10(value)));
  const rounded = rounding(Number((value * power).toPrecision(12))) / power;
  if (rounded === 100 && value !== 100) return value < 100 ? 'just under 100%' : 'just over 100%';
  return `${Number(rounded.toPrecision(12))}%`;
}

export const LEVEL_WORDS: Record<ShareLevel, string> = {
  above: 'above the limit',
  at: 'exactly the limit',
  below: 'below the limit',
  open: 'cannot tell',
};

/** What a picture of shares shows, as a sentence. @param whose e.g. `the limits printed on the report` */
export function sharesSentence(shares: readonly Share[], whose: string): string {
  const above = shares.filter(({ level }) => level === 'above');
  const open = shares.filter(({ level }) => level === 'open').length;
  const known = shares.filter(({ level }) => level === 'below' || level === 'at');
  const [nearest] = known;
  const compared = `Compared with ${whose}: `;
  const first =
    above.length > 0
      ? `${above.map(({ name, range }) => `${name} is above its limit (${shareWords({ range })} of it)`).join(', ')}`
      : `none of ${shares.length} ${shares.length === 1 ? 'figure' : 'figures'} is shown to be above its limit`;
  const next = nearest
    ? ` ${above.length > 0 ? 'Of the others, the' : 'The'} nearest is ${nearest.name}, ${shareWords(nearest)} of its limit.`
    : '';
  const unknown = open > 0 ? ` For ${open}, the report does not say enough.` : '';
  return `${compared}${first}.${next}${unknown}`;
}

/** Powers of ten from one that every amount reaches to one beyond the limit and every amount. */
export function shareAxis(shares: readonly Share[]): { readonly from: number; readonly to: number } {
  const values = shares
    .flatMap(({ range }) => (range ? [range.low, range.high] : []))
    .filter((value) => value > 0 && value < Number.POSITIVE_INFINITY);
  const from = 10 ** Math.floor(Math.log10(Math.min(10, ...values)) - 1e-9);
  return { from: Math.max(1e-3, from), to: Math.max(200, Math.max(...values, 0) * 1.3) };
}

/** What the report says about contaminants without a share of a limit: found or failed, or without a clear result. */
export function besidesSentence(
  { testResults: { analytes } }: Pick<CoaDto, 'testResults'>,
  drawn: readonly Share[],
): string {
  const isDrawnAbove = (name: string) => drawn.some((share) => share.level === 'above' && share.name === name);
  const named = (isMeant: (line: PublishedResultDto) => boolean) =>
    [...new Set(analytes.filter(isMeant).map(({ name }) => name))].join(', ');
  const found = named(({ evidence, name }) => evidence === 'above' && !isDrawnAbove(name));
  const unclear = named(({ evidence }) => evidence === 'open' || evidence === 'untested');
  return [
    ...(found === '' ? [] : [`The report names as found, failed or above a limit: ${found}.`]),
    ...(unclear === '' ? [] : [`It gives no clear result for ${unclear}.`]),
  ].join(' ');
}
