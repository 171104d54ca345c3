// A second implementation of the rules for results, to compare the first one with. It was written from the rules and not from
// the first one, shares no code with it, and does its arithmetic with fractions of big integers. Keep it that way: where the
// two disagree, decide which one is wrong.

/** @typedef {{ n: bigint, d: bigint }} Exact */
/**
 * What is known about an amount. `high` is null where nothing bounds it.
 * @typedef {{ low: Exact, high: Exact | null, isFound: boolean, isNotDetected: boolean, isNumber: boolean }} Known
 */
/** @typedef {'above' | 'unknown' | 'not_above'} Answer */

/** @returns {Exact} */
function exact(n, d = 1n) {
  let [a, b] = [n < 0n ? -n : n, d];
  while (b !== 0n) [a, b] = [b, a % b];
  return a === 0n ? { n: 0n, d: 1n } : { n: n / a, d: d / a };
}
const ZERO = exact(0n);
const plus = (x, y) => exact(x.n * y.d + y.n * x.d, x.d * y.d);
const minus = (x, y) => exact(x.n * y.d - y.n * x.d, x.d * y.d);
const times = (x, y) => exact(x.n * y.n, x.d * y.d);
const over = (x, y) => exact(x.n * y.d, x.d * y.n);
const isMore = (x, y) => x.n * y.d > y.n * x.d;
const larger = (x, y) => (isMore(x, y) ? x : y);
const smaller = (x, y) => (isMore(x, y) ? y : x);

/** "1.25", "1.2e-7" */
function fromDecimal(text) {
  const [digits, power = '0'] = String(text).toLowerCase().split('e');
  const [whole, rest = ''] = digits.split('.');
  const shift = Number(power) - rest.length;
  const n = BigInt(whole + rest);
  return shift < 0 ? exact(n, 10n ** BigInt(-shift)) : exact(n * 10n ** BigInt(shift));
}

const UNKNOWN = { low: ZERO, high: null, isFound: false, isNotDetected: false, isNumber: false };
const OPEN = { ...UNKNOWN, isNumber: true };

// Units: the basis, and the power of ten that leads to mg per g, mL, container or serving, or to one per g or mL.

const UNITS = {
  '%': ['mass', 1],
  'mg/g': ['mass', 0],
  'µg/g': ['mass', -3],
  'ug/g': ['mass', -3],
  ppm: ['mass', -3],
  'mg/kg': ['mass', -3],
  ppb: ['mass', -6],
  'µg/kg': ['mass', -6],
  'mg/mL': ['volume', 0],
  'mg/L': ['volume', -3],
  'µg/mL': ['volume', -3],
  'µg/L': ['volume', -6],
  'mg/container': ['container', 0],
  'mg/can': ['container', 0],
  'mg/serving': ['serving', 0],
  'mg/package': ['package', 0],
  'CFU/g': ['per g', 0],
  'CFU/mL': ['per mL', 0],
};
/** Of an amount as printed: "mg/package" says nothing about one container. */
const REFUSED = new Set(['mg/package']);

const tenTo = (power) => (power < 0 ? exact(1n, 10n ** BigInt(-power)) : exact(10n ** BigInt(power)));

// The sample

const SIZES = {
  mL: ['volume', '1'],
  L: ['volume', '1000'],
  'fl oz': ['volume', '29.5735295625'],
  g: ['mass', '1'],
  kg: ['mass', '1000'],
  oz: ['mass', '28.349523125'],
};

function sizeOf(printed, kind) {
  if (!printed || SIZES[printed.unit]?.[0] !== kind) return null;
  return aboveZero(times(fromDecimal(printed.amount), fromDecimal(SIZES[printed.unit][1])));
}
const aboveZero = (amount) => (amount !== null && isMore(amount, ZERO) ? amount : null);
const positive = (text) => (text ? aboveZero(fromDecimal(text)) : null);

function readSample(sample) {
  return {
    volume: sizeOf(sample?.containerVolume, 'volume'),
    mass: sizeOf(sample?.containerMass, 'mass'),
    servings: positive(sample?.servingsPerContainer),
    density: positive(sample?.densityGPerMl),
  };
}

/** How far two figures of one amount may be apart by rounding. */
const ROUNDING = fromDecimal('1.05');

/** Volume × density against mass. Where no density is printed, one that no drink has contradicts too. */
function isContradictory({ volume, mass, density }) {
  if (!volume || !mass) return false;
  if (density) return !isBetween(mass, times(volume, density), times(volume, density));
  return !isBetween(mass, times(volume, fromDecimal('0.5')), times(volume, fromDecimal('2')));
}
const isBetween = (amount, least, most) =>
  !isMore(times(least, fromDecimal('0.95')), amount) && !isMore(amount, times(most, fromDecimal('1.05')));

const printed = (...factors) => factors.filter((factor) => factor !== null);
const both = (x, y, operation) => (x && y ? operation(x, y) : null);
const inverse = (x) => over(exact(1n), x);

/** By what an amount is multiplied to be one per container, in the order in which the ways count. */
function toContainer(basis, { volume, mass, density, servings }) {
  if (basis === 'container') return [exact(1n)];
  if (basis === 'serving') return printed(servings);
  if (basis === 'volume') return printed(volume, both(mass, density, over));
  if (basis === 'mass') return printed(mass, both(volume, density, times));
  return [];
}

/** From mass to volume: where the sample contradicts itself, also what its sizes come to. */
function massToVolume({ volume, mass, density }) {
  return density ? printed(density, both(mass, volume, over)) : [];
}

function ways(from, to, sample) {
  const pair = `${from} to ${to}`;
  if (pair === 'mass to volume') return massToVolume(sample);
  if (pair === 'volume to mass') return massToVolume(sample).map(inverse);
  if (pair === 'per g to per mL') return massToVolume(sample);
  if (pair === 'per mL to per g') return massToVolume(sample).map(inverse);
  return toContainer(from, sample).flatMap((there) => toContainer(to, sample).map((back) => over(there, back)));
}

/** @returns {Known} */
function inUnit(known, printedUnit, wanted, sample) {
  const unit = UNITS[printedUnit];
  if (!unit || REFUSED.has(printedUnit)) return { ...UNKNOWN, isFound: known.isFound };
  const [basis, power] = unit;
  const [wantedBasis, wantedPower] = UNITS[wanted];
  const scale = tenTo(power - wantedPower);
  if (basis === wantedBasis)
    return { ...known, low: times(known.low, scale), high: known.high && times(known.high, scale) };
  const factors = ways(basis, wantedBasis, sample).map((factor) => times(factor, scale));
  const [first] = factors;
  if (!first) return { ...UNKNOWN, isFound: known.isFound };
  const needsSize = [basis, wantedBasis].some((one) => one !== 'container' && one !== 'serving');
  if (needsSize && isContradictory(sample))
    return { ...known, low: times(known.low, factors.reduce(smaller)), high: null };
  return { ...known, low: times(known.low, first), high: known.high && times(known.high, first) };
}

// A printed result

const DIGITS = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`;
const PRINTED = new RegExp(
  `^([<≤>≥])?\\s*(${DIGITS})(?:e([+-]?\\d+)|\\s*x\\s*10\\^([+-]?\\d+))?(?:\\s*±\\s*(${DIGITS}))?(?:\\s*([^\\d\\s].*))?$`,
  'i',
);
const LEADING_ZERO_GROUP = /^[<≤>≥]?\s*0,/;

/** @returns {Known | 'nothing'} */
function readText(text, unit, lod, loq) {
  const word = text.trim().toLowerCase();
  const notDetected = { ...OPEN, high: lod, isNotDetected: true };
  if (/^(nt|not tested)$/.test(word)) return 'nothing';
  if (/^(nd|not detected|<\s*lod)( in \d+ ?(g|ml))?$/.test(word)) return notDetected;
  if (/^(<\s*loq|bloq|bql)$/.test(word)) return { ...OPEN, high: loq };
  if (/^(detected|present|trace),? *<\s*loq$/.test(word)) return { ...OPEN, high: loq, isFound: true };
  if (/^(detected|present|positive)( in \d+ ?(g|ml))?$/.test(word)) return { ...UNKNOWN, isFound: true };
  if (/^>\s*uloq$/.test(word)) return { ...OPEN, low: loq ?? ZERO, isFound: true };
  const match = PRINTED.exec(word);
  if (!match || LEADING_ZERO_GROUP.test(word)) return UNKNOWN;
  const [, sign = '=', digits, e1, e2, uncertainty, printedUnit] = match;
  if (printedUnit && printedUnit !== unit?.toLowerCase()) return UNKNOWN;
  const amount = times(fromDecimal(digits.replaceAll(',', '')), tenTo(Number(e1 ?? e2 ?? 0)));
  const isZero = amount.n === 0n;
  if (sign === '<' || sign === '≤') return { ...OPEN, high: isZero ? null : amount };
  if (sign === '>' || sign === '≥') return { ...OPEN, low: amount, isFound: !isZero };
  const spread = uncertainty ? fromDecimal(uncertainty.replaceAll(',', '')) : ZERO;
  const bound = lod ?? loq;
  if (isZero) return { ...OPEN, high: bound && larger(bound, spread) };
  const read = {
    low: isMore(amount, spread) ? minus(amount, spread) : ZERO,
    high: plus(amount, spread),
    isFound: isMore(amount, spread),
    isNotDetected: false,
    isNumber: true,
  };
  const places = digits.split('.')[1]?.length ?? 0;
  const isPlain = !uncertainty && e1 === undefined && e2 === undefined;
  return isPlain ? { ...read, halfOfLastPlace: over(tenTo(-places), exact(2n)) } : read;
}

/** The text, and the number beside it: the more cautious reading of both. */
function readLine({ valueText, value, unit, lod, loq }) {
  const bound = (printed) => (printed === null ? null : aboveZero(withoutNoise(printed)));
  const said = readText(valueText, unit, bound(lod), bound(loq));
  if (value === null || (value === 0 && (said === 'nothing' || said.low.n === 0n))) return said;
  const text = said === 'nothing' ? UNKNOWN : said;
  const number = withoutNoise(value);
  const isWithin = text.high !== null && !isMore(text.low, number) && !isMore(number, text.high);
  if (isWithin) return text;
  const low = larger(text.low, number);
  const difference = isMore(number, text.low) ? minus(number, text.low) : minus(text.low, number);
  const isRounded = text.halfOfLastPlace !== undefined && !isMore(difference, text.halfOfLastPlace);
  return { ...text, low, high: isRounded ? low : null, isFound: true, isNotDetected: false, isNumber: true };
}

/** 0.30000000000000004 is 0.3: a double keeps 15 digits. */
const withoutNoise = (value) => fromDecimal(Number(value.toPrecision(15)));

// Lines of one analyte, sums, and their parts

/** Several statements about one amount: each counts, and where they exclude each other nothing bounds it. */
function together(statements) {
  if (statements.length === 0) return null;
  const low = statements.map((one) => one.low).reduce(larger);
  const highs = statements.map((one) => one.high);
  const isBounded = highs.every((high) => high !== null && !isMore(low, times(high, ROUNDING)));
  return { ...UNKNOWN, low, high: isBounded ? [...highs, low].reduce(larger) : null };
}

const PARTS = {
  d10_thc: ['d10_thc_9r', 'd10_thc_9s'],
  total_butanes: ['butane', 'isobutane'],
  total_pentanes: ['pentane', '2_methylbutane', 'neopentane'],
  total_xylenes: ['o_xylene', 'mp_xylene'],
  total_aflatoxins: ['aflatoxin_b1', 'aflatoxin_b2', 'aflatoxin_g1', 'aflatoxin_g2'],
  permethrin: ['permethrin_cis', 'permethrin_trans'],
  spinosad: ['spinosad_a', 'spinosad_d'],
  abamectin: ['abamectin_b1a', 'abamectin_b1b'],
  aspergillus_group: ['aspergillus_flavus', 'aspergillus_fumigatus', 'aspergillus_niger', 'aspergillus_terreus'],
  tymc: ['yeast', 'mold'],
};
/** Parts that never make up the whole. */
const SHARES = { arsenic: ['arsenic_inorganic'] };

const added = (amounts) => ({
  ...UNKNOWN,
  low: amounts.map((one) => one.low).reduce(plus, ZERO),
  high: amounts.every((one) => one.high !== null) ? amounts.map((one) => one.high).reduce(plus, ZERO) : null,
});

/** @returns {Known | null} null where the report says nothing about it */
function amountOf(key, unit, report) {
  const own = convertedLines(({ analyte }) => analyte === key, unit, report);
  const names = PARTS[key] ?? SHARES[key] ?? [];
  const parts = names.map((name) => amountOf(name, unit, report));
  const present = parts.filter((part) => part !== null);
  if (present.length === 0) return together(own);
  const sum = added(present);
  const isWhole = present.length === parts.length && key in PARTS;
  return together([...own, own.length > 0 || isWhole ? sum : { ...sum, high: null }]);
}

const MEASURES = {
  total_d9: { d9_thc: ['1', '1'], thca: ['0.877', '0.877'] },
  all_thc: {
    d9_thc: ['1', '1'],
    thca: ['0.877', '1'],
    d8_thc: ['1', '1'],
    d10_thc: ['1', '1'],
    exo_thc: ['1', '1'],
    thcv: ['1', '1'],
    thcva: ['0.867', '1'],
    d8_thcv: ['1', '1'],
    thcp: ['1', '1'],
    d8_thcp: ['1', '1'],
    thco: ['1', '1'],
    d8_thco: ['1', '1'],
    thch: ['1', '1'],
    thcb: ['1', '1'],
  },
  ca_total: { thca: ['1', '1'], d8_thc: ['1', '1'], d9_thc: ['1', '1'], d10_thc: ['1', '1'] },
};

/** Whether a name that no one knows can be a cannabinoid. */
const isUnknownCannabinoid = ({ analyte, panel, name, known }) =>
  analyte === null && known !== 'nothing' && (panel === 'cannabinoids' || isCalledThc({ name }));
const isCalledThc = ({ name }) => /thc|tetrahydrocannab/i.test(name);

const convertedLines = (isWanted, unit, report) =>
  report.lines
    .filter((line) => line.known !== 'nothing' && isWanted(line))
    .map((line) => inUnit(line.known, line.unit, unit, report.sample));

/**
 * At least how much a sum comes to by what the report says about it as a whole. Per container or serving a total is the THC in
 * the drink; in other units it bounds only the sum of all forms, because a lab may have added more than Δ9-THC to it.
 */
function totals(measure, unit, report) {
  const header = inUnit({ ...OPEN, low: report.header }, 'mg/container', unit, report.sample);
  const printed = convertedLines(({ analyte }) => analyte === 'total_thc', unit, report);
  const named = convertedLines((line) => isUnknownCannabinoid(line) && isCalledThc(line), unit, report);
  const isPortion = ['container', 'serving'].includes(UNITS[unit][0]);
  return {
    isOpen: printed.some((one) => !one.isNumber),
    stated: [header, ...printed].map((one) => one.low),
    least: [
      ...(measure === 'all_thc' || isPortion ? [header, ...printed] : []),
      ...(measure === 'all_thc' ? named : []),
    ].map((one) => one.low),
  };
}

function sumOf(measure, unit, report) {
  const members = Object.entries(MEASURES[measure]).map(([key, [least, most]]) => {
    const amount = amountOf(key, unit, report);
    if (amount === null) return UNKNOWN;
    return {
      ...UNKNOWN,
      low: times(amount.low, fromDecimal(least)),
      high: amount.high && times(amount.high, fromDecimal(most)),
    };
  });
  const { low, high } = added(members);
  const { isOpen, stated, least } = totals(measure, unit, report);
  const isBounded =
    high !== null &&
    !isOpen &&
    !report.lines.some(isUnknownCannabinoid) &&
    stated.every((amount) => !isMore(amount, times(high, ROUNDING)));
  return { low: [low, ...least].reduce(larger), high: isBounded ? [high, ...stated].reduce(larger) : null };
}

// Rules

/** @returns {Answer} */
function compare({ low, high }, op, limit) {
  const isWithin = (amount) => (op === '<' ? isMore(limit, amount) : !isMore(amount, limit));
  if (!isWithin(low)) return 'above';
  return high !== null && isWithin(high) ? 'not_above' : 'unknown';
}

/** @returns {Answer} */
function inAgreement(answers) {
  return answers.every((answer) => answer === answers[0]) ? answers[0] : 'unknown';
}

/** @returns {Answer} */
function answerCheck(check, report) {
  switch (check.kind) {
    case 'sum': {
      const limit = fromDecimal(check.limit);
      // A package holds at least one container, and can hold more.
      const isPackage = check.unit === 'mg/package';
      const unit = isPackage ? 'mg/container' : check.unit;
      const answers = check.measures.map((measure) => {
        const sum = sumOf(measure, unit, report);
        return compare(isPackage ? { ...sum, high: null } : sum, check.op, limit);
      });
      return inAgreement(answers);
    }
    case 'analyte': {
      const amount = amountOf(check.analyte, check.unit, report);
      return amount ? compare(amount, check.op, fromDecimal(check.limit)) : 'unknown';
    }
    case 'not_detected': {
      const members = Object.keys(MEASURES[check.measure]);
      const isFound = [...members, 'total_thc'].some((key) => isDetected(key, report)) || isMore(report.header, ZERO);
      if (isFound) return 'above';
      return isClearOf(members, report) ? 'not_above' : 'unknown';
    }
    case 'excluded': {
      if (check.analytes.some((key) => isDetected(key, report))) return 'above';
      return isClearOf(check.analytes, report) ? 'not_above' : 'unknown';
    }
    default:
      return 'unknown';
  }
}

/** Detection needs no conversion. */
function isDetected(key, report) {
  return [key, ...(PARTS[key] ?? [])].some((name) =>
    report.lines.some(
      (line) =>
        line.analyte === name && line.known !== 'nothing' && (line.known.isFound || isMore(line.known.low, ZERO)),
    ),
  );
}

/** Whether each was looked for by a method that prints what it can see, and not found. */
function isClearOf(keys, report) {
  const isClear = ({ known }) => known.isNotDetected && known.high !== null;
  const linesOf = (key) => report.lines.filter((line) => line.analyte === key && line.known !== 'nothing');
  const isCovered = (key) => {
    const lines = [key, ...(PARTS[key] ?? [])].map(linesOf);
    const [own, ...parts] = lines;
    const isThere = own.length > 0 || (parts.length > 0 && parts.every((part) => part.length > 0));
    return isThere && lines.flat().every(isClear);
  };
  return keys.every(isCovered) && !report.lines.some(isUnknownCannabinoid);
}

/** The first answer that any check gives counts for the rule. */
const ORDER = ['above', 'unknown', 'not_above'];

/**
 * @param rule an edition of a rule
 * @param certificate what it prints; `analyte` of a line is the key that its name means
 * @returns {Answer}
 */
export function referenceAnswer(rule, { lines, sample, thcContent, testDate }) {
  const since = rule.effectiveFrom ?? null;
  const known = since === null ? (rule.inForceOn ?? rule.readOn) : null;
  if (known !== null && testDate < known) return 'unknown';
  if (rule.reportedChange) return 'unknown';
  const rounding = fromDecimal('0.005');
  const header = fromDecimal(thcContent);
  const report = {
    lines: lines.map((line) => ({ ...line, known: readLine(line) })),
    sample: readSample(sample),
    header: isMore(header, rounding) ? minus(header, rounding) : ZERO,
  };
  const answers = rule.checks.map((check) => answerCheck(check, report));
  return ORDER.find((answer) => answers.includes(answer)) ?? 'unknown';
}
