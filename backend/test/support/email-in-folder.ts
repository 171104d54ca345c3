import { layout, paragraph } from '../../src/platform/email/email-layout.js';
import type { EmailMessage } from '../../src/platform/email/email-message.js';

/** A complete email; pass only the fields that the test is about. */
export const anEmail = (differing: Partial<EmailMessage> = {}): EmailMessage => ({
  to: 'robin@submitter.example',
  subject: 'Your certificate is public',
  ...layout({ title: 'Your certificate is public', blocks: [paragraph('Everybody can read it now.')] }),
  ...differing,
});
