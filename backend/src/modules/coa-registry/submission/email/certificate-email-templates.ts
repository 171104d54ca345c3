import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { CertificateNotFound } from '../../../../domain/coa-registry/certificate/certificate-lifecycle.js';
import { CertificateDocuments } from '../../../../domain/coa-registry/certificate/ports.js';
import { CertificateChecks } from '../../../../domain/coa-registry/checks/certificate-checks.js';
import { CoaRegistry } from '../../../../domain/coa-registry/coa-registry.js';
import { Submissions } from '../../../../domain/coa-registry/submission/submissions.js';
import { REFUSAL_SENTENCES } from '../../../../domain/shared/stored-document.js';
import { CONFIG, type Config } from '../../../../platform/config.js';
import type { EmailMessage } from '../../../../platform/email/email-message.js';
import { EmailTemplateRegistry } from '../../../../platform/email/email-template-registry.js';
import {
  type Addressed,
  changesRequested,
  documentRefused,
  published,
  received,
  rejected,
  resubmitted,
  superseded,
  withdrawn,
} from './certificate.email.js';
import {
  approvedExample,
  changesRequestedExample,
  originalExample,
  rejectedExample,
  replacementExample,
  submittedExample,
  withdrawnExample,
} from './certificate-examples.js';

const Payload = z.object({ certificateId: z.uuid() });

/**
 * Emails submitters about their certificates. An email is rendered when it is sent, and skipped if a later event has
 * replaced what it says, because that event sends its own email.
 */
@Injectable()
export class CertificateEmailTemplates implements OnModuleInit {
  private readonly publicUrl: string;

  constructor(
    private readonly submissions: Submissions,
    private readonly registry: CoaRegistry,
    private readonly documents: CertificateDocuments,
    private readonly checks: CertificateChecks,
    private readonly templates: EmailTemplateRegistry,
    @Inject(CONFIG) { publicUrl }: Config,
  ) {
    this.publicUrl = publicUrl;
  }

  onModuleInit(): void {
    const { publicUrl } = this;
    this.writes(
      'submission.received',
      'we got their submission',
      'pending',
      (certificate) => received(certificate, publicUrl),
      () => received(submittedExample(), publicUrl),
    );
    this.writes(
      'submission.resubmitted',
      'we got their changes',
      'pending',
      (certificate) => resubmitted(certificate, publicUrl),
      () => resubmitted(submittedExample(), publicUrl),
    );
    this.writes(
      'submission.document_refused',
      "we couldn't keep their PDF",
      'pending',
      (certificate) => this.tellOfRefusal(certificate),
      () => documentRefused(submittedExample(), REFUSAL_SENTENCES['active-content'], publicUrl),
    );
    this.writes(
      'submission.changes_requested',
      'changes needed, with the link to send them',
      'changes_requested',
      (certificate) => this.askForChanges(certificate),
      () =>
        changesRequested(
          changesRequestedExample(),
          this.correction('example', new Date('2026-12-23T15:00:00Z')),
          publicUrl,
        ),
    );
    this.writes(
      'submission.published',
      'their lab report is published',
      'approved',
      (certificate) => this.tellOfPublication(certificate),
      () => published(approvedExample(), [], publicUrl),
    );
    this.writes(
      'submission.rejected',
      'their submission was not published',
      'rejected',
      (certificate) => rejected(certificate, publicUrl),
      () => rejected(rejectedExample(), publicUrl),
    );
    this.writes(
      'submission.withdrawn',
      'their lab report was withdrawn',
      'withdrawn',
      (certificate) => withdrawn(certificate, publicUrl),
      () => withdrawn(withdrawnExample(), publicUrl),
    );
    this.writes(
      'submission.amended',
      'their lab report was replaced',
      'superseded',
      (certificate) => this.tellOfReplacement(certificate),
      () => superseded(originalExample(), replacementExample(), publicUrl),
    );
  }

  private writes(
    kind: string,
    what: string,
    standing: Addressed['lifecycle'],
    write: (certificate: Addressed) => EmailMessage | null | Promise<EmailMessage | null>,
    example: () => EmailMessage,
  ): void {
    const writer = async (payload: Readonly<Record<string, unknown>>) => {
      const certificate = await this.addressed(payload);
      return certificate?.lifecycle === standing ? write(certificate) : null;
    };
    this.templates.register(kind, `To a submitter: ${what}`, writer, example);
  }

  /** Null when it no longer exists, or its submitter's address is no longer known. */
  private async addressed(payload: Readonly<Record<string, unknown>>): Promise<Addressed | null> {
    try {
      const { contactEmail, ...certificate } = await this.submissions.byId(Payload.parse(payload).certificateId);
      return contactEmail === null ? null : { ...certificate, contactEmail };
    } catch (error) {
      if (error instanceof CertificateNotFound) return null;
      throw error;
    }
  }

  private async askForChanges(certificate: Addressed): Promise<EmailMessage> {
    const { token, expiresAt } = await this.submissions.correctionToken(certificate.id);
    return changesRequested(certificate, this.correction(token, expiresAt), this.publicUrl);
  }

  private async tellOfRefusal(certificate: Addressed): Promise<EmailMessage | null> {
    const document = certificate.documentId === null ? null : await this.documents.byId(certificate.documentId);
    if (document?.state !== 'refused' || !document.refusal) return null;
    return documentRefused(certificate, document.refusal.message, this.publicUrl);
  }

  private async tellOfPublication(certificate: Addressed): Promise<EmailMessage | null> {
    if (isCorrectionByStaff(certificate)) return null;
    // Not as the public reads it: a replica may not have the publication yet.
    return published(certificate, await this.checks.warningsOn(certificate), this.publicUrl);
  }

  private async tellOfReplacement(certificate: Addressed): Promise<EmailMessage | null> {
    const { replacedBy } = await this.registry.byReference(certificate.reference);
    return replacedBy && superseded(certificate, replacedBy, this.publicUrl);
  }

  private correction(token: string, expiresAt: Date) {
    return { address: `${this.publicUrl}/corrections/${token}`, expiresAt };
  }
}

/** Its submitter also sent the certificate that it replaces, and gets the email about that one instead. */
const isCorrectionByStaff = ({ source, supersedes }: Addressed) => source === 'staff' && supersedes !== null;
