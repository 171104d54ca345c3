/** An address on the newsletter's list. */
export interface Subscription {
  readonly email: string;
  readonly status: 'active' | 'unsubscribed';
  readonly subscribedAt: Date;
  readonly unsubscribedAt: Date | null;
  /** Where on the site the address was entered, e.g. "homepage". */
  readonly source: string | null;
}
