/** A picture that travels with its letter; the HTML shows it as `cid:<id>`. */
export interface EmailImage {
  readonly id: string;
  readonly png: Uint8Array;
}

/** A letter ready to be sent. */
export interface EmailMessage {
  /** One address and nothing around it: no display name, no second one. */
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly pictures?: readonly EmailImage[];
  /** Further headers, e.g. List-Unsubscribe (RFC 8058). */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Makes the letter of a queued mail; null when there is nothing to send any more (the thing or the person is gone). */
export type EmailRenderer = (payload: Readonly<Record<string, unknown>>) => Promise<EmailMessage | null>;
