import { domainError } from '../../domain/shared/domain-error.js';
import type { UploadPace } from './http/upload-pace.js';

/** How many uploads one process receives at a time. */
const LIMITS = {
  /** Each has a buffer of one chunk, so this bounds their memory: 25 MB. */
  all: 200,
  /** Visitors must not use up the places of labs and staff. */
  visitors: 100,
  ofVisitor: 10,
  ofLab: 50,
};

const RETRY_AFTER_SECONDS = 30;

export class TooManyUploads extends domainError(
  'too-many',
  'too-many-uploads',
  'We are still receiving other files from you. Wait until one of them is done, then send this one again.',
  [],
  RETRY_AFTER_SECONDS,
) {}

export class UploadsBusy extends domainError(
  'too-many',
  'uploads-busy',
  'We are receiving as many files as we can. Send this one again in half a minute.',
  [],
  RETRY_AFTER_SECONDS,
) {}

interface Upload {
  /** Null for staff, whose uploads are not limited one by one. */
  readonly sender: string | null;
  readonly isVisitor: boolean;
  readonly pace: UploadPace;
}

/**
 * Limits how many uploads are received at once. They don't wait for a place, because uploads may take minutes: when all
 * places are taken, the slowest upload is ended if it is below a minimum speed.
 */
export class UploadSlots {
  private readonly open = new Set<Upload>();

  constructor(private readonly limits = LIMITS) {}

  /** @throws TooManyUploads, UploadsBusy */
  async run<T>(upload: Upload, receive: () => Promise<T>): Promise<T> {
    const all = [...this.open];
    const ofSender = all.filter(({ sender }) => sender !== null && sender === upload.sender);
    const { isVisitor } = upload;
    if (ofSender.length >= (isVisitor ? this.limits.ofVisitor : this.limits.ofLab)) throw new TooManyUploads();
    const visitors = all.filter((one) => one.isVisitor);
    if (isVisitor && visitors.length >= this.limits.visitors) this.endSlowest(visitors);
    else if (all.length >= this.limits.all) this.endSlowest(all);
    this.open.add(upload);
    try {
      return await receive();
    } finally {
      this.open.delete(upload);
    }
  }

  /** @throws UploadsBusy when none is slow */
  private endSlowest(uploads: readonly Upload[]): void {
    const slow = uploads.filter(({ pace }) => pace.isSlow);
    if (slow.length === 0) throw new UploadsBusy();
    const slowest = slow.reduce((a, b) => (b.pace.bytesPerSecond < a.pace.bytesPerSecond ? b : a));
    this.open.delete(slowest);
    slowest.pace.end();
  }
}
