import { domainError } from './domain-error.js';

/**
 * Scopes of a partner key. `certificates:write`: create, amend and withdraw; `certificates:read`: read the lab's own
 * certificates; `webhooks:manage`: manage the lab's webhook endpoints.
 */
export const PARTNER_SCOPES = ['certificates:write', 'certificates:read', 'webhooks:manage'] as const;
export type PartnerScope = (typeof PARTNER_SCOPES)[number];

/** The laboratory authenticated by the key of a partner request. */
export interface CallingLab {
  readonly id: string;
  readonly name: string;
  /** Its certificates are published without review. */
  readonly trusted: boolean;
  /** The key used; rate limits apply per key. */
  readonly keyId: string;
  /** It calls with a test key: what it sends is only in the sandbox. */
  readonly isSandbox: boolean;
}

/** Outside the sandbox, only a reviewer or other staff can make this decision. */
export class OnlyInSandbox extends domainError(
  'forbidden',
  'only-in-sandbox',
  'This call needs a test key, which begins with coa_test_.',
) {}

/** @throws OnlyInSandbox */
export function assertSandbox({ isSandbox }: CallingLab): void {
  if (!isSandbox) throw new OnlyInSandbox();
}
