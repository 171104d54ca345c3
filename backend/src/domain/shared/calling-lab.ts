/**
 * What a partner key may be used for. `certificates:write`: create, amend and withdraw; `certificates:read`: read what
 * the laboratory sent; `webhooks:manage`: say where it wants to be told.
 */
export const PARTNER_SCOPES = ['certificates:write', 'certificates:read', 'webhooks:manage'] as const;
export type PartnerScope = (typeof PARTNER_SCOPES)[number];

/** The laboratory on whose behalf a partner request is carried out, as its key showed. */
export interface CallingLab {
  readonly id: string;
  readonly name: string;
  /** Staff decided that its certificates are published without review. */
  readonly trusted: boolean;
  /** The key that was used; limits are counted by it. */
  readonly keyId: string;
}
