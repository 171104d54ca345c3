import { Injectable } from '@nestjs/common';
import { CertificateNotFound, CoaRegistry, statusWord } from '../../domain/coa-registry/coa-registry.js';
import { Education } from '../../domain/education/education.js';
import type { IssueArticle, IssueCertificate } from '../../domain/newsletter/issue.js';
import { NewsletterSources } from '../../domain/newsletter/ports.js';

/** Maximum number of certificates to choose from; the newest ones. */
const MAX_CERTIFICATES = 200;

const REFERENCE = /^CB(-[0-9A-Z]{4}){2}$/;

/** Published articles and certificates, from the other contexts. */
@Injectable()
export class PublishedSources extends NewsletterSources {
  constructor(
    private readonly education: Education,
    private readonly registry: CoaRegistry,
  ) {
    super();
  }

  async articles(): Promise<readonly IssueArticle[]> {
    const articles = await this.education.all();
    return articles.map(({ id, slug, title, excerpt, readTime }) => ({ id, slug, title, excerpt, readTime }));
  }

  async certificatesSince(moment: Date | null): Promise<readonly IssueCertificate[]> {
    const latest = await this.registry.latestPublished(MAX_CERTIFICATES);
    return latest.filter(({ publishedAt }) => moment === null || publishedAt > moment).map(toIssueCertificate);
  }

  async certificate(id: string): Promise<IssueCertificate | null> {
    try {
      const found = await (REFERENCE.test(id) ? this.registry.byReference(id) : this.registry.byBatch(id));
      return found.lifecycle === 'approved' ? toIssueCertificate(found) : null;
    } catch (error) {
      if (error instanceof CertificateNotFound) return null;
      throw error;
    }
  }
}

type Listed = Parameters<typeof statusWord>[0];

const toIssueCertificate = (certificate: Listed): IssueCertificate => ({
  reference: certificate.reference,
  batchId: certificate.batchId,
  productName: certificate.productName,
  brandName: certificate.brandName,
  labName: certificate.labName,
  testDate: certificate.testDate,
  thcContent: certificate.thcContent,
  status: statusWord(certificate).toLowerCase(),
  demonstration: certificate.demonstration,
});
