import { DomainError, type FieldError, InvalidInput } from '../shared/domain-error.js';
import { foldSpaces } from '../shared/name-key.js';

/** What a message can be about. */
export const CONTACT_TOPICS = ['question', 'correction', 'privacy', 'other'] as const;
export type ContactTopic = (typeof CONTACT_TOPICS)[number];

/** Characters of a message: enough to say what is meant, and no more than a person reads in one go. */
export const MESSAGE_LENGTH = { min: 10, max: 4000 } as const;

/** What a visitor writes. */
export interface ContactDraft {
  readonly name: string | null;
  /** Where the answer goes. */
  readonly email: string;
  readonly topic: ContactTopic;
  readonly message: string;
}

/** A message that was taken in. */
export interface ContactMessage extends ContactDraft {
  readonly id: string;
  /** What sender and staff call it by, e.g. `M-0F8FA-D5BD9`. */
  readonly reference: string;
  readonly createdAt: Date;
  readonly standing: MessageStatus;
  /** When and by whom it came to stand so; null while nobody has touched it. */
  readonly changedAt: Date | null;
  /** Name of the staff member. */
  readonly changedBy: string | null;
  /** What that staff member noted for the others. */
  readonly note: string | null;
  /** Counts the changes, from 1. */
  readonly version: number;
}

export const MESSAGE_STATUSES = ['open', 'handled'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** Characters of a note. */
export const NOTE_MAX = 1000;

export class MessageNotFound extends DomainError {
  constructor() {
    super('not-found', 'message-not-found', "We couldn't find this message. It may have been deleted.");
  }
}

export class MessageChanged extends DomainError {
  constructor() {
    super('conflict', 'message-changed', 'Someone else changed this message after you opened it. Reload it first.');
  }
}

/** What a staff member does with a message. */
export interface Handling {
  /** The version they had before them. */
  readonly version: number;
  readonly note: string | null;
}

/**
 * The message as handled, or as open again.
 * @throws MessageChanged when it is not the one that the staff member saw, InvalidInput when the note is too long
 */
export function changeStatus(
  message: ContactMessage,
  standing: MessageStatus,
  { version, note }: Handling,
  changedBy: string,
  changedAt: Date,
): ContactMessage {
  if (message.version !== version || message.standing === standing) throw new MessageChanged();
  const kept = note?.trim() || null;
  if (kept && [...kept].length > NOTE_MAX) {
    throw new InvalidInput([{ field: 'note', message: `Note can be at most ${NOTE_MAX} characters` }]);
  }
  return { ...message, standing, changedAt, changedBy, note: kept, version: version + 1 };
}

/** @throws InvalidInput when there is no address to answer to, no known topic, or too little or too much to read */
export function receive(draft: ContactDraft, id: string, now: Date): ContactMessage {
  const email = draft.email.trim();
  const message = draft.message.trim();
  const wrong = [...emailErrors(email), ...topicErrors(draft.topic), ...messageErrors(message)];
  if (wrong.length > 0) throw new InvalidInput(wrong);
  const name = foldSpaces(draft.name ?? '') || null;
  return {
    ...{ id, reference: referenceOf(id), name, email, topic: draft.topic, message, createdAt: now },
    ...{ standing: 'open', changedAt: null, changedBy: null, note: null, version: 1 },
  };
}

/** Name and address end up in the headers of a mail, where white space could begin another header. */
const ADDRESS = /^[^\s@]+@[^\s@]+$/;

function emailErrors(email: string): FieldError[] {
  return ADDRESS.test(email) ? [] : [{ field: 'email', message: 'Enter a valid email address' }];
}

function topicErrors(topic: string): FieldError[] {
  const isKnown = (CONTACT_TOPICS as readonly string[]).includes(topic);
  return isKnown ? [] : [{ field: 'topic', message: 'Choose what your message is about' }];
}

function messageErrors(message: string): FieldError[] {
  const { length } = [...message]; // characters as people and the database count them
  const { min, max } = MESSAGE_LENGTH;
  if (length === 0) return [{ field: 'message', message: 'Message is required' }];
  if (length < min) return [{ field: 'message', message: `Message must be at least ${min} characters` }];
  if (length > max) return [{ field: 'message', message: `Message can be at most ${max} characters` }];
  return [];
}

/** The first 40 bits of the id: short enough to read out. */
function referenceOf(id: string): string {
  const digits = id.replaceAll('-', '').toUpperCase();
  return `M-${digits.slice(0, 5)}-${digits.slice(5, 10)}`;
}
