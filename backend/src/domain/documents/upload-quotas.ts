import { DomainError } from '../shared/domain-error.js';
import { DAY_MS } from '../shared/durations.js';
import { Clock } from '../shared/ports.js';
import { DocumentRepository, type Quota, type SendingParty } from './ports.js';

const MB = 1024 * 1024;

export class DocumentQuotaReached extends DomainError {
  constructor(documents: number, megabytes: number, seconds: number) {
    super(
      'too-many',
      'document-quota-reached',
      `That is more than we take in a day from one sender: ${documents.toLocaleString('en-US')} documents and ` +
        `${megabytes.toLocaleString('en-US')} MB. Send the rest tomorrow, or write to us.`,
      [],
      seconds,
    );
  }
}

/** The day (UTC) that counts. */
export const quotaDay = (now: Date): string => now.toISOString().slice(0, 10);

/** What one lab and one visitor's address may send in a day. */
export interface UploadLimits {
  readonly lab: Quota;
  readonly address: Quota;
}

/** Limits what one sender can store in a day (UTC), over all instances. */
export class UploadQuotas {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly limits: UploadLimits,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs an upload and counts it. One that fails is not counted, so a broken connection doesn't use up the quota.
   * @throws DocumentQuotaReached before anything is read
   */
  async counted<T>({ from, sender, isLimited }: SendingParty, bytes: number, upload: () => Promise<T>): Promise<T> {
    if (sender === null || !isLimited) return upload();
    const now = this.clock.now();
    const day = quotaDay(now);
    const quota = from === 'lab' ? this.limits.lab : this.limits.address;
    if (!(await this.documents.count(sender, day, bytes, quota))) {
      const seconds = Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1000);
      throw new DocumentQuotaReached(quota.documents, Math.floor(quota.bytes / MB), seconds);
    }
    try {
      return await upload();
    } catch (error) {
      // If the database can't be reached, the upload stays counted until tomorrow.
      await this.documents.uncount(sender, day, bytes).catch(() => {});
      throw error;
    }
  }
}
