import { containerFacts } from '../../shared/container-facts.js';
import { longDay } from '../../shared/long-day.js';
import { isContradictory } from '../../shared/units.js';
import { daysBetween } from '../../shared/utc-day.js';
import type { Certificate } from '../certificate/certificate.js';
import { type Finding, finding } from '../certificate/finding.js';
import { type PrintedSample, SAMPLE_DAYS } from '../certificate/printed-sample.js';

/** What happened on a printed day. */
const EVENTS: Record<(typeof SAMPLE_DAYS)[number], { readonly of: string; readonly verb: string }> = {
  collectedOn: { of: 'sample', verb: 'was collected' },
  receivedOn: { of: 'sample', verb: 'was received' },
  testedOn: { of: 'analysis', verb: 'ended' },
  issuedOn: { of: 'report', verb: 'was issued' },
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
    ...(future ? [warning(future.field, futureSentence(future))] : []),
    ...(late && before ? [warning(late.field, orderSentence(late, before))] : []),
  ];
}

function futureSentence({ field, day }: PrintedDay): string {
  const { of, verb } = EVENTS[field];
  return `The report says that ${of === 'report' ? 'it' : `the ${of}`} ${verb} on ${longDay(day)}. That day is in the future.`;
}

/** "The sample was received (October 7, 2026) before it was collected (October 8, 2026)." */
function orderSentence(late: PrintedDay, before: PrintedDay): string {
  const [first, second] = [EVENTS[late.field], EVENTS[before.field]];
  const subject = first.of === second.of ? 'it' : `the ${second.of}`;
  return `The ${first.of} ${first.verb} (${longDay(late.day)}) before ${subject} ${second.verb} (${longDay(before.day)}).`;
}

/** No laboratory keeps a drink longer than this, in days, before it tests it; one of the dates is wrong, or the report is old. */
const KEPT_DAYS = 365;

function testDateFindings(testDate: string, { collectedOn, receivedOn, testedOn, issuedOn }: PrintedSample): Finding[] {
  const taken = receivedOn ?? collectedOn;
  if (taken !== null && daysBetween(taken, testDate) > KEPT_DAYS) {
    const kept = `The lab had or took the sample on ${longDay(taken)}, but the test date is ${longDay(testDate)}, more than a year later.`;
    return [finding('test-dates-differ', 'error', 'testDate', kept)];
  }
  if (issuedOn !== null && issuedOn < testDate) {
    const issued = `The test date is ${longDay(testDate)}, but the report was issued before, on ${longDay(issuedOn)}.`;
    return [finding('test-dates-differ', 'error', 'testDate', issued)];
  }
  if (testedOn === null || testedOn === testDate) return [];
  const message = `The test date is ${longDay(testDate)}, but the report says that the analysis ended on ${longDay(testedOn)}.`;
  return [finding('test-dates-differ', 'error', 'testDate', message)];
}

/** The printed volume times the printed density must be the printed mass. */
function sizeFindings(sample: PrintedSample): Finding[] {
  if (!isContradictory(containerFacts(sample))) return [];
  const message = 'The printed volume, mass and density of the container do not fit each other.';
  return [finding('sample-contradicts', 'error', 'sample.containerMass', message)];
}

interface PrintedDay {
  readonly field: (typeof SAMPLE_DAYS)[number];
  readonly day: string;
}

/** In the order that they should have. */
const printedDays = (sample: PrintedSample): readonly PrintedDay[] =>
  SAMPLE_DAYS.flatMap((field) => {
    const day = sample[field];
    return day === null ? [] : [{ field, day }];
  });

const warning = (field: string, message: string): Finding =>
  finding('dates-out-of-order', 'warning', `sample.${field}`, message);
