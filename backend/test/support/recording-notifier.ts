import type { Certificate } from '../../src/domain/coa-registry/certificate.js';
import type { CertificateEvent, ReceiptKind } from '../../src/domain/coa-registry/certificate-event.js';
import { Notifier } from '../../src/domain/coa-registry/ports.js';
import type { Revertible } from './rollback-transactions.js';

/** Remembers what it was told to tell. */
export class RecordingNotifier extends Notifier implements Revertible {
  private news: readonly CertificateEvent[] = [];
  private arrivals: readonly [ReceiptKind, Certificate][] = [];
  private isBroken = false;

  async notify(news: CertificateEvent): Promise<void> {
    if (this.isBroken) throw new Error('the messenger is broken');
    this.news = [...this.news, news];
  }

  async confirmReceipt(arrival: ReceiptKind, certificate: Certificate): Promise<void> {
    if (this.isBroken) throw new Error('the messenger is broken');
    this.arrivals = [...this.arrivals, [arrival, certificate]];
  }

  acknowledged(): readonly [ReceiptKind, Certificate][] {
    return this.arrivals;
  }

  told(): readonly CertificateEvent[] {
    return this.news;
  }

  /** From now on nothing can be told. */
  break(): void {
    this.isBroken = true;
  }

  keep(): () => void {
    const { news, arrivals } = this;
    return () => {
      this.news = news;
      this.arrivals = arrivals;
    };
  }
}
