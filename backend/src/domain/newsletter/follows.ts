import type { ErasedSection, ExportSection, PersonalDataProvider } from '../shared/personal-data.js';
import { Clock, Ids, Transactions } from '../shared/ports.js';
import type { Followed, FollowRequest, NoticeEmails } from './follow.js';
import { FollowRepository, FollowSources, NewsletterMailer, SubscriptionTokens } from './ports.js';
import { NewsletterLinkInvalid } from './subscription.js';

/** Matches no follower; they are numbered from 1. */
const NO_FOLLOWER = 0;

/** What addresses follow, and the emails about it. Always with double opt-in. */
export class Follows implements PersonalDataProvider {
  constructor(
    private readonly follows: FollowRepository,
    private readonly sources: FollowSources,
    private readonly tokens: SubscriptionTokens,
    private readonly mailer: NewsletterMailer,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Asks the owner of an address to confirm. Response and work are the same whatever the address follows already: an
   * email that is not needed names no follower, and the mail worker drops it.
   * @throws InvalidInput if there is no such brand or product
   */
  async ask(email: string, request: FollowRequest): Promise<void> {
    // Before the registry is read: what is published in between counts as later.
    const now = this.clock.now();
    const subject = await this.sources.subjectOf(request);
    await this.transactions.run(async () => {
      const asked = await this.follows.ask(email.trim(), subject, now);
      await this.mailer.confirmFollow(asked ?? NO_FOLLOWER, email.trim(), now);
    });
  }

  /**
   * Confirms everything that waits for it. The email about what happened since it was asked for is queued now.
   * @throws NewsletterLinkInvalid
   */
  async confirm(token: string): Promise<void> {
    const followerId = this.followerIn(token);
    await this.transactions.run(() => this.follows.confirm(followerId, this.ids.uuid(), this.clock.now()));
  }

  /** What the address behind a link follows, and what waits for its confirmation. @throws NewsletterLinkInvalid */
  list(token: string): Promise<readonly Followed[]> {
    return this.follows.list(this.followerIn(token));
  }

  /** @param id one subject, or null for everything. Succeeds if there is nothing to stop. @throws NewsletterLinkInvalid */
  stop(token: string, id: number | null): Promise<void> {
    return this.follows.stop(this.followerIn(token), id);
  }

  noticeEmails(): Promise<NoticeEmails> {
    return this.follows.noticeEmails();
  }

  /** Queues an email to everyone who follows what has happened. */
  announce(): Promise<void> {
    return this.transactions.run(() => this.follows.queueNews(this.ids.uuid(), this.clock.now()));
  }

  async exportOf(address: string): Promise<readonly ExportSection[]> {
    const { follows, mail } = await this.follows.byAddress(address);
    return [
      { part: 'follows', records: follows.map((one) => ({ ...one })) },
      { part: 'mail', records: mail.map((one) => ({ ...one })) },
    ];
  }

  async erase(address: string): Promise<readonly ErasedSection[]> {
    const { follows, mail } = await this.follows.remove(address);
    return [
      { part: 'follows', count: follows },
      { part: 'mail', count: mail },
    ];
  }

  private followerIn(token: string): number {
    const id = this.tokens.verify(token, 'follow');
    if (id === null) throw new NewsletterLinkInvalid();
    return id;
  }
}
