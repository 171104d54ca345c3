/**
 * Days as laboratories print them. Numeric months and days are read in US order only if the document shows that this is
 * meant (see {@link DateOrder}); otherwise such a day is refused.
 */
export type DateOrder = 'month-first' | 'unknown';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
/** A time of day after the date. */
const TIME =
  '(?:,?\\s*(?:at\\s+)?\\d{1,2}:\\d{2}(?::\\d{2})?\\s*(?:[ap]\\.?m\\.?)?\\s*(?:[a-z]{2,4})?|\\s*T\\d{2}:\\d{2}.*)?';
const WEEKDAY = '(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\\.?,?\\s+)?';
const SHORT_YEAR_FROM = 2000;

const whole = (pattern: string): RegExp => new RegExp(`^${WEEKDAY}${pattern}${TIME}$`, 'i');
const ISO = whole('(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})');
const MONTH_DAY = whole(`${MONTH}[\\s-]*(\\d{1,2})(?:st|nd|rd|th)?,?[\\s-]+(\\d{4}|\\d{2})`);
const DAY_MONTH = whole(`(\\d{1,2})(?:st|nd|rd|th)?[\\s-]*(?:of\\s+)?${MONTH},?[\\s-]*(\\d{4}|\\d{2})`);
const NUMERIC = whole('(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})');

/** A day as `YYYY-MM-DD`, or null for text that is not exactly one day, or a day that can be read in two ways. */
export function readDay(text: string, order: DateOrder): string | null {
  const printed = text.trim().replace(/\s+/g, ' ');
  const iso = ISO.exec(printed);
  if (iso) return day(Number(iso[1]), Number(iso[3]), Number(iso[4]));
  const monthDay = MONTH_DAY.exec(printed);
  if (monthDay) return day(yearOf(monthDay[3]), monthOf(monthDay[1]), Number(monthDay[2]));
  const dayMonth = DAY_MONTH.exec(printed);
  if (dayMonth) return day(yearOf(dayMonth[3]), monthOf(dayMonth[2]), Number(dayMonth[1]));
  const numeric = NUMERIC.exec(printed);
  if (!numeric) return null;
  return numericDay(Number(numeric[1]), Number(numeric[3]), yearOf(numeric[4]), order);
}

function numericDay(first: number, second: number, year: number, order: DateOrder): string | null {
  if (second > 12 || first === second) return day(year, first, second);
  if (order === 'month-first') return day(year, first, second);
  return null;
}

/**
 * How the document writes numeric days. Month first if another day in it proves that (10/14/2026) or it has a US place
 * or telephone number, and no day proves the opposite (14/10/2026).
 * @param texts phrases of the document
 */
export function dateOrderOf(texts: Iterable<string>): DateOrder {
  let isMonthFirst = false;
  for (const text of texts) {
    for (const [, first, , second] of text.matchAll(
      /(?<![\d/.-])(\d{1,2})([-/.])(\d{1,2})\2(?:\d{4}|\d{2})(?![\d/.-])/g,
    )) {
      if (Number(first) > 12 && Number(second) <= 12) return 'unknown';
      if (Number(second) > 12 && Number(first) <= 12) isMonthFirst = true;
    }
    if (US_PLACE.test(text) || US_TELEPHONE.test(text)) isMonthFirst = true;
  }
  return isMonthFirst ? 'month-first' : 'unknown';
}

const US_PLACE =
  /\b(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]),? {1,2}\d{5}(?:-\d{4})?\b/;
const US_TELEPHONE = /(?:\(\d{3}\) ?|\b\d{3}[-.])\d{3}[-.]\d{4}\b/;

const yearOf = (text = ''): number => (text.length === 2 ? SHORT_YEAR_FROM + Number(text) : Number(text));
const monthOf = (text = ''): number => MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1;

/** A day that exists, in a year in which laboratories could have tested such drinks. */
function day(year: number, month: number, date: number): string | null {
  const time = new Date(Date.UTC(year, month - 1, date));
  const exists = time.getUTCFullYear() === year && time.getUTCMonth() === month - 1 && time.getUTCDate() === date;
  if (!exists || year < 2010 || year > 2099) return null;
  return time.toISOString().slice(0, 10);
}
