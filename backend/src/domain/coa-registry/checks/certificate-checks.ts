import { nameKey } from '../../shared/name-key.js';
import { Clock } from '../../shared/ports.js';
import { utcDay } from '../../shared/utc-day.js';
import type { Certificate } from '../certificate/certificate.js';
import type { Finding } from '../certificate/finding.js';
import { openIncidentsOn } from '../certificate/lab-incident.js';
import { CertificateDocuments, LabIncidentRepository, NoticeRepository } from '../certificate/ports.js';
import type { Warning } from '../certificate/warning.js';
import { automatedChecks, type Viewer } from './automated-checks.js';
import type { CheckedDocument } from './document-checks.js';
import { CheckContextReader, RegisteredLabs } from './ports.js';
import { reportHostsOf } from './qr-host.js';

/** Runs the automated checks on a certificate against the registry's other records, and against its document. */
export class CertificateChecks {
  constructor(
    private readonly reader: CheckContextReader,
    private readonly documents: CertificateDocuments,
    private readonly labs: RegisteredLabs,
    private readonly incidents: LabIncidentRepository,
    private readonly notices: NoticeRepository,
    private readonly clock: Clock,
  ) {}

  /** Today's findings, errors first. Other submissions count only if the viewer is allowed to know about them. */
  async findings(certificate: Certificate, viewer: Viewer): Promise<readonly Finding[]> {
    const { brandName, batchKey, labKey, labId, labReportId } = certificate;
    const except = recordsOf(certificate);
    const of = { brandKey: nameKey(brandName), batchKey, labKey, labId, labReportId, except, viewer };
    // One after the other, because a transaction has one connection.
    const context = await this.reader.checkContext(of);
    const lookAlikes = await this.reader.lookAlikes(certificate);
    const document = await this.document(certificate, viewer);
    const warnings = await this.warningsOn(certificate);
    const today = utcDay(this.clock.now());
    return automatedChecks(certificate, { today, ...context, lookAlikes, document, warnings });
  }

  /** The current notices about its batch, and the open incidents of its laboratory that cover it. */
  async warningsOn(certificate: WarnedAbout): Promise<readonly Warning[]> {
    const { batchKey, brandName, labKey } = certificate;
    const notices = await this.notices.aboutBatch({ batchKey, brandKey: nameKey(brandName) });
    return [...notices, ...openIncidentsOn(certificate, await this.incidents.ofLab(labKey))];
  }

  private async document(certificate: Certificate, viewer: Viewer): Promise<CheckedDocument | null> {
    const { documentId } = certificate;
    const found = documentId === null ? null : await this.documents.read(documentId);
    if (documentId === null || found === null) return null;
    const likeness = new Map(found.others.map(({ sha256, likeness }) => [sha256, likeness]));
    const asked = { documentIds: [documentId, ...likeness.keys()], except: recordsOf(certificate), viewer };
    const uses = await this.reader.documentUses(asked);
    const lab = await this.labs.registered(certificate);
    return {
      receivedOn: utcDay(found.receivedAt),
      reading: found.reading,
      text: found.text,
      uses: uses.map(({ documentId: used, ...use }) => ({ ...use, likeness: likeness.get(used) ?? 'same' })),
      reportHosts: lab && reportHostsOf(lab),
    };
  }
}

type WarnedAbout = Pick<Certificate, 'batchKey' | 'brandName' | 'labKey' | 'testDate' | 'sample'>;

/** The certificate itself and the one that it amends. */
const recordsOf = ({ id, supersedes }: Certificate) => (supersedes === null ? [id] : [id, supersedes]);
