import { domainError, type FieldError, InvalidInput } from '../shared/domain-error.js';
import { foldSpaces } from '../shared/name-key.js';

/** Topics of a message. */
export const CONTACT_TOPICS = ['question', 'correction', 'privacy', 'other'] as const;
export type ContactTopic = (typeof CONTACT_TOPICS)[number];

/** Length of a message in characters (code points). */
export const MESSAGE_LENGTH = { min: 10, max: 4000 } as const;

/** A message as the visitor submits it. */
export interface ContactDraft {
  readonly name: string | null;
  /** Reply address. */
  readonly email: string;
  readonly topic: ContactTopic;
  readonly message: string;
}

/** A stored message. */
export interface ContactMessage extends ContactDraft {
  readonly id: string;
  /** Short reference for sender and staff, e.g. `M-0F8FA-D5BD9`. */
  readonly reference: string;
  readonly createdAt: Date;
  readonly standing: MessageStatus;
  /** When the status last changed; null if it never did. */
  readonly changedAt: Date | null;
  /** Name of the staff member who changed it. */
  readonly changedBy: string | null;
  /** That staff member's internal note. */
  readonly note: string | null;
  /** Optimistic lock; starts at 1 and increments with each change. */
  readonly version: number;
}

export const MESSAGE_STATUSES = ['open', 'handled'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** Maximum length of a note in characters. */
export const NOTE_MAX = 1000;

export class MessageNotFound extends domainError(
  'not-found',
  'message-not-found',
  "We couldn't find this message. It may have been deleted.",
) {}

export class MessageChanged extends domainError(
  'conflict',
  'message-changed',
  'Someone else changed this message after you opened it. Reload it first.',
) {}

/** A staff member's change to a message's status. */
export interface StatusUpdate {
  /** The version the staff member saw. */
  readonly version: number;
  readonly note: string | null;
}

/**
 * Marks a message as handled or reopens it.
 * @throws MessageChanged if the version is stale or the status is already set, InvalidInput if the note is too long
 */
export function changeStatus(
  message: ContactMessage,
  standing: MessageStatus,
  { version, note }: StatusUpdate,
  changedBy: string,
  changedAt: Date,
): ContactMessage {
  if (message.version !== version || message.standing === standing) throw new MessageChanged();
  const trimmedNote = note?.trim() || null;
  if (trimmedNote && [...trimmedNote].length > NOTE_MAX) {
    throw new InvalidInput([{ field: 'note', message: `Note can be at most ${NOTE_MAX} characters` }]);
  }
  return { ...message, standing, changedAt, changedBy, note: trimmedNote, version: version + 1 };
}

/** Validates a draft and makes it a message. @throws InvalidInput for a bad address, topic, or length */
export function newMessage(draft: ContactDraft, id: string, now: Date): ContactMessage {
  const email = draft.email.trim();
  const message = draft.message.trim();
  const errors = [...emailErrors(email), ...topicErrors(draft.topic), ...messageErrors(message)];
  if (errors.length > 0) throw new InvalidInput(errors);
  const name = foldSpaces(draft.name ?? '') || null;
  return {
    id,
    reference: referenceOf(id),
    name,
    email,
    topic: draft.topic,
    message,
    createdAt: now,
    standing: 'open',
    changedAt: null,
    changedBy: null,
    note: null,
    version: 1,
  };
}

/** The address is used in email headers, where white space could start another header. */
const ADDRESS = /^[^\s@]+@[^\s@]+$/;

function emailErrors(email: string): FieldError[] {
  return ADDRESS.test(email) ? [] : [{ field: 'email', message: 'Enter a valid email address' }];
}

function topicErrors(topic: string): FieldError[] {
  const isKnown = (CONTACT_TOPICS as readonly string[]).includes(topic);
  return isKnown ? [] : [{ field: 'topic', message: 'Choose what your message is about' }];
}

function messageErrors(message: string): FieldError[] {
  const { length } = [...message]; // code points, as PostgreSQL counts them
  const { min, max } = MESSAGE_LENGTH;
  if (length === 0) return [{ field: 'message', message: 'Message is required' }];
  if (length < min) return [{ field: 'message', message: `Message must be at least ${min} characters` }];
  if (length > max) return [{ field: 'message', message: `Message can be at most ${max} characters` }];
  return [];
}

/** The first 40 bits of the id: short enough to read aloud. */
function referenceOf(id: string): string {
  const digits = id.replaceAll('-', '').toUpperCase();
  return `M-${digits.slice(0, 5)}-${digits.slice(5, 10)}`;
}
