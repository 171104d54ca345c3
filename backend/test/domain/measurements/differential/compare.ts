import fc from 'fast-check';
import { AnalyteVocabulary } from '../../../../src/domain/analytes/analytes.js';
import { interpret } from '../../../../src/domain/measurements/measures.js';
import type { LimitUnit, RuleCheck, RuleEdition } from '../../../../src/domain/measurements/rule.js';
import { judge } from '../../../../src/domain/measurements/rule-verdict.js';
import { readVocabulary } from '../../../../src/modules/analytes/vocabulary-file.js';
import { readRules } from '../../../../src/modules/measurements/rules-file.js';
import { sumParts } from '../../../../src/modules/measurements/sum-parts.js';
import { type RandomCertificate, randomCertificate } from './random-certificate.js';
import { referenceAnswer } from './reference.mjs';

type Answer = 'above' | 'unknown' | 'not_above';

const vocabulary = new AnalyteVocabulary(readVocabulary('content'));
const parts = sumParts(vocabulary.data.analytes);
const editions = readRules('content');

/** Rules that the file does not have, so that each kind of check is compared alone and in every unit. */
const invented = (name: string, check: RuleCheck): RuleEdition => {
  const [edition] = editions;
  if (!edition) throw new Error('no rules');
  return { ...edition, id: name, effectiveFrom: '2019-01-01', reportedChange: null, checks: [check] };
};
const sum = (
  measures: readonly ('total_d9' | 'all_thc' | 'ca_total')[],
  op: '<' | '<=',
  limit: string,
  unit: LimitUnit,
) => invented(`${measures.join(' and ')} ${op} ${limit} ${unit}`, { kind: 'sum', measures, op, limit, unit });
const RULES: readonly RuleEdition[] = [
  ...editions,
  sum(['total_d9'], '<=', '0.5', 'mg/serving'),
  sum(['ca_total'], '<', '0.01', 'mg/g'),
  sum(['all_thc'], '<=', '0.3', '%'),
  sum(['total_d9', 'all_thc'], '<=', '0.1', 'mg/mL'),
  ...(
    [
      ['total_butanes', '500', 'ppm'],
      ['total_xylenes', '217', 'ppm'],
      ['arsenic', '1500', 'µg/kg'],
      ['tymc', '10000', 'CFU/g'],
    ] as const
  ).map(([analyte, limit, unit]) => invented(analyte, { kind: 'analyte', analyte, op: '<', limit, unit })),
  invented('no HHC-O', { kind: 'excluded', analytes: ['hhco'], reason: '' }),
];

const CLASSES: Readonly<Record<string, Answer>> = {
  above: 'above',
  cannot_tell: 'unknown',
  not_tested: 'unknown',
  not_above: 'not_above',
};

function answersOf(certificate: RandomCertificate) {
  const lines = certificate.lines.map((line) => ({
    ...line,
    analyte: vocabulary.resolve(line.name, line.panel)?.key ?? null,
  }));
  const measured = interpret({ ...certificate, lines }, parts);
  return RULES.map((rule) => ({
    rule: `${rule.id}, edition ${rule.edition}`,
    product: CLASSES[judge(rule, measured, certificate.testDate).verdict],
    reference: referenceAnswer(rule, certificate),
  }));
}

/** Compares the verdicts of all rules on `runs` random certificates with those of the second implementation. */
export function compareWithReference(runs: number): void {
  const counts: Record<Answer, number> = { above: 0, unknown: 0, not_above: 0 };
  fc.assert(
    fc.property(randomCertificate, (certificate) => {
      const answers = answersOf(certificate);
      for (const { reference } of answers) counts[reference as Answer] += 1;
      expect(answers.filter(({ product, reference }) => product !== reference)).toEqual([]);
    }),
    { numRuns: runs },
  );
  // Comparing says little where one answer is all there is.
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(runs / 2);
}
