import type { IssueArticle, IssueCertificate } from '../../src/domain/newsletter/issue.js';
import {
  NewsletterMailer,
  NewsletterSources,
  type Recipient,
  SubscriptionTokens,
} from '../../src/domain/newsletter/ports.js';
import type { LinkPurpose } from '../../src/domain/newsletter/subscription.js';

/** Tokens without a signature. */
export class ReadableTokens extends SubscriptionTokens {
  sign(subscriptionId: number, purpose: LinkPurpose): string {
    return `${purpose}-${subscriptionId.toString(36)}`;
  }

  verify(token: string, purpose: LinkPurpose): number | null {
    const [, number] = new RegExp(`^${purpose}-([0-9a-z]+)$`).exec(token) ?? [];
    return number === undefined ? null : Number.parseInt(number, 36);
  }
}

/** Records the emails it was asked to send. */
export class RecordingMailer extends NewsletterMailer {
  readonly emails: readonly [kind: string, to: number | string][] = [];
  /** The batches of recipients of issues. */
  readonly batches: (readonly Recipient[])[] = [];

  async welcome(subscriptionId: number): Promise<void> {
    this.note('welcome', subscriptionId);
  }

  async requestConfirmation(subscriptionId: number): Promise<void> {
    this.note('confirmation', subscriptionId);
  }

  async confirmFollow(followerId: number): Promise<void> {
    this.note('confirm-follow', followerId);
  }

  async issue(_issueId: string, recipients: readonly Recipient[]): Promise<void> {
    this.batches.push(recipients);
  }

  async test(_issueId: string, email: string): Promise<void> {
    this.note('test', email);
  }

  private note(kind: string, to: number | string): void {
    (this.emails as [string, number | string][]).push([kind, to]);
  }
}

export const AN_ARTICLE: IssueArticle = {
  id: 'article-001',
  slug: 'understanding',
  title: 'Understanding THC beverages',
  excerpt: 'What is in the can.',
  readTime: '5 min read',
};

export const A_CERTIFICATE: IssueCertificate = {
  reference: 'CB-7K3M-9QXD',
  batchId: '#C9030',
  productName: 'Yuzu Seltzer 5 mg',
  brandName: 'Juniper & Tide',
  labName: 'Example Analytical',
  testDate: '2026-10-14',
  thcContent: 4.8,
  status: 'passed',
  demonstration: false,
};

/** Newsletter content that the test sets. */
export class StubNewsletterSources extends NewsletterSources {
  content = { articles: [AN_ARTICLE], certificates: [A_CERTIFICATE] };
  /** The `since` argument of the last query. */
  since: Date | null = null;

  async articles(): Promise<readonly IssueArticle[]> {
    return this.content.articles;
  }

  async certificatesSince(moment: Date | null): Promise<readonly IssueCertificate[]> {
    this.since = moment;
    return this.content.certificates;
  }

  async certificate(chosen: string): Promise<IssueCertificate | null> {
    return this.content.certificates.find(({ reference, batchId }) => [reference, batchId].includes(chosen)) ?? null;
  }
}
