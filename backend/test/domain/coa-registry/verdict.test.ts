import fc from 'fast-check';
import type { NoticeKind } from '../../../src/domain/coa-registry/certificate/batch-notice.js';
import type { FailureDismissal } from '../../../src/domain/coa-registry/certificate/failure-dismissal.js';
import { finding } from '../../../src/domain/coa-registry/certificate/finding.js';
import { noticeSentence } from '../../../src/domain/coa-registry/certificate/lab-incident.js';
import { printedSample } from '../../../src/domain/coa-registry/certificate/printed-sample.js';
import {
  type AnalyteResult,
  CERTIFICATE_STATUSES,
  PANEL_VERDICTS,
  type PanelVerdicts,
} from '../../../src/domain/coa-registry/certificate/test-results.js';
import {
  isDoNotDrink,
  type VerdictInput,
  type VerdictTone,
  verdictOn,
} from '../../../src/domain/coa-registry/checks/verdict.js';
import { aBatchNotice, aLine, anIncident, PASSED } from '../../support/builders.js';

const TODAY = '2026-11-20';

/** Published, passed, close to its label, and tested five weeks ago. */
const FINE: VerdictInput = {
  productName: 'Yuzu Seltzer 5 mg',
  thcContent: 4.82,
  testDate: '2026-10-14',
  outcome: 'passed',
  lifecycle: 'approved',
  testResults: { panels: PASSED.panels, analytes: [] },
  sample: null,
  failureDismissal: null,
};

const LAB_ERROR: FailureDismissal = {
  reason: 'lab-error',
  retest: null,
  explanation: 'Two samples were mixed up.',
  at: '2026-11-18T10:00:00.000Z',
};
const FAILED = { reference: 'CB-AAAA-BBBB', failureDismissal: null };

const on = (differing: Partial<VerdictInput> = {}) => verdictOn({ ...FINE, ...differing }, TODAY);
const withPanels = (panels: Partial<PanelVerdicts>, analytes: VerdictInput['testResults']['analytes'] = []) => ({
  testResults: { panels: { ...PASSED.panels, ...panels }, analytes },
});
const lead = aLine({ valueText: '0.81', value: 0.81, limit: 0.5 });

const PASSED_ALL = 'The lab reported that it passed all four contaminant panels, without giving figures.';

describe('the verdict on a batch with several lab reports', () => {
  const passed = FINE;

  it('warns of what another one failed, before anything good', () => {
    const verdict = verdictOn(passed, TODAY, { failedTests: [FAILED] });
    expect(verdict).toMatchObject({
      tone: 'danger',
      doNotDrink: true,
      headline: 'Another current lab report of this batch failed: CB-AAAA-BBBB. Do not drink it.',
    });
    expect(verdict.details).toEqual(expect.arrayContaining([PASSED_ALL]));
  });

  it('mentions a failure that no longer stands, without a warning and without green', () => {
    const verdict = verdictOn(passed, TODAY, { failedTests: [{ ...FAILED, failureDismissal: LAB_ERROR }] });
    expect(verdict).toMatchObject({
      tone: 'neutral',
      doNotDrink: false,
      headline: 'Close to its label: 4.82 mg measured, 5 mg stated.',
      details: expect.arrayContaining([
        'An earlier report of this batch failed: CB-AAAA-BBBB. Since November 18, 2026 it no longer stands because of an error of the lab (“Two samples were mixed up.”).',
      ]),
    });
    const retest = { ...LAB_ERROR, reason: 'retest-after-remediation', retest: 'CB-EEEE-FFFF' } as const;
    const { details } = verdictOn(passed, TODAY, { failedTests: [{ ...FAILED, failureDismissal: retest }] });
    expect(details.join()).toContain('because the batch was tested again after remediation: CB-EEEE-FFFF');
  });

  it('still warns of one failure when another one no longer stands', () => {
    const dismissed = { reference: 'CB-CCCC-DDDD', failureDismissal: LAB_ERROR };
    const { headline, doNotDrink } = verdictOn(passed, TODAY, { failedTests: [dismissed, FAILED] });
    expect(headline).toBe('Another current lab report of this batch failed: CB-AAAA-BBBB. Do not drink it.');
    expect(doNotDrink).toBe(true);
  });

  it('keeps the warning of the failed certificate itself', () => {
    const failed = { ...passed, ...withPanels({ heavyMetals: 'failed' }, [lead]), failureDismissal: LAB_ERROR };
    const { tone, headline, details, doNotDrink } = verdictOn(failed, TODAY);
    expect({ tone, headline, doNotDrink }).toEqual({
      tone: 'danger',
      headline: 'Failed for lead. Do not drink it.',
      doNotDrink: true,
    });
    expect(details.join()).toContain('A reviewer recorded on November 18, 2026 that this failure no longer stands');
  });

  it('names its own failure first', () => {
    const failed = { ...passed, outcome: 'failed', ...withPanels({ heavyMetals: 'failed' }, [lead]) } as const;
    const { headline, details } = verdictOn(failed, TODAY, {
      failedTests: [FAILED, { ...FAILED, reference: 'CB-CCCC-DDDD' }],
    });
    expect(headline).toBe('Failed for lead. Do not drink it.');
    expect(details[0]).toBe(
      'Other current lab reports of this batch failed: CB-AAAA-BBBB and CB-CCCC-DDDD. Do not drink it.',
    );
  });

  it.each([
    ['passed', {}, false],
    ['failed', { outcome: 'failed' } as const, true],
    ['failed a panel', withPanels({ pesticides: 'failed' }), true],
    ['has a line above its limit', withPanels({}, [lead]), true],
    ['left a panel out', withPanels({ microbials: 'not_tested' }), false],
  ])('a report that %s counts as failed or not', (_, differing, expected) => {
    expect(isDoNotDrink({ ...passed, ...differing })).toBe(expected);
  });
});

describe('the verdict', () => {
  it.each<[string, Partial<VerdictInput>, VerdictTone, string]>([
    ['close to the label', {}, 'good', 'Close to its label: 4.82 mg measured, 5 mg stated.'],
    [
      'far stronger',
      { productName: 'Tonic 10 mg', thcContent: 13.9 },
      'danger',
      'Stronger than its label: 13.9 mg measured, 10 mg stated. Very strong for a beginner.',
    ],
    [
      'stronger',
      { thcContent: 5.6 },
      'caution',
      'Stronger than its label: 5.6 mg measured, 5 mg stated. Strong for a beginner.',
    ],
    [
      'true to its label, and strong',
      { productName: 'Tonic 10 mg', thcContent: 10 },
      'neutral',
      'Close to its label: 10 mg measured, 10 mg stated. Strong for a beginner.',
    ],
    [
      'true to its label, and very strong',
      { productName: 'Tonic 25 mg', thcContent: 24.3 },
      'neutral',
      'Close to its label: 24.3 mg measured, 25 mg stated. Very strong for a beginner.',
    ],
    ['weaker', { thcContent: 4.2 }, 'caution', 'Weaker than its label: 4.2 mg measured, 5 mg stated.'],
    ['far weaker', { thcContent: 1 }, 'caution', 'Weaker than its label: 1 mg measured, 5 mg stated.'],
    [
      'no stated dose',
      { productName: 'Mocktail', thcContent: 13.9 },
      'neutral',
      '13.9 mg of THC measured; the product name states no dose to compare it with. Very strong for a beginner.',
    ],
    [
      'a size word, which states no dose',
      { productName: 'Micro Melon', thcContent: 1.12 },
      'neutral',
      '1.12 mg of THC measured; the product name states no dose to compare it with.',
    ],
    [
      'a failed panel with its figure',
      { outcome: 'failed', ...withPanels({ heavyMetals: 'failed' }, [lead]) },
      'danger',
      'Failed for lead. Do not drink it.',
    ],
    [
      'a failed panel without a figure',
      { outcome: 'failed', ...withPanels({ pesticides: 'failed' }) },
      'danger',
      'Failed for pesticides. Do not drink it.',
    ],
    [
      'two failed panels',
      { outcome: 'failed', ...withPanels({ heavyMetals: 'failed', microbials: 'failed' }, [lead]) },
      'danger',
      'Failed for lead and microbials. Do not drink it.',
    ],
    [
      'many failed analytes',
      {
        outcome: 'failed',
        ...withPanels(
          { pesticides: 'failed' },
          ['Bifenthrin', 'Boscalid', 'Carbaryl', 'Fipronil', 'Spinosad'].map((name) => ({
            ...lead,
            panel: 'pesticides' as const,
            name,
          })),
        ),
      },
      'danger',
      'Failed for bifenthrin, boscalid, carbaryl and 2 more. Do not drink it.',
    ],
    ['a failure as a whole', { outcome: 'failed' }, 'danger', 'Failed its lab test. Do not drink it.'],
    [
      'above a limit that the lab passed',
      withPanels({}, [lead]),
      'danger',
      'Lead is above the limit on the report. Do not drink it.',
    ],
    [
      'above a limit outside the four panels',
      withPanels({}, [{ ...lead, panel: 'other', name: 'Aflatoxin B1' }]),
      'danger',
      'Aflatoxin B1 is above the limit on the report. Do not drink it.',
    ],
    [
      'above a limit for cannabinoids, which is not about safety',
      withPanels({}, [{ ...lead, panel: 'cannabinoids', name: 'Δ9-THC' }]),
      'good',
      'Close to its label: 4.82 mg measured, 5 mg stated.',
    ],
    [
      'results to come',
      { outcome: 'pending', ...withPanels({ microbials: 'pending', residualSolvents: 'pending' }) },
      'caution',
      'Not all results are in: microbials and residual solvents still outstanding.',
    ],
    ['pending without saying what', { outcome: 'pending' }, 'caution', 'Not all results are in.'],
    [
      'a panel that was not tested',
      withPanels({ residualSolvents: 'not_tested' }),
      'caution',
      'Not tested for residual solvents.',
    ],
    ['an old test', { testDate: '2025-06-20' }, 'caution', 'Tested 17 months ago: it may not match your can.'],
    ['a test of 365 days', { testDate: '2025-11-20' }, 'good', 'Close to its label: 4.82 mg measured, 5 mg stated.'],
    ['a test of 366 days', { testDate: '2025-11-19' }, 'caution', 'Tested 12 months ago: it may not match your can.'],
    ['a test to come', { testDate: '2026-11-21' }, 'caution', 'The test date on record is in the future.'],
    ['withdrawn', { lifecycle: 'withdrawn' }, 'danger', 'Withdrawn. Do not rely on these results.'],
    [
      'replaced',
      { lifecycle: 'superseded' },
      'danger',
      'Replaced by a corrected certificate. Do not rely on these results.',
    ],
  ])('for %s', (_what, differing, tone, headline) => {
    expect(on(differing)).toMatchObject({ tone, headline });
  });

  it('has everything else behind it', () => {
    expect(on().details).toEqual([PASSED_ALL, 'Tested 37 days ago.']);
    expect(on({ productName: 'Tonic 10 mg', thcContent: 13.9 }).details).toEqual([PASSED_ALL, 'Tested 37 days ago.']);
    expect(on(withPanels({}, [aLine()])).details[0]).toBe(
      'The lab reported that it passed all four contaminant panels.',
    );
  });

  it.each([
    ['2026-11-20', 'Tested today.'],
    ['2026-11-19', 'Tested yesterday.'],
    ['2026-08-23', 'Tested 89 days ago.'],
    ['2026-08-22', 'Tested 2 months ago.'],
    ['2026-08-20', 'Tested 3 months ago.'],
  ])('says of a test of %s: %s', (testDate, sentence) => {
    expect(on({ testDate }).details.at(-1)).toBe(sentence);
  });

  it('puts a failure before over-strength, and over-strength before what is missing or old', () => {
    const strong = { productName: 'Tonic 10 mg', thcContent: 11.5 };
    const open = { outcome: 'pending', ...withPanels({ microbials: 'pending' }) } as const;
    expect(on({ ...strong, ...open, testDate: '2025-01-01' })).toEqual({
      countedThcMg: 11.5,
      isStrengthKnown: true,
      tone: 'caution',
      doNotDrink: false,
      headline: 'Stronger than its label: 11.5 mg measured, 10 mg stated. Very strong for a beginner.',
      details: [
        'Not all results are in: microbials still outstanding.',
        'Tested 22 months ago: it may not match your can.',
      ],
      aspects: [
        {
          subject: 'strength',
          tone: 'caution',
          sentence: 'Stronger than its label: 11.5 mg measured, 10 mg stated. Very strong for a beginner.',
        },
        {
          subject: 'contaminants',
          tone: 'caution',
          sentence: 'Not all results are in: microbials still outstanding.',
        },
        { subject: 'age', tone: 'caution', sentence: 'Tested 22 months ago: it may not match your can.' },
      ],
    });
    const failed = { outcome: 'failed', ...withPanels({ heavyMetals: 'failed' }) } as const;
    expect(on({ ...strong, thcContent: 20, ...failed })).toMatchObject({
      headline: 'Failed for heavy metals. Do not drink it.',
      details: [
        'Stronger than its label: 20 mg measured, 10 mg stated. Very strong for a beginner.',
        'Tested 37 days ago.',
      ],
    });
  });

  it('of a withdrawn certificate still warns of a failure, and judges nothing else', () => {
    const withdrawn = { lifecycle: 'withdrawn', thcContent: 50, testDate: '2020-01-01' } as const;
    expect(on(withdrawn).details).toEqual([]);
    expect(on({ ...withdrawn, outcome: 'failed', ...withPanels({ heavyMetals: 'failed' }, [lead]) }).details).toEqual([
      'Failed for lead. Do not drink it.',
    ]);
  });
});

const CAN = printedSample({ containerVolume: { amount: '355', unit: 'mL' } });
const d9 = (valueText: string, value: number | null, unit: string) =>
  aLine({ panel: 'cannabinoids', name: 'Δ9-THC', valueText, value, unit });
const withLines = (...analytes: AnalyteResult[]) => ({ testResults: { panels: PASSED.panels, analytes } });

describe('a verdict on contradictory evidence', () => {
  it.each<[string, Partial<VerdictInput>, string, VerdictTone]>([
    [
      'a text above the limit, without a number',
      withLines(aLine({ valueText: '0.81', value: null, limit: 0.5 })),
      'Lead is above the limit on the report. Do not drink it.',
      'danger',
    ],
    [
      'a pathogen that was found',
      withLines(aLine({ panel: 'microbials', name: 'Salmonella', valueText: 'Detected in 25 g', value: null })),
      'The report names Salmonella as found or failed. Do not drink it.',
      'danger',
    ],
    [
      'a mycotoxin without a clear result',
      withLines(aLine({ panel: 'other', name: 'Ochratoxin A', valueText: '0.9*', value: null, limit: 0.5 })),
      'The report gives no clear result for Ochratoxin A.',
      'caution',
    ],
    [
      'a mycotoxin in a unit that no report uses',
      withLines(
        aLine({ panel: 'other', name: 'Aflatoxin B1', valueText: '2 banana/hour', value: null, unit: null, limit: 20 }),
      ),
      'The report gives no clear result for Aflatoxin B1.',
      'caution',
    ],
    [
      'a line that was not tested in a panel that passed',
      withLines(aLine({ valueText: 'NT', value: null })),
      'Reported as passed, but the report gives no clear result for lead.',
      'caution',
    ],
    [
      'a line that comes to more than the total',
      { ...withLines(d9('0.05', 0.05, 'mg/mL')), sample: CAN },
      "Stronger than its label: 17.75 mg of THC by the lab's own line, 4.82 mg by its total, 5 mg stated. Count on the higher figure. Very strong for a beginner.",
      'danger',
    ],
    [
      'an amount per can above the total',
      withLines(d9('25', 25, 'mg/can')),
      "Stronger than its label: 25 mg of THC by the lab's own line, 4.82 mg by its total, 5 mg stated. Count on the higher figure. Very strong for a beginner.",
      'danger',
    ],
    [
      'a method that found no THC, beside a total',
      withLines(d9('<LOQ', null, 'mg/g')),
      "4.82 mg of THC by the lab's total, but its own line says “<LOQ”. We can't say how strong it is.",
      'caution',
    ],
    [
      'milligrams per package above the total',
      withLines(d9('50', 50, 'mg/package')),
      "4.82 mg of THC by the lab's total, but its own line says “50 mg/package”. We can't say how strong it is.",
      'caution',
    ],
    [
      'none, by a line that bounds nothing',
      { ...withLines(d9('<0.00', null, 'mg/g')), thcContent: 0 },
      "0 mg of THC by the lab's total, but its own line says “<0.00 mg/g”, which does not show how little. We can't say how strong it is.",
      'caution',
    ],
  ])('names %s first', (_what, differing, headline, tone) => {
    expect(on(differing)).toMatchObject({ headline, tone });
  });

  it('says which contradiction the checks found, and calls nothing good', () => {
    const differs = finding('document-lab-differs', 'error', 'labName', 'The laboratory is A here and B in the PDF.');
    const { tone, headline } = verdictOn(FINE, TODAY, {
      findings: [differs, finding('unit-unknown', 'error', 'x', 'No unit.')],
    });
    expect({ tone, headline }).toEqual({
      tone: 'caution',
      headline:
        'Something does not fit. The laboratory is A here and B in the PDF. 1 more: see “What our checks noticed”.',
    });
  });

  it('is not good with an error that another sentence speaks of', () => {
    expect(verdictOn(FINE, TODAY, { findings: [finding('over-limit', 'error', 'testResults', 'Above.')] }).tone).toBe(
      'neutral',
    );
  });

  it('is not changed by a warning', () => {
    const late = finding('test-older-than-a-year', 'warning', 'testDate', 'It is old.');
    expect(verdictOn(FINE, TODAY, { findings: [late] })).toEqual(verdictOn(FINE, TODAY));
  });

  it('judges the age by the day of the report, which cannot be before its test', () => {
    const issuedOn = printedSample({ issuedOn: '2022-10-14' });
    expect(on({ sample: issuedOn }).headline).toBe('Tested 49 months ago: it may not match your can.');
  });

  it('says what other forms of THC add to the total', () => {
    const line = aLine({ panel: 'cannabinoids', name: 'Δ8-THC', valueText: '50', value: 50, unit: 'mg/can' });
    expect(on(withPanels({}, [line]))).toMatchObject({
      tone: 'danger',
      countedThcMg: 50,
      headline:
        "Stronger than its label: 50 mg by the lab's own line for Δ8-THC, 4.82 mg of THC by its total, 5 mg stated. Count on the higher figure. Very strong for a beginner.",
    });
  });

  it('is cautious about what a reviewer published over an error, whatever the public checks see', () => {
    const verdict = verdictOn(FINE, TODAY, { overrideReason: 'Compared with the report.' });
    expect(verdict).toMatchObject({
      tone: 'caution',
      headline: 'Our checks found an error, and a reviewer published it all the same.',
    });
  });

  it('judges the age by the older of two days', () => {
    const testedOn = printedSample({ testedOn: '2022-10-14' });
    expect(on({ sample: testedOn }).headline).toBe('Tested 49 months ago: it may not match your can.');
  });
});

describe('any verdict', () => {
  const judged: fc.Arbitrary<VerdictInput> = fc.record({
    productName: fc.constantFrom('Tea 5 mg', 'Tea', 'Micro Tea', 'Tea 10 mg'),
    thcContent: fc.integer({ min: 0, max: 3000 }).map((hundredths) => hundredths / 100),
    testDate: fc.constantFrom('2026-11-20', '2026-10-01', '2025-11-20', '2025-11-19', '2019-01-01', '2027-01-01'),
    outcome: fc.constantFrom(...CERTIFICATE_STATUSES),
    lifecycle: fc.constantFrom('approved', 'withdrawn', 'superseded'),
    testResults: fc.record({
      panels: fc.record({
        pesticides: fc.constantFrom(...PANEL_VERDICTS),
        heavyMetals: fc.constantFrom(...PANEL_VERDICTS),
        microbials: fc.constantFrom(...PANEL_VERDICTS),
        residualSolvents: fc.constantFrom(...PANEL_VERDICTS),
      }),
      analytes: fc.constantFrom([], [lead], [aLine()]),
    }),
    sample: fc.constantFrom(null, CAN),
    failureDismissal: fc.constantFrom(null, LAB_ERROR),
  });
  const all = (coa: VerdictInput) => {
    const { headline, details } = verdictOn(coa, TODAY);
    return [headline, ...details];
  };

  it('never gets greener by another line, another failed report or an error', () => {
    const lines = fc.constantFrom(
      ...[lead, aLine(), aLine({ valueText: 'FAIL', value: null }), aLine({ valueText: 'NT', value: null })],
      ...[aLine({ valueText: 'banana', value: null }), aLine({ valueText: 'ND', value: null })],
      ...[d9('<LOQ', null, 'mg/mL'), d9('0.0136', 0.0136, 'mg/mL'), d9('0.05', 0.05, 'mg/mL'), d9('25', 25, 'mg/can')],
    );
    const errors = fc.constantFrom(
      finding('document-batch-missing', 'error', 'batchId', 'The batch is not in the PDF.'),
      finding('over-limit', 'error', 'testResults', 'Above.'),
    );
    const rank = ({ tone }: { tone: VerdictTone }) => ({ danger: 0, caution: 1, neutral: 2, good: 2 })[tone];
    fc.assert(
      fc.property(judged, lines, errors, fc.boolean(), (coa, line, error, hasError) => {
        const before = verdictOn(coa, TODAY);
        const { panels, analytes } = coa.testResults;
        const more = { ...coa, testResults: { panels, analytes: [...analytes, line] } };
        const after = verdictOn(more, TODAY, { findings: hasError ? [error] : [] });
        expect(rank(after)).toBeLessThanOrEqual(rank(before));
        if (before.doNotDrink) expect(after.doNotDrink).toBe(true);
        if (hasError) expect(after.tone).not.toBe('good');
        expect(rank(verdictOn(coa, TODAY, { failedTests: [FAILED] }))).toBe(0);
      }),
    );
  });

  it('says "Do not drink it" of every failure, current or not', () => {
    fc.assert(
      fc.property(judged, (coa) => {
        const hasFailed = coa.outcome === 'failed' || Object.values(coa.testResults.panels).includes('failed');
        if (hasFailed) expect(verdictOn(coa, TODAY).doNotDrink).toBe(true);
        expect(all(coa).join(' ').includes('Do not drink it.')).toBe(verdictOn(coa, TODAY).doNotDrink);
      }),
    );
  });

  it('is good only for a current certificate that passed, is close to its label and is fresh', () => {
    fc.assert(
      fc.property(judged, (coa) => {
        if (verdictOn(coa, TODAY).tone !== 'good') return;
        expect(coa).toMatchObject({ outcome: 'passed', lifecycle: 'approved' });
        expect(Object.values(coa.testResults.panels)).toEqual(Array(4).fill('passed'));
        expect(coa.testDate >= '2025-11-20' && coa.testDate <= TODAY).toBe(true);
        expect(coa.productName).toMatch(/\d mg/);
      }),
    );
  });

  it('speaks of a label only where the name states a dose', () => {
    fc.assert(
      fc.property(judged, (coa) => {
        if (!/\d mg/.test(coa.productName)) expect(all(coa).join(' ')).not.toMatch(/label/);
      }),
    );
  });

  it('is made of sentences, each said once', () => {
    fc.assert(
      fc.property(judged, (coa) => {
        const sentences = all(coa);
        for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z0-9].*\.$/);
        expect(new Set(sentences).size).toBe(sentences.length);
      }),
    );
  });
});

it.each<[NoticeKind, string, VerdictTone]>([
  ['recall', 'Do not drink it. Take it back to the store.', 'danger'],
  ['recall', 'Take it back to the store.', 'danger'],
  ['voluntary_recall', 'Glass in the can.', 'danger'],
  ['contamination', 'Mold was found.', 'danger'],
  ['wrong_label', 'It has 10 mg.', 'caution'],
  ['mix_up', 'It is another drink.', 'caution'],
])('with a notice of the kind %s that says %j is %s, and says once not to drink it', (kind, summary, tone) => {
  const verdict = verdictOn(FINE, TODAY, { warnings: [aBatchNotice({ kind, summary })] });
  expect(verdict).toMatchObject({ tone, doNotDrink: tone === 'danger' });
  expect(verdict.headline.match(/Do not drink it\./g) ?? []).toHaveLength(tone === 'danger' ? 1 : 0);
});

describe('a verdict during an incident of the laboratory', () => {
  const warnings = [anIncident()];
  const notice = noticeSentence(anIncident());

  it('begins with the incident, and nothing after it is good', () => {
    const { tone, headline, aspects } = verdictOn(FINE, TODAY, { warnings });
    expect([tone, headline]).toEqual(['caution', notice]);
    expect(aspects.map(({ tone }) => tone)).not.toContain('good');
    expect(aspects[0]).toEqual({ subject: 'laboratory', tone: 'caution', sentence: notice });
  });

  it('has each incident, and otherwise says what it says without them', () => {
    const two = [anIncident(), anIncident({ kind: 'accreditation_lost', testedTo: null })];
    const { details } = verdictOn(FINE, TODAY, { warnings: two });
    const without = verdictOn(FINE, TODAY);
    expect(details).toEqual([
      noticeSentence(anIncident({ kind: 'accreditation_lost', testedTo: null })),
      without.headline,
      ...without.details,
    ]);
  });

  it('keeps a failure in front', () => {
    const failed = { ...FINE, outcome: 'failed' as const };
    const { tone, doNotDrink, headline, details } = verdictOn(failed, TODAY, { warnings });
    expect({ tone, doNotDrink }).toEqual({ tone: 'danger', doNotDrink: true });
    expect(headline).toContain('Do not drink it.');
    expect(details[0]).toBe(notice);
  });

  it('stays on a certificate that was withdrawn', () => {
    const { headline, details } = verdictOn({ ...FINE, lifecycle: 'withdrawn' }, TODAY, { warnings });
    expect([headline, ...details]).toEqual(['Withdrawn. Do not rely on these results.', notice]);
  });
});
