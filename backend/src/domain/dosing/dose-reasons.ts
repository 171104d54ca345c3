import {
  bandOf,
  type DoseLevel,
  type Experience,
  FULL_WEIGHT_LB,
  isNoMoreToday,
  LEVEL_BANDS,
  LOW_CAP_MG,
  STARTING_RANGES,
} from '../shared/dose-level.js';
import type { DoseRequest, StomachContents } from './dose-request.js';
import { hoursText, moreAdvice, rangeText } from './dose-text.js';
import type { DoseTiming } from './timing.js';

/** One rule that shaped the result, explained to the reader. */
export interface Reason {
  /** What was applied, with its numbers; a sentence. */
  readonly rule: string;
  /** Why we use this rule; one or more sentences. */
  readonly because: string;
  /** One or more citations, separated by semicolons. */
  readonly source: string;
}

/** The request and the values computed from it, which the reasons explain. */
export interface ExplainedDose {
  readonly request: DoseRequest;
  /** In mg, see `adjustedMg` in dose-level.ts. */
  readonly adjustedMg: number;
  readonly level: DoseLevel;
  readonly timing: DoseTiming;
  readonly waitBeforeMoreMinutes: number;
  readonly doNotDriveMinutes: number;
}

/** Citations by their keys in docs/sources.md, each ending with its DOI or URL if known. */
const CITATIONS = {
  'bc-edibles': 'British Columbia fact sheet on edible cannabis',
  'cdc-poisoning': 'CDC, cannabis and poisoning, https://www.cdc.gov/cannabis/risk-factors/poisoning.html',
  'colorado-driving':
    'State of Colorado, guidance on cannabis and driving, https://sites.google.com/a/state.co.us/marijuana/getthefacts/driving',
  'dronabinol-label':
    'Dronabinol prescribing information, DailyMed, https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=35d6dc4a-b482-412e-94c4-3cb32aea4098',
  'ewell-2021': 'Ewell et al., 2021, Pharmaceuticals, doi:10.3390/ph14080817',
  'health-canada':
    'Health Canada consumer information, 2019, https://www.canada.ca/en/health-canada/services/drugs-medication/cannabis/laws-regulations/regulations-support-cannabis-act/consumer-information.html',
  'hermush-2025': 'Hermush et al., 2025, Journal of Cannabis Research, doi:10.1186/s42238-025-00294-8',
  'maccallum-2018': 'MacCallum and Russo, 2018, European Journal of Internal Medicine, doi:10.1016/j.ejim.2018.01.004',
  'mccartney-2021':
    'McCartney et al., 2021, Neuroscience and Biobehavioral Reviews, doi:10.1016/j.neubiorev.2021.01.003',
  'nih-2021':
    'US National Institutes of Health, notice NOT-DA-21-049, 2021, https://grants.nih.gov/grants/guide/notice-files/NOT-DA-21-049.html',
  'hemp-products-2023':
    'Journal of Cannabis Research, 2023, on the hemp vs. cannabis demarcation problem, doi:10.1186/s42238-023-00197-6',
  'spindle-2020': 'Spindle et al., 2020, study of cannabis brownies, doi:10.1093/jat/bkaa067',
  'vandrey-2017': 'Vandrey et al., 2017, Journal of Analytical Toxicology, doi:10.1093/jat/bkx012',
} as const;

const PERSON: Readonly<Record<Experience, string>> = {
  beginner: 'a beginner',
  occasional: 'an occasional user',
  regular: 'a regular user',
  experienced: 'an experienced user',
};

const STOMACH: Readonly<Record<StomachContents, string>> = {
  empty: 'On an empty stomach',
  light: 'After a light meal',
  full: 'On a full stomach',
};

/** Every rule behind a result above level `none`, in the order applied. */
export function reasonsFor(dose: ExplainedDose): readonly Reason[] {
  return [
    weightReason(dose),
    levelReason(dose),
    onsetReason(dose),
    durationReason(dose),
    moreReason(dose),
    drivingReason(dose),
    startingRangeReason(dose.request.experience),
  ];
}

/** Why we show this starting range. [source:dose-starting-range] */
export function startingRangeReason(experience: Experience): Reason {
  const { minMg, maxMg } = STARTING_RANGES[experience];
  return {
    rule: `We show ${minMg} to ${maxMg} mg as a starting range for ${PERSON[experience]}, and never more than 10 mg for anyone.`,
    because:
      'Health Canada points new consumers to 2.5 mg or less. Prescribed dronabinol also starts there. In Colorado and California, 10 mg is the limit for one serving of adult-use cannabis.',
    source: cite('health-canada', 'dronabinol-label', 'hemp-products-2023'),
  };
}

/** [source:dose-weight] */
function weightReason({ request, adjustedMg }: ExplainedDose): Reason {
  return {
    rule:
      request.bodyWeight < FULL_WEIGHT_LB
        ? `Below 150 lb (about 68 kg), an amount counts for up to 10% more: ${request.thcAmount} mg counts as ${adjustedMg} mg.`
        : `From 150 lb (about 68 kg) up, an amount counts as entered: ${adjustedMg} mg.`,
    because:
      'In one study, no measure of body make-up tracked blood levels consistently. Another suggests that smaller people may peak a little higher. The evidence is weak, so the adjustment is small. It is never used to make an amount look milder.',
    source: cite('ewell-2021', 'spindle-2020'),
  };
}

/** [source:dose-levels, dose-weight] */
function levelReason({ request, adjustedMg, level }: ExplainedDose): Reason {
  const { thcAmount, experience } = request;
  const person = PERSON[experience];
  const upTo = LEVEL_BANDS[experience];
  const bands = `For ${person}, micro is up to ${upTo.micro} mg, low up to ${upTo.low}, moderate up to ${upTo.moderate} and high up to ${upTo.high}`;
  const isCapped = level !== bandOf(adjustedMg, experience);
  return {
    rule: isCapped
      ? `${bands}. With the weight adjustment, ${thcAmount} mg would be ${bandOf(adjustedMg, experience)}. But we never rate ${LOW_CAP_MG[experience]} mg or less above low for ${person}, so it is low.`
      : `${bands}. So ${adjustedMg} mg is ${level.replace('_', ' ')}.`,
    because: isCapped ? `${CAP_EXPLANATION} ${BANDS_EXPLANATION}` : BANDS_EXPLANATION,
    source: cite(
      'health-canada',
      'dronabinol-label',
      'nih-2021',
      'colorado-driving',
      'maccallum-2018',
      'mccartney-2021',
    ),
  };
}

/** [source:dose-weight] */
const CAP_EXPLANATION =
  'The evidence for the weight adjustment is too weak to push an amount out of the starting range that we show.';

/** [source:dose-levels] */
const BANDS_EXPLANATION =
  'The levels are a convention of this site, not a medical standard. They rest on four figures: 2.5 mg is the line for new consumers, 5 mg is the unit used in research, 10 mg is likely to impair driving in occasional users, and above 20 to 30 mg a day unwanted effects increase. Regular users showed less impairment, but not none.';

/** [source:dose-timing] */
function onsetReason({ request, timing }: ExplainedDose): Reason {
  return {
    rule: `${STOMACH[request.stomachContents]}, you may first feel a drink after ${rangeText(timing.onset)}. It may be strongest after ${rangeText(timing.peak)}. This is the same for every amount.`,
    because:
      'In small studies of fast-acting and other edible products, THC or its active form peaked in the blood after about 30 to 90 minutes. Health agencies say it takes 30 minutes to 2 hours to feel it, and up to 4 hours for the full effect. Food can delay it.',
    source: cite('ewell-2021', 'hermush-2025', 'health-canada', 'cdc-poisoning', 'dronabinol-label'),
  };
}

/** [source:dose-timing] */
function durationReason({ timing }: ExplainedDose): Reason {
  return {
    rule: `At this level, effects may last ${rangeText(timing.duration)}.`,
    because:
      'In a study with 6 adults per dose, effects of THC brownies lasted 6 to 8 hours. Health Canada says up to 12 hours. Our range gets longer with the level and stops at 12 hours.',
    source: cite('vandrey-2017', 'health-canada'),
  };
}

/** [source:dose-timing, dose-no-more-today] */
function moreReason({ request, level, waitBeforeMoreMinutes }: ExplainedDose): Reason {
  if (isNoMoreToday(level)) {
    return {
      rule: `${moreAdvice(level, waitBeforeMoreMinutes)} That is our advice at the levels high and very high.`,
      because:
        'Unwanted effects grow with the amount. At higher amounts, panic, confusion and vomiting are more likely. Adding more THC raises that risk.',
      source: cite('health-canada', 'dronabinol-label'),
    };
  }
  return {
    rule: `${STOMACH[request.stomachContents]}, wait at least ${hoursText(waitBeforeMoreMinutes)} hours before you think about having more.`,
    because:
      'Guidance from British Columbia is to wait at least 2 hours after a first 2.5 mg. The full effect can take 4 hours, and food can delay it.',
    source: cite('bc-edibles', 'health-canada', 'dronabinol-label'),
  };
}

/** [source:dose-driving] */
function drivingReason({ doNotDriveMinutes }: ExplainedDose): Reason {
  return {
    rule: `Do not drive for at least ${hoursText(doNotDriveMinutes)} hours. The rule is 8 hours for up to 18 mg and 12 hours above that, and never less than effects may last.`,
    because:
      'Colorado advises no driving for at least 8 hours after eating or drinking up to 18 mg, and for longer after a higher amount or with alcohol.',
    source: cite('colorado-driving'),
  };
}

function cite(...keys: (keyof typeof CITATIONS)[]): string {
  return keys.map((key) => CITATIONS[key]).join('; ');
}
