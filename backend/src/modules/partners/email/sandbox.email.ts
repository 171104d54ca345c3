import { SANDBOX_DAYS, SANDBOX_LINK_HOURS } from '../../../domain/partners/sandboxes.js';
import { callToAction, emailFooter, layout, paragraph } from '../../../platform/email/email-layout.js';
import type { EmailMessage } from '../../../platform/email/email-message.js';

/** The link to open a sandbox. Anyone can enter anyone's address, so it repeats nothing that they typed. */
export const sandboxEmail = (to: string, token: string, site: string): EmailMessage => ({
  to,
  subject: 'Your ClearBatch sandbox',
  ...layout({
    title: 'Open your sandbox',
    blocks: [
      paragraph(
        `In the sandbox, a lab's developer can try every call of our API with a test key. Nothing in it is public, and it is deleted after ${SANDBOX_DAYS} days.`,
      ),
      callToAction('Open the sandbox', `${site}/labs/sandbox?token=${token}`),
      paragraph(`The link works once, for ${SANDBOX_LINK_HOURS} hours. The page shows your test key.`),
      paragraph("If you didn't ask for this, you can ignore it. Then nothing is opened."),
    ],
    footer: emailFooter("You're getting this email because a sandbox was requested with this address.", site),
  }),
});
