// Why the label and the laboratory can differ, as far as the certificate itself shows it. Pure functions only.
import type { CoaDto } from '../../api/generated/types.gen';
import { isOldTest, monthsBetween } from '../../ui/text/days';
import { formatMg } from '../../ui/text/figures';

/** Up to this, in percent, a measurement is close to its label, as in decision 0033. */
const CLOSE_PERCENT = 10;

/** A sample that waited longer than this for its test was not fresh. */
const LONG_WAIT_DAYS = 30;

type Evidence = Pick<CoaDto, 'labelComparison' | 'verdict' | 'thcContent' | 'testDate' | 'sample' | 'agreement'>;

/**
 * Reasons that the data of this certificate support, as sentences; empty if none is visible. Null where the label is met, or
 * states no dose to compare with.
 * @param today `YYYY-MM-DD`
 */
export function reasonsForDifference(coa: Evidence, today: string): readonly string[] | null {
  const { statedMg } = coa.labelComparison;
  const measuredMg = coa.verdict.countedThcMg;
  if (statedMg === null || isWithin(measuredMg, statedMg)) return null;
  return [
    contradiction(coa),
    serving(coa, measuredMg, statedMg),
    disagreement(coa),
    waiting(coa, measuredMg < statedMg),
    age(coa, today),
  ].flatMap((reason) => reason ?? []);
}

/** In hundredths, because 1.1 × 5 is not 5.5 in binary. */
const isWithin = (mg: number, stated: number) =>
  Math.abs(Math.round(mg * 100) - Math.round(stated * 100)) * 100 <= Math.round(stated * 100) * CLOSE_PERCENT;

function contradiction({ verdict, thcContent }: Evidence): string | null {
  if (verdict.isStrengthKnown && verdict.countedThcMg === thcContent) return null;
  return "The report's own line for THC and its total do not agree.";
}

function serving({ sample }: Evidence, measuredMg: number, statedMg: number): string | null {
  const servings = Number(sample?.servingsPerContainer ?? 1);
  if (servings <= 1) return null;
  if (isWithin(measuredMg, statedMg * servings))
    return `The label may state one serving: ${servings} servings of ${formatMg(statedMg)} match what the lab measured in the container.`;
  if (isWithin(measuredMg * servings, statedMg))
    return `The lab may have measured one serving: ${servings} times ${formatMg(measuredMg)} is what the label states.`;
  return null;
}

function disagreement({ agreement }: Evidence): string | null {
  if (!agreement || agreement.thcDifferencePercent <= CLOSE_PERCENT) return null;
  const { thcLowestMg, thcHighestMg } = agreement;
  return `Lab reports of this batch disagree: ${formatMg(thcLowestMg)} to ${formatMg(thcHighestMg)}.`;
}

/** [source:can-liners-2020] */
function waiting({ sample, testDate }: Evidence, isUnder: boolean): string | null {
  const from = sample?.collectedOn ?? sample?.receivedOn;
  if (!from || !isUnder) return null;
  const days = Math.round((Date.parse(sample?.testedOn ?? testDate) - Date.parse(from)) / 86_400_000);
  if (days <= LONG_WAIT_DAYS) return null;
  const since = sample?.collectedOn ? 'it was taken' : 'the lab received it';
  return `The sample was tested ${days} days after ${since}. THC can fade. Companies in the trade report that it can also cling to the lining of a can.`;
}

function age({ testDate }: Evidence, today: string): string | null {
  if (!isOldTest(testDate, today)) return null;
  return `The test is ${monthsBetween(testDate, new Date(today))} months old: the drink or its label may have changed since.`;
}
