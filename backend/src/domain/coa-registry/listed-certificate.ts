import type { Certificate } from './certificate.js';
import type { TestResults } from './test-results.js';

/** A certificate in a list: without the measured lines and the submitter's raw results, which can be long. */
export type ListedCertificate = Omit<Certificate, 'testResults'> & {
  readonly testResults: Omit<TestResults, 'analytes' | 'submitted'>;
};

export function listed(certificate: Certificate): ListedCertificate {
  const { analytes: _analytes, submitted: _submitted, ...testResults } = certificate.testResults;
  return { ...certificate, testResults };
}
