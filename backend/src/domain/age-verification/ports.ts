/** Turns a moment into a token that nobody else can make, and back. */
export abstract class Seal {
  abstract seal(at: Date): string;
  /** @returns null when the token was not made by {@link seal} or has been altered */
  abstract open(token: string): Date | null;
}
