import type { Certificate } from '../../src/domain/coa-registry/certificate/certificate.js';
import type { CertificateEvent, ReceiptKind } from '../../src/domain/coa-registry/certificate/certificate-event.js';
import { Notifier } from '../../src/domain/coa-registry/certificate/ports.js';
import type { Restorable } from './rollback-transactions.js';

/** Records notifications. */
export class RecordingNotifier extends Notifier implements Restorable {
  private notified: readonly CertificateEvent[] = [];
  private arrivals: readonly [ReceiptKind, Certificate][] = [];
  private isBroken = false;

  async notify(notified: CertificateEvent): Promise<void> {
    if (this.isBroken) throw new Error('the notifier is broken');
    this.notified = [...this.notified, notified];
  }

  async confirmReceipt(arrival: ReceiptKind, certificate: Certificate): Promise<void> {
    if (this.isBroken) throw new Error('the notifier is broken');
    this.arrivals = [...this.arrivals, [arrival, certificate]];
  }

  receipts(): readonly [ReceiptKind, Certificate][] {
    return this.arrivals;
  }

  events(): readonly CertificateEvent[] {
    return this.notified;
  }

  /** From now on, every notification fails. */
  break(): void {
    this.isBroken = true;
  }

  snapshot(): () => void {
    const { notified, arrivals } = this;
    return () => {
      this.notified = notified;
      this.arrivals = arrivals;
    };
  }
}
