import {
  type DisabledReason,
  FAILING_DAYS,
  FAILURES_BEFORE_DISABLE,
  type WebhookEndpoint,
} from '../../../domain/webhooks/endpoint.js';
import { formatMoment } from '../../../platform/email/dates.js';
import { emailFooter, facts, heading, layout, link, paragraph } from '../../../platform/email/email-layout.js';
import type { EmailMessage } from '../../../platform/email/email-message.js';
import { fromEmail } from '../../../platform/email/from-email.js';

/** An endpoint that was disabled. */
export type StoppedEndpoint = Pick<WebhookEndpoint, 'id' | 'url' | 'types'> & {
  readonly disabledReason: Exclude<DisabledReason, 'requested'>;
  readonly disabledAt: Date;
};

/** The recipient. */
export interface LabContact {
  readonly name: string;
  readonly contactEmail: string;
}

const REASONS: Record<StoppedEndpoint['disabledReason'], string> = {
  gone: 'Its server answered 410 Gone, which means nothing is listening there anymore.',
  failing: `Either nothing got through for ${FAILING_DAYS} days, or we gave up on ${FAILURES_BEFORE_DISABLE} deliveries in a row.`,
};

export function disabled(endpoint: StoppedEndpoint, lab: LabContact, publicUrl: string): EmailMessage {
  const { id, types, disabledReason, disabledAt } = endpoint;
  const why = `You're getting this email because this address is the contact for ${lab.name}, a ClearBatch partner lab.`;
  return {
    to: lab.contactEmail,
    subject: `Webhook turned off: ${new URL(endpoint.url).hostname}`,
    ...layout({
      title: 'We turned off one of your webhooks',
      blocks: [
        paragraph(`We stopped sending events to one of ${lab.name}'s webhook endpoints. ${REASONS[disabledReason]}`),
        facts([
          ['Endpoint', shown(endpoint.url)],
          ['Endpoint ID', id],
          ['Events', types.join(', ')],
          ['Turned off', formatMoment(disabledAt)],
        ]),
        heading('What to do'),
        paragraph(
          'Fix your server. Then enable the endpoint through the partner API and ask us to resend what you missed. We keep undelivered events for 30 days.',
        ),
        link('How to do this', `${publicUrl}/labs/guide/webhooks#when-we-cant-reach-you`),
        paragraph("Your certificates are not affected. If you can't enable it yourself, write to us."),
        link('Write to us', fromEmail(`${publicUrl}/contact`)),
      ],
      footer: emailFooter(why, publicUrl),
    }),
  };
}

/** Without the query string, where some receivers expect a secret. */
function shown(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/** Invented, so that staff can preview the email. */
export const exampleEndpoint = (publicUrl: string): EmailMessage =>
  disabled(
    {
      id: '0f8fad5b-d9cb-469f-a165-70867728950e',
      url: 'https://hooks.example-analytical.example/clearbatch',
      types: ['certificate.published', 'certificate.changes_requested'],
      disabledReason: 'failing',
      disabledAt: new Date('2026-11-20T15:04:05Z'),
    },
    { name: 'Example Analytical', contactEmail: 'lims@example-analytical.example' },
    publicUrl,
  );
