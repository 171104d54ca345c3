/** Turns a moment into a token that nobody else can make, and back. */
export abstract class TokenSigner {
  abstract sign(at: Date): string;
  /** @returns null when the token was not made by {@link sign} or has been altered */
  abstract verify(token: string): Date | null;
}
