import { Injectable } from '@nestjs/common';
import { AnalyteVocabulary } from '../../../domain/analytes/analytes.js';
import type { Certificate } from '../../../domain/coa-registry/certificate/certificate.js';
import { type JudgedLine, judgedLine } from '../../../domain/coa-registry/certificate/line-evidence.js';
import type { AnalyteResult, TestResults } from '../../../domain/coa-registry/certificate/test-results.js';
import { compareWithLabel } from '../../../domain/coa-registry/checks/label-comparison.js';
import { type LineReading, MeasuredResults, type ResultsReading } from '../../../domain/measurements/measurements.js';
import { Clock } from '../../../domain/shared/ports.js';
import type { RuleVerdict } from '../../../domain/shared/result-terms.js';

/** A printed line with the key of its analyte. */
export type ResolvedLine = JudgedLine & { readonly analyte: string | null };

/** The fields of a certificate that its results are derived from. */
export type Measured = Pick<Certificate, 'productName' | 'thcContent' | 'testDate' | 'sample'> & {
  readonly testResults: Pick<TestResults, 'analytes'>;
};

/**
 * Derives the results of certificates: the vocabulary identifies analytes by their names, the rules have the limits.
 */
@Injectable()
export class CertificateResults {
  constructor(
    private readonly vocabulary: AnalyteVocabulary,
    private readonly results: MeasuredResults,
    private readonly clock: Clock,
  ) {}

  /** As of today, because rules start and end. */
  read(certificate: Measured): { lines: readonly ResolvedLine[]; results: ResultsReading } {
    const lines = this.resolved(certificate.testResults.analytes);
    const { statedMg: labelMg } = compareWithLabel(certificate.productName, certificate.thcContent);
    const now = this.clock.now();
    return { lines, results: this.results.read({ ...factsOf(certificate), lines, labelMg }, now) };
  }

  /** What is derived from each line, in their order. Does not depend on the day. */
  lineReadings(certificate: Measured): readonly LineReading[] {
    return this.results.lineReadings({ ...factsOf(certificate), lines: certificate.testResults.analytes });
  }

  /** The comparison with each rule. Does not depend on the day. */
  verdicts(certificate: Measured): readonly { readonly rule: string; readonly verdict: RuleVerdict }[] {
    const lines = certificate.testResults.analytes.map((line) => ({ ...line, analyte: this.analyteOf(line) }));
    return this.results.verdicts({ ...factsOf(certificate), lines });
  }

  /** The comparison with each of these editions, as pages would show it today; null if they would show none. */
  shownVerdicts(editions: Parameters<MeasuredResults['shownVerdicts']>[0], certificate: Measured) {
    const lines = this.resolved(certificate.testResults.analytes);
    return this.results.shownVerdicts(editions, { ...factsOf(certificate), lines }, this.clock.now());
  }

  private resolved(lines: readonly AnalyteResult[]): readonly ResolvedLine[] {
    return lines.map((line) => ({ ...judgedLine(line), analyte: this.analyteOf(line) }));
  }

  private analyteOf({ name, panel }: AnalyteResult): string | null {
    return this.vocabulary.resolve(name, panel)?.key ?? null;
  }
}

const factsOf = ({ thcContent, testDate, sample }: Measured) => ({ thcContent, testDate, sample });
