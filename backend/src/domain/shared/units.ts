import type Fraction from 'fraction.js';
import { foldedUnit, tenTo } from './printed-amount.js';
import { from, type Range, scale, smaller } from './range.js';

/** What an amount is counted per. Amounts of one basis differ by powers of ten. */
export const BASES = ['mass', 'volume', 'container', 'serving', 'count_mass', 'count_volume'] as const;
export type Basis = (typeof BASES)[number];

/** A unit: `10^power` of the basis's own (mg/g, mg/mL, mg per container, mg per serving, CFU/g, CFU/mL). */
export interface Unit {
  readonly basis: Basis;
  readonly power: number;
}

/** A unit that can't be converted, and why. */
export interface RefusedUnit {
  readonly refused: string;
  /** Reports use it, but it can't be converted. */
  readonly isUsual?: boolean;
}

const unit = (basis: Basis, power = 0): Unit => ({ basis, power });

const UNITS: Readonly<Record<string, Unit>> = {
  '%': unit('mass', 1),
  '%w/w': unit('mass', 1),
  '%(w/w)': unit('mass', 1),
  'wt%': unit('mass', 1),
  'mg/g': unit('mass'),
  'g/kg': unit('mass'),
  'mg/kg': unit('mass', -3),
  'μg/g': unit('mass', -3),
  ppm: unit('mass', -3),
  ppb: unit('mass', -6),
  'μg/kg': unit('mass', -6),
  'ng/g': unit('mass', -6),
  'mg/ml': unit('volume'),
  'g/l': unit('volume'),
  'mg/l': unit('volume', -3),
  'μg/ml': unit('volume', -3),
  'μg/l': unit('volume', -6),
  'ng/ml': unit('volume', -6),
  'mg/100ml': unit('volume', -2),
  '%w/v': unit('volume', 1),
  '%(w/v)': unit('volume', 1),
  'mg/container': unit('container'),
  'mg/can': unit('container'),
  'mg/bottle': unit('container'),
  'μg/container': unit('container', -3),
  mgpercontainer: unit('container'),
  mgpercan: unit('container'),
  'mg/serving': unit('serving'),
  'mg/serv': unit('serving'),
  'mg/servingsize': unit('serving'),
  mgperserving: unit('serving'),
  'μg/serving': unit('serving', -3),
  'cfu/g': unit('count_mass'),
  'cfu/ml': unit('count_volume'),
};

const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/dry/, 'The figure is per dry weight, and a drink has no dry weight to convert with.'],
  [/^(?:mg|μg)\/(?:package|pack|unit|each|pkg)$/, 'A package is not a container: it may hold several.'],
  [/^(?:cfu|mpn)$/, 'The count does not say per what amount.'],
  [/^ph$/, 'pH is not an amount.'],
  [/^(?:aw|wateractivity)$/, 'Water activity is not an amount.'],
];

/** Counts and shares, which are never converted. */
const OTHER_USUAL =
  /^(?:(?:log)?(?:cfu|mpn|pfu)\/(?:\d*(?:g|ml|l|serving|container))|%(?:rh|w\/w|w\/v|v\/v)?|ppt|pg\/g|g\/ml|oz|mg|g|ml|°?[cf]|brix|°bx|ntu)$/;

/** Reads a printed unit. Case, spaces, and the ways to write "micro" do not count. */
export function readUnit(printed: string | null): Unit | RefusedUnit {
  if (printed === null || printed.trim() === '') return { refused: 'The report prints no unit.' };
  const asPrinted = knownUnit(printed);
  if (asPrinted) return asPrinted;
  const folded = foldedUnit(printed).replace(/milliliter$/, 'ml');
  const known = knownUnit(folded);
  if (known) return known;
  const reason = REFUSED.find(([pattern]) => pattern.test(folded))?.[1];
  if (reason !== undefined) return { refused: reason, isUsual: true };
  return { refused: `We do not convert “${printed.trim().slice(0, 40)}”.`, isUsual: OTHER_USUAL.test(folded) };
}

const knownUnit = (text: string): Unit | undefined => (Object.hasOwn(UNITS, text) ? UNITS[text] : undefined);

/** Whether a printed unit is one that reports use, even if no conversion is allowed for it. */
export function isUsualUnit(printed: string | null): boolean {
  if (printed === null || printed.trim() === '') return true;
  const unit = readUnit(printed);
  return !('refused' in unit) || unit.isUsual === true;
}

/** What the report prints about the sample, as exact numbers; null where it prints nothing. */
export interface ContainerFacts {
  readonly volumeMl: Fraction | null;
  readonly massG: Fraction | null;
  readonly servings: Fraction | null;
  readonly densityGPerMl: Fraction | null;
}

/**
 * Converts an amount exactly. Different bases are converted only with figures that the report prints: density, size of
 * the container, servings. Counts are not converted.
 * @returns the reason if a needed figure is not printed
 */
export function convert(amount: Range, given: Unit, wanted: Unit, facts: ContainerFacts): Range | RefusedUnit {
  const powers = tenTo(given.power - wanted.power);
  if (given.basis === wanted.basis) return scale(amount, powers);
  const converted = acrossBases(amount, given.basis, wanted.basis, facts);
  return 'refused' in converted ? converted : scale(converted, powers);
}

const NEEDS = {
  density: 'The report prints no density.',
  volume: 'The report does not print the volume of the container.',
  mass: 'The report does not print the mass of the container.',
  servings: 'The report does not print the servings per container.',
  count: 'A count and an amount cannot be compared.',
};

function acrossBases(amount: Range, given: Basis, wanted: Basis, facts: ContainerFacts): Range | RefusedUnit {
  const isCount = (basis: Basis) => basis === 'count_mass' || basis === 'count_volume';
  if (isCount(given) !== isCount(wanted)) return { refused: NEEDS.count };
  const factorWith = (figures: ContainerFacts) =>
    isCount(given) ? massAndVolume(given === 'count_mass', figures) : factorBetween(given, wanted, figures);
  const factor = factorWith(facts);
  if (typeof factor === 'string') return { refused: factor };
  const isPortion = (basis: Basis) => basis === 'container' || basis === 'serving';
  if ((isPortion(given) && isPortion(wanted)) || !isContradictory(facts)) return scale(amount, factor);
  const factors = oneFigureLess(facts).map(factorWith);
  const least = factors.filter((one) => typeof one !== 'string').reduce(smaller, factor);
  return from(amount.low.mul(least));
}

/** Differences up to this can be rounding of what is printed on a can; larger ones are contradictions. */
const SIZE_SLACK = { least: '0.95', most: '1.05' };

/** Lowest and highest density of a drink, in grams per milliliter. */
const DENSITIES = { least: '0.5', most: '2' };

/**
 * Whether the printed mass differs from the printed volume times the density (the printed one, or that of any drink).
 */
export function isContradictory({ volumeMl, massG, densityGPerMl }: ContainerFacts): boolean {
  if (volumeMl === null || massG === null) return false;
  const least = volumeMl.mul(densityGPerMl ?? DENSITIES.least).mul(SIZE_SLACK.least);
  const most = volumeMl.mul(densityGPerMl ?? DENSITIES.most).mul(SIZE_SLACK.most);
  return massG.compare(least) < 0 || massG.compare(most) > 0;
}

/** One of three figures is wrong, but it is unknown which, so each is replaced by the one that the other two imply. */
function oneFigureLess(facts: ContainerFacts): readonly ContainerFacts[] {
  const { volumeMl, massG, densityGPerMl } = facts;
  if (volumeMl === null || massG === null || densityGPerMl === null) return [];
  return [
    { ...facts, volumeMl: massG.div(densityGPerMl) },
    { ...facts, massG: volumeMl.mul(densityGPerMl) },
    { ...facts, densityGPerMl: massG.div(volumeMl) },
  ];
}

/** Per gram to per milliliter, or the other way round. */
function massAndVolume(isToVolume: boolean, { densityGPerMl }: ContainerFacts): Fraction | string {
  if (densityGPerMl === null) return NEEDS.density;
  return isToVolume ? densityGPerMl : densityGPerMl.inverse();
}

function factorBetween(given: Basis, wanted: Basis, facts: ContainerFacts): Fraction | string {
  if (given === 'mass' && wanted === 'volume') return massAndVolume(true, facts);
  if (given === 'volume' && wanted === 'mass') return massAndVolume(false, facts);
  const toContainer = perContainer(given, facts);
  if (typeof toContainer === 'string') return toContainer;
  const fromContainer = perContainer(wanted, facts);
  return typeof fromContainer === 'string' ? fromContainer : toContainer.div(fromContainer);
}

/** The factor from an amount per gram, milliliter or serving to one per container. */
function perContainer(basis: Basis, { volumeMl, massG, servings, densityGPerMl }: ContainerFacts): Fraction | string {
  if (basis === 'container') return ONE;
  if (basis === 'serving') return servings ?? NEEDS.servings;
  if (basis === 'volume') {
    return volumeMl ?? (massG && densityGPerMl ? massG.div(densityGPerMl) : NEEDS.volume);
  }
  return massG ?? (volumeMl && densityGPerMl ? volumeMl.mul(densityGPerMl) : NEEDS.mass);
}

const ONE = tenTo(0);
