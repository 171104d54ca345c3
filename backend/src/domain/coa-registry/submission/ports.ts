/** A one-time link that lets a submitter without an account answer a request for changes. */
export interface CorrectionToken {
  readonly certificateId: string;
  /** When changes were requested. A resubmission, a decision or another request invalidates the link. */
  readonly askedAt: Date;
}

/** How long a correction link is valid. */
export const CORRECTION_DAYS = 30;

export abstract class CorrectionTokenSigner {
  abstract sign(correctionToken: CorrectionToken, expiresAt: Date): string;

  /** @returns null for a token with a wrong signature or one that has expired */
  abstract verify(token: string, now: Date): CorrectionToken | null;
}
