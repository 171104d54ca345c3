/** Signs a time as an unforgeable token, and verifies it. */
export abstract class TokenSigner {
  abstract sign(at: Date): string;
  /** @returns the signed time; null if {@link sign} did not make the token or it was altered */
  abstract verify(token: string): Date | null;
}
