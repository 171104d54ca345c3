import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Certificate } from '../../../domain/coa-registry/certificate/certificate.js';
import type { CertificateEvent, ReceiptKind } from '../../../domain/coa-registry/certificate/certificate-event.js';
import { Notifier } from '../../../domain/coa-registry/certificate/ports.js';
import { CertificateChecks } from '../../../domain/coa-registry/checks/certificate-checks.js';
import { Webhooks } from '../../../domain/webhooks/webhooks.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { queueMail } from '../../../platform/email/outbox.js';
import { ReceiptLimit } from '../../../platform/email/receipt-limit.js';
import { webhookPayload } from './webhook-payload.js';

/** Queues webhooks to laboratories and email to other submitters, in the transaction of the decision. */
@Injectable()
export class OutboxNotifier extends Notifier {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly webhooks: Webhooks,
    private readonly receipts: ReceiptLimit,
    private readonly checks: CertificateChecks,
  ) {
    super();
  }

  async notify(event: CertificateEvent): Promise<void> {
    const { type, at, certificate } = event;
    if (certificate.labId !== null) {
      const warnings = await this.checks.warningsOn(certificate);
      await this.webhooks.queueEvents(certificate.labId, {
        type: `certificate.${type}`,
        at,
        data: { ...webhookPayload(event, warnings) },
      });
    }
    await this.mail(`submission.${type}`, certificate, at);
  }

  async confirmReceipt(arrival: ReceiptKind, { id, contactEmail }: Certificate, createdAt: Date): Promise<void> {
    if (contactEmail === null) return;
    const receipt = { kind: `submission.${arrival}`, payload: { certificateId: id }, createdAt };
    await inTransaction(this.database, async (manager) =>
      queueMail(manager, await this.receipts.limited(manager, contactEmail, receipt)),
    );
  }

  private async mail(kind: string, { id, contactEmail }: Certificate, createdAt: Date): Promise<void> {
    if (contactEmail === null) return;
    const mail = { kind, payload: { certificateId: id }, createdAt };
    await inTransaction(this.database, (manager) => queueMail(manager, mail));
  }
}
