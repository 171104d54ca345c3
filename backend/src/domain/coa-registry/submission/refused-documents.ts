import { Clock } from '../../shared/ports.js';
import { CertificateRepository, Notifier } from '../certificate/ports.js';

/** Notifies people who sent the form before software had read their PDF that it was refused. */
export class RefusedDocuments {
  constructor(
    private readonly certificates: CertificateRepository,
    private readonly notifier: Notifier,
    private readonly clock: Clock,
  ) {}

  /** Call it in the transaction that refuses the document. */
  async tellSenders(sha256: string): Promise<void> {
    for (const certificate of await this.certificates.pendingWithDocument(sha256)) {
      await this.notifier.confirmReceipt('document_refused', certificate, this.clock.now());
    }
  }
}
