import { containerFacts } from '../../shared/container-facts.js';
import { isContradictory } from '../../shared/units.js';
import type { Certificate } from '../certificate/certificate.js';
import { type Finding, finding } from '../certificate/finding.js';
import { type PrintedSample, SAMPLE_DAYS } from '../certificate/printed-sample.js';

const DAY_WORDS: Record<(typeof SAMPLE_DAYS)[number], string> = {
  collectedOn: 'collection of the sample',
  receivedOn: 'receipt of the sample',
  testedOn: 'end of the analysis',
  issuedOn: 'report',
};

/** Printed days in an impossible order, or in the future. Labs misprint them, so they are only warnings. */
export function sampleFindings(
  { sample, testDate }: Pick<Certificate, 'sample' | 'testDate'>,
  today: string,
): Finding[] {
  if (!sample) return [];
  const days = printedDays(sample);
  const future = days.find(({ day }) => day > today);
  const late = days.find(({ day }, index) => index > 0 && day < (days[index - 1]?.day ?? ''));
  const before = late && days[days.indexOf(late) - 1];
  return [
    ...testDateFindings(testDate, sample),
    ...sizeFindings(sample),
    ...(future
      ? [warning(future.field, `The date of the ${DAY_WORDS[future.field]}, ${future.day}, is in the future.`)]
      : []),
    ...(late && before
      ? [
          warning(
            late.field,
            `The date of the ${DAY_WORDS[late.field]}, ${late.day}, is before the date of the ${DAY_WORDS[before.field]}, ${before.day}.`,
          ),
        ]
      : []),
  ];
}

function testDateFindings(testDate: string, { testedOn }: PrintedSample): Finding[] {
  if (testedOn === null || testedOn === testDate) return [];
  const message = `The test date is ${testDate}, but the end of the analysis is printed as ${testedOn}.`;
  return [finding('test-dates-differ', 'error', 'testDate', message)];
}

/** The printed volume times the printed density must be the printed mass. */
function sizeFindings(sample: PrintedSample): Finding[] {
  if (!isContradictory(containerFacts(sample))) return [];
  const message = 'The printed volume, mass and density of the container do not fit each other.';
  return [finding('sample-contradicts', 'error', 'sample.containerMass', message)];
}

/** In the order that they should have. */
const printedDays = (sample: PrintedSample) =>
  SAMPLE_DAYS.flatMap((field) => {
    const day = sample[field];
    return day === null ? [] : [{ field, day }];
  });

const warning = (field: string, message: string): Finding =>
  finding('dates-out-of-order', 'warning', `sample.${field}`, message);
