import type { Certificate } from '../certificate/certificate.js';
import type { TestResults } from '../certificate/test-results.js';
import type { Warning } from '../certificate/warning.js';
import { ownErrors } from '../checks/automated-checks.js';

/** A certificate without the measured lines and the submitter's raw results, which can be long. */
export type ShortCertificate = Omit<Certificate, 'testResults'> & {
  readonly testResults: Omit<TestResults, 'analytes' | 'submitted'>;
};

/** A certificate in a list. */
export type ListedCertificate = ShortCertificate & {
  /** See {@link ownErrors}. */
  readonly ownErrors: number;
  /** Notices about its batch, and incidents of its laboratory. */
  readonly warnings: readonly Warning[];
};

/** Without warnings. */
export function listed(certificate: Certificate): ListedCertificate {
  const { analytes: _analytes, submitted: _submitted, ...testResults } = certificate.testResults;
  return { ...certificate, testResults, ownErrors: ownErrors(certificate), warnings: [] };
}
