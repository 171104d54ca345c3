/** An inline attachment; the HTML shows it as `cid:<id>`. */
export interface EmailImage {
  readonly id: string;
  readonly png: Uint8Array;
}

/** An email ready to be sent. */
export interface EmailMessage {
  /** One bare address, without a display name. */
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly pictures?: readonly EmailImage[];
  /** Further headers, e.g. List-Unsubscribe (RFC 8058). */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Renders a queued email; null when its subject or recipient no longer exists. */
export type EmailRenderer = (payload: Readonly<Record<string, unknown>>) => Promise<EmailMessage | null>;
