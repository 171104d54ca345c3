import type { QueuedMail } from '../../src/domain/mail/queued-mail.js';
import { NOW } from './builders.js';

/** A mail that waits and is due; say only what the test is about. */
export const aMail = (differing: Partial<QueuedMail> = {}): QueuedMail => ({
  id: '1',
  kind: 'contact-message.received',
  payload: { messageId: '0f8fad5b-d9cb-469f-a165-70867728950e' },
  createdAt: NOW,
  state: 'waiting',
  attempts: 0,
  tries: 0,
  nextAttemptAt: NOW,
  leasedUntil: null,
  lastError: null,
  messageId: null,
  finishedAt: null,
  ...differing,
});
