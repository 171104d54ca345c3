import { nameKey } from '../shared/name-key.js';
import { Clock } from '../shared/ports.js';
import { automatedChecks, type Viewer } from './automated-checks.js';
import type { Certificate } from './certificate.js';
import type { Finding } from './finding.js';
import { CheckContextReader } from './ports.js';

/** Runs the automated checks on a certificate against the registry's other records. */
export class CertificateChecks {
  constructor(
    private readonly reader: CheckContextReader,
    private readonly clock: Clock,
  ) {}

  /** Today's findings, errors first. Other submissions count only if the viewer may know of them. */
  async findings(certificate: Certificate, viewer: Viewer): Promise<readonly Finding[]> {
    const { id, brandName, batchKey, labKey, labId, labReportId, supersedes } = certificate;
    const except = supersedes === null ? [id] : [id, supersedes];
    const of = { brandKey: nameKey(brandName), batchKey, labKey, labId, labReportId, except, viewer };
    const [context, lookAlikes] = await Promise.all([
      this.reader.checkContext(of),
      this.reader.lookAlikes(certificate),
    ]);
    return automatedChecks(certificate, { today: this.clock.now().toISOString().slice(0, 10), ...context, lookAlikes });
  }
}
