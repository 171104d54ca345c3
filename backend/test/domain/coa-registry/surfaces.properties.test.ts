import fc from 'fast-check';
import { AnalyteVocabulary } from '../../../src/domain/analytes/analytes.js';
import type { Certificate } from '../../../src/domain/coa-registry/certificate/certificate.js';
import { panelReports, reportsAllPanels } from '../../../src/domain/coa-registry/certificate/panel-reports.js';
import { printedSample } from '../../../src/domain/coa-registry/certificate/printed-sample.js';
import {
  type AnalyteResult,
  CERTIFICATE_STATUSES,
  PANEL_VERDICTS,
  type PanelVerdicts,
} from '../../../src/domain/coa-registry/certificate/test-results.js';
import type { Warning } from '../../../src/domain/coa-registry/certificate/warning.js';
import { automatedChecks, ownErrors } from '../../../src/domain/coa-registry/checks/automated-checks.js';
import { failedTests } from '../../../src/domain/coa-registry/checks/batch-tests.js';
import { settledResults } from '../../../src/domain/coa-registry/checks/settled-results.js';
import {
  doubtAbout,
  doubtOf,
  type StatusDisplay,
  statusDisplay,
} from '../../../src/domain/coa-registry/checks/status-display.js';
import { isDoNotDrink, type VerdictTone, verdictOn } from '../../../src/domain/coa-registry/checks/verdict.js';
import { skipsReview } from '../../../src/domain/coa-registry/labs/lab-certificates.js';
import { currentEditions, MeasuredResults } from '../../../src/domain/measurements/measurements.js';
import type { DocumentReading } from '../../../src/domain/shared/document-reading.js';
import { PANELS } from '../../../src/domain/shared/result-terms.js';
import { readVocabulary } from '../../../src/modules/analytes/vocabulary-file.js';
import { readRules } from '../../../src/modules/measurements/rules-file.js';
import { sumParts } from '../../../src/modules/measurements/sum-parts.js';
import { aBatchNotice, aCertificate, aLine, anIncident, NOW } from '../../support/builders.js';
import { aField, aReading, aRow } from '../../support/document-readings.js';

const TODAY = '2026-11-20';
const vocabulary = new AnalyteVocabulary(readVocabulary('content'));
const results = new MeasuredResults(currentEditions(readRules('content')), sumParts(vocabulary.data.analytes));

/** Everything that anyone printed or said about a can. */
interface Evidence {
  readonly certificate: Certificate;
  /** What software read from its PDF, and all its text; null without a PDF. */
  readonly document: { readonly reading: DocumentReading; readonly text: string } | null;
  readonly otherReports: readonly Certificate[];
  readonly warnings: readonly Warning[];
}

const TONES: Readonly<Record<VerdictTone, number>> = { danger: 0, caution: 1, neutral: 2, good: 3 };
const MARKS: Readonly<Record<StatusDisplay['mark'], number>> = { failed: 0, pending: 1, passed: 2 };
const OUTCOMES: Readonly<Record<string, number>> = { failed: 0, passed: 2 };
const VERDICTS: Readonly<Record<string, number>> = { above: 0, not_above: 2 };

/** How green each surface is; a higher number is greener. */
function surfacesOf({ certificate, document, otherReports, warnings }: Evidence): Record<string, number> {
  const { outcome, testResults, sample } = certificate;
  const { panels, analytes } = testResults;
  const failed = failedTests(otherReports.map((one) => ({ ...one, outcome: one.outcome ?? 'pending' })));
  const findings = automatedChecks(certificate, {
    today: TODAY,
    sameBatch: [],
    sameReport: [],
    labIsKnown: true,
    document: document && { ...document, receivedOn: TODAY, uses: [], reportHosts: null },
    warnings,
  });
  const published = { ...certificate, outcome: outcome ?? ('pending' as const) };
  // The public page has the incidents in its verdict.
  const onPage = findings.filter(({ code }) => code !== 'lab-incident');
  const page = verdictOn(published, TODAY, { failedTests: failed, findings: onPage, warnings });
  const doNotDrink = isDoNotDrink(published);
  // A list has the failures of the whole batch, and no PDF.
  const inList = {
    doNotDrink: doNotDrink || failed.length > 0,
    contradictory: ownErrors(certificate) > 0,
    panelsComplete: reportsAllPanels(panels),
    warnings,
  };
  const start = settledResults(testResults, document?.reading.panels);
  const lines = analytes.map((line) => ({ ...line, analyte: vocabulary.resolve(line.name, line.panel)?.key ?? null }));
  const facts = { lines, thcContent: certificate.thcContent, testDate: certificate.testDate, sample, labelMg: null };
  const { limitGroups, thcPerContainer } = results.read(facts, NOW);
  const aboveLimits = limitGroups.flatMap(({ limits }) => limits.filter(({ percent }) => Number(percent?.low) > 100));
  return {
    headline: TONES[page.tone],
    'page: do not drink': page.doNotDrink ? 0 : 1,
    'page: milligrams to count on': -page.countedThcMg,
    'page: milligrams in the can': -Number(thcPerContainer.high ?? Number.POSITIVE_INFINITY),
    'page: contaminants above a limit': -aboveLimits.length,
    ...Object.fromEntries(
      panelReports(testResults).map(({ panel, overLimit, unsettled, verdict }) => [
        `page: ${panel}`,
        overLimit.length > 0 ? 0 : unsettled.length > 0 ? 1 : (OUTCOMES[verdict] ?? 1),
      ]),
    ),
    ...Object.fromEntries(
      results.verdicts(facts).map(({ rule, verdict }) => [`tile: ${rule}`, VERDICTS[verdict] ?? 1]),
    ),
    'list, search and feed': MARKS[statusDisplay(outcome, panels.pesticides, doubtOf(inList)).mark],
    email: MARKS[statusDisplay(outcome, null, doubtAbout(certificate, warnings)).mark],
    // What is contradicted is left to the reviewer to choose.
    'review: status': start.status === 'passed' ? 1 : 0,
    ...Object.fromEntries(PANELS.map((panel) => [`review: ${panel}`, start.panels[panel] === 'passed' ? 1 : 0])),
    'automatic publication': skipsReview({ trusted: true }, certificate, findings) ? 1 : 0,
  };
}

const panelVerdicts = fc.oneof(
  fc.constant<PanelVerdicts>({
    pesticides: 'passed',
    heavyMetals: 'passed',
    microbials: 'passed',
    residualSolvents: 'passed',
  }),
  fc.record({
    pesticides: fc.constantFrom(...PANEL_VERDICTS),
    heavyMetals: fc.constantFrom(...PANEL_VERDICTS),
    microbials: fc.constantFrom(...PANEL_VERDICTS),
    residualSolvents: fc.constantFrom(...PANEL_VERDICTS),
  }),
);
const TEXT = 'Example Analytical. Juniper & Tide, Yuzu Seltzer 5 mg, batch C9030, 2026-10-14';

const contaminant = fc
  .tuple(
    fc.constantFrom(
      ['heavyMetals', 'Lead'],
      ['heavyMetals', 'Arsenic'],
      ['pesticides', 'Bifenthrin'],
      ['microbials', 'Salmonella'],
    ),
    fc.constantFrom(
      'ND',
      '<LOQ',
      '0.02',
      '0.31',
      '0.81',
      'NT',
      'FAIL',
      'Detected',
      'Pass',
      'banana',
      '0,125',
      '>0.5',
      '',
    ),
    fc.constantFrom(null, 0, 0.31, 0.81),
    fc.constantFrom('µg/g', 'µg/kg', 'banana/hour', null),
    fc.constantFrom(null, 0, 0.5),
  )
  .map(([[panel, name], valueText, value, unit, limit]) =>
    aLine({ panel: panel as AnalyteResult['panel'], name, valueText, value, unit, limit, lod: 0.01, loq: 0.03 }),
  );
const cannabinoid = fc
  .tuple(
    fc.constantFrom('Δ9-THC', 'THCA', 'Total THC', 'Δ8-THC', '9R-Δ10-THC', 'THCJD', 'THC', 'HHC', 'CBD'),
    fc.constantFrom('ND', '<LOQ', 'Detected, <LOQ', '0.0136', '4.82', '25', 'NT', 'Detected', '0,125', 'banana'),
    fc.constantFrom('mg/mL', 'mg/mL', 'mg/g', '%', 'mg/can', 'mg/serving', 'banana/hour'),
    fc.constantFrom(null, 0, 4.82, 25),
    fc.constantFrom<AnalyteResult['panel']>('cannabinoids', 'cannabinoids', 'other'),
  )
  .map(([name, valueText, unit, value, panel]) =>
    aLine({ panel, name, valueText, value, unit, lod: 0.0001, loq: 0.0003 }),
  );
const line = fc.oneof(contaminant, cannabinoid);

/** Every form of THC, so that rules about it have an answer. */
const ALL_NOT_DETECTED = [
  'Δ9-THC',
  'THCA',
  'Δ8-THC',
  'Δ10-THC',
  'exo-THC',
  'THCV',
  'THCVA',
  'Δ8-THCV',
  'THCP',
  'Δ8-THCP',
  'THC-O',
  'Δ8-THC acetate',
  'THCH',
  'THCB',
].map((name) =>
  aLine({ panel: 'cannabinoids', name, valueText: 'ND', value: null, unit: 'mg/mL', lod: 0.00001, loq: 0.0001 }),
);

const panelStatement = fc.record({
  panel: fc.constantFrom(...PANELS),
  verdict: fc.constantFrom('passed', 'failed', 'not_tested', 'pending'),
  printed: fc.constant('as printed'),
  box: fc.constant(aRow().box),
});
const field = fc.constantFrom(
  ...[aField('testDate', '2026-10-14'), aField('testDate', '2022-10-14'), aField('batchId', '#C9031')],
  ...[aField('labName', 'Example Analytical'), aField('labName', 'Tidewater Labs'), aField('thcContent', '25')],
);
const row = fc.constantFrom(
  aRow(),
  aRow({ valueText: '0.81', value: 0.81 }),
  aRow({ name: 'Δ9-THC', panel: 'cannabinoids' }),
);
const read = fc
  .record({
    fields: fc.array(field, { maxLength: 2 }),
    panels: fc.array(panelStatement, { maxLength: 2 }),
    rows: fc.array(row, { maxLength: 2 }),
  })
  .map((content) => ({ reading: aReading(content), text: TEXT }));

const evidence: fc.Arbitrary<Evidence> = fc
  .record({
    outcome: fc.oneof(fc.constant('passed' as const), fc.constantFrom(...CERTIFICATE_STATUSES)),
    panels: panelVerdicts,
    reported: fc.option(panelVerdicts, { nil: undefined }),
    reportedStatus: fc.oneof(fc.constant('passed' as const), fc.constantFrom(...CERTIFICATE_STATUSES)),
    analytes: fc
      .tuple(fc.constantFrom<readonly AnalyteResult[]>([], ALL_NOT_DETECTED), fc.array(line, { maxLength: 3 }))
      .map((lines) => lines.flat()),
    thcContent: fc.constantFrom(0, 0, 0.3, 4.82, 5.6, 13.9),
    sample: fc.constantFrom(
      null,
      printedSample({ containerVolume: { amount: '355', unit: 'mL' } }),
      printedSample({
        containerVolume: { amount: '355', unit: 'mL' },
        densityGPerMl: '1.00',
        servingsPerContainer: '1',
      }),
    ),
    document: fc.option(read),
  })
  .map(({ outcome, panels, reported, reportedStatus, analytes, document, ...draft }) => {
    const waiting = aCertificate({ batchId: '#C9030', ...draft, analytes });
    const said = reported && { status: reportedStatus, panels: reported };
    const testResults = { ...waiting.testResults, panels, ...(said && { reported: said }) };
    return { certificate: { ...waiting, outcome, testResults }, document, otherReports: [], warnings: [] };
  });

/** One more line, statement in the PDF, or report. */
interface Addition {
  readonly what: string;
  readonly to: (before: Evidence) => Evidence;
  /** Surfaces that it may make greener, because nothing answered their question before. */
  readonly answers?: (before: Evidence) => readonly string[];
  /** How green a surface may be at most, whatever it was before. */
  readonly most?: (before: Evidence) => Readonly<Record<string, number>>;
}

/** What the certificate itself contradicts is good nowhere, and waits for a person. */
const DOUBT = { headline: 1, 'list, search and feed': 1, email: 1, 'automatic publication': 0 };
/** Lists do not have the PDF. */
const DOUBT_BY_PDF = { headline: 1, 'automatic publication': 0 };
const FAILURE = { headline: 0, 'page: do not drink': 0, 'list, search and feed': 0 };

const withLines = (before: Evidence, analytes: readonly AnalyteResult[]): Evidence => ({
  ...before,
  certificate: { ...before.certificate, testResults: { ...before.certificate.testResults, analytes } },
});

function isFailure({ panel, valueText, value, limit }: AnalyteResult): boolean {
  if (panel === 'cannabinoids') return false;
  if (['FAIL', 'Detected'].includes(valueText)) return true;
  const highest = Math.max(Number(valueText) || 0, value ?? 0, valueText === '>0.5' ? 0.500_001 : 0);
  return limit !== null && highest > limit;
}

/** Whether text and number contradict each other, or one cannot be read. */
function isDoubtful({ valueText, value, unit }: AnalyteResult): boolean {
  const isNumber = /^[\d.]+$/.test(valueText);
  const isOther =
    value !== null && (['ND', '<LOQ', 'NT'].includes(valueText) || (isNumber && Number(valueText) !== value));
  return isOther || unit === 'banana/hour' || valueText === '0,125';
}

function capsOfLine(line: AnalyteResult, { certificate: { testResults } }: Evidence): Record<string, number> {
  const { panel, valueText, limit } = line;
  const { panels, reported } = testResults;
  const ofPanel = PANELS.find((one) => one === panel);
  const isClearFailure = ofPanel && panels[ofPanel] !== 'failed' && reported?.panels[ofPanel] !== 'failed';
  const isOpen = ['NT', 'banana', '', '0,125'].includes(valueText) || (valueText === '>0.5' && limit === null);
  const isStrong = ['Δ9-THC', 'Total THC', 'THC'].includes(line.name) && valueText === '25' && line.unit === 'mg/can';
  const isUnknown = line.name === 'THCJD' && !['NT', 'ND'].includes(valueText);
  return {
    ...(isFailure(line) && { ...FAILURE, email: 0 }),
    ...(isFailure(line) && ofPanel && { [`page: ${panel}`]: 0, [`review: ${panel}`]: 0 }),
    ...(isFailure(line) && isClearFailure && { 'automatic publication': 0 }),
    ...(!isFailure(line) && isDoubtful(line) && DOUBT),
    ...(!isFailure(line) && isOpen && ofPanel && panels[ofPanel] === 'passed' && { ...DOUBT, [`page: ${panel}`]: 1 }),
    ...(isOpen && ofPanel && { [`review: ${panel}`]: 0 }),
    ...(isStrong && { ...DOUBT, 'page: milligrams to count on': -25 }),
    ...(isUnknown && { 'tile: us-2026-12-11': 1 }),
  };
}

const anotherLine = line.map((more): Addition => {
  const keyOf = ({ name, panel }: AnalyteResult) => vocabulary.resolve(name, panel)?.key ?? name;
  return {
    what: `${more.name} ${more.valueText} ${more.unit}, ${more.value}`,
    to: (before) => withLines(before, [...before.certificate.testResults.analytes, more]),
    // A first line about something that was missing can settle a rule.
    answers: ({ certificate: { testResults } }) =>
      testResults.analytes.some((one) => keyOf(one) === keyOf(more) && one.valueText !== 'NT') ? [] : ['tile'],
    most: (before) => capsOfLine(more, before),
  };
});

const inDocument = (before: Evidence, content: Partial<DocumentReading>): Evidence => {
  const { reading, text } = before.document ?? { reading: aReading(), text: TEXT };
  return { ...before, document: { reading: { ...reading, ...content }, text } };
};
const statements = ({ document }: Evidence) => document?.reading ?? aReading();
const anotherStatement = fc.oneof(
  panelStatement.map(
    (more): Addition => ({
      what: `PDF: ${more.panel} ${more.verdict}`,
      to: (before) => inDocument(before, { panels: [...statements(before).panels, more] }),
      // The first to speak of a panel; with it, all of them can be known.
      answers: ({ certificate: { testResults }, document }) => {
        const isSaid = (testResults.reported?.panels[more.panel] ?? 'not_reported') !== 'not_reported';
        const isRead = document?.reading.panels.some(({ panel }) => panel === more.panel);
        return isSaid || isRead ? [] : [`review: ${more.panel}`, 'review: status'];
      },
      most: ({ certificate: { testResults } }) => {
        const here = testResults.panels[more.panel];
        const differs = more.verdict === 'passed' ? here === 'failed' : here === 'passed';
        return {
          ...(more.verdict !== 'passed' && { [`review: ${more.panel}`]: 0 }),
          ...(differs && DOUBT_BY_PDF),
        };
      },
    }),
  ),
  field.map((more): Addition => {
    const isOther = ['2022-10-14', 'Tidewater Labs'].includes(more.value);
    return {
      what: `PDF: ${more.field} ${more.value}`,
      // A document has at most one value for a field.
      to: (before) => {
        const others = statements(before).fields.filter((one) => one.field !== more.field);
        const isNew = others.length === statements(before).fields.length;
        return isNew || isOther ? inDocument(before, { fields: [...others, more] }) : before;
      },
      most: () => (isOther ? DOUBT_BY_PDF : {}),
    };
  }),
  row.map(
    (more): Addition => ({
      what: `PDF: ${more.name} ${more.valueText}`,
      to: (before) => inDocument(before, { rows: [...statements(before).rows, more] }),
    }),
  ),
);

const changed = (before: Evidence, change: (certificate: Certificate) => Partial<Certificate>): Evidence => ({
  ...before,
  certificate: { ...before.certificate, ...change(before.certificate) },
});
const contradictions: readonly Addition[] = [
  {
    what: 'a mass that does not fit the volume',
    to: (before) =>
      changed(before, ({ sample }) => ({
        sample: printedSample({
          ...sample,
          containerVolume: { amount: '355', unit: 'mL' },
          containerMass: { amount: '900', unit: 'g' },
        }),
      })),
    most: () => DOUBT,
  },
  {
    what: 'another day of the same test',
    to: (before) => changed(before, ({ sample }) => ({ sample: printedSample({ ...sample, testedOn: '2022-10-14' }) })),
    most: () => DOUBT,
  },
  {
    what: 'a failure without a failed panel',
    to: (before) =>
      changed(before, ({ testResults }) => {
        const panels = testResults.reported?.panels ?? testResults.panels;
        return { testResults: { ...testResults, reported: { status: 'failed', panels } } };
      }),
    // What is said of the panels is new where the sender said nothing.
    answers: ({ certificate }) => (certificate.testResults.reported ? [] : ['review']),
    most: ({ certificate: { testResults } }) => {
      const said = { ...testResults.reported?.panels, ...testResults.panels };
      return Object.values(said).includes('failed') ? {} : { ...DOUBT, 'review: status': 0 };
    },
  },
  {
    what: 'another batch in the PDF',
    to: (before) => ({ ...before, document: { ...(before.document ?? { reading: aReading() }), text: 'batch D1' } }),
    most: () => DOUBT_BY_PDF,
  },
  {
    what: 'another report of the batch that failed',
    to: (before) => ({ ...before, otherReports: [{ ...aCertificate(), outcome: 'failed' }] }),
    most: () => FAILURE,
  },
  {
    what: 'an incident of the laboratory',
    to: (before) => ({ ...before, warnings: [...before.warnings, anIncident()] }),
    most: () => DOUBT,
  },
  {
    what: 'a recall of the batch',
    to: (before) => ({ ...before, warnings: [...before.warnings, aBatchNotice({ kind: 'recall' })] }),
    most: () => ({ ...FAILURE, email: 0, 'automatic publication': 0 }),
  },
];

it('no line, statement in the PDF or contradiction makes any surface greener', () => {
  const additions = fc.oneof(anotherLine, anotherStatement, fc.constantFrom(...contradictions));
  fc.assert(
    fc.property(evidence, additions, (before, { what, to, answers, most }) => {
      const [was, is] = [surfacesOf(before), surfacesOf(to(before))];
      const answered = answers?.(before) ?? [];
      const caps = most?.(before) ?? {};
      const greener = Object.entries(is).filter(([surface, green]) => {
        const mayAnswer = answered.some((one) => surface.startsWith(one));
        return (!mayAnswer && green > (was[surface] ?? 0)) || green > (caps[surface] ?? Number.POSITIVE_INFINITY);
      });
      expect([what, greener]).toEqual([what, []]);
    }),
    { numRuns: 600 },
  );
});
