import type { Lab } from '../../domain/partners/lab.js';
import {
  type DisabledReason,
  FAILING_DAYS,
  GIVEN_UP_IN_ROW,
  type WebhookEndpoint,
} from '../../domain/partners/webhook-endpoint.js';
import { closing } from '../../platform/mail/closing.js';
import { momentOf } from '../../platform/mail/days.js';
import { facts, heading, layout, link, paragraph } from '../../platform/mail/layout.js';
import type { Letter } from '../../platform/mail/letter.js';

/** An endpoint to which we stopped sending. */
export type StoppedEndpoint = Pick<WebhookEndpoint, 'id' | 'url' | 'types'> & {
  readonly disabledReason: Exclude<DisabledReason, 'requested'>;
  readonly disabledAt: Date;
};

const REASONS: Record<StoppedEndpoint['disabledReason'], string> = {
  gone: 'Its server answered 410 Gone, which says that nobody listens there any more.',
  failing: `Either nothing arrived there for ${FAILING_DAYS} days, or ${GIVEN_UP_IN_ROW} deliveries in a row were given up.`,
};

export function disabled(
  endpoint: StoppedEndpoint,
  lab: Pick<Lab, 'name' | 'contactEmail'>,
  publicUrl: string,
): Letter {
  const { id, types, disabledReason, disabledAt } = endpoint;
  const why = `You get this mail because this address is the contact of ${lab.name}, a partner laboratory of ClearBatch.`;
  return {
    to: lab.contactEmail,
    subject: `Webhook switched off: ${new URL(endpoint.url).hostname}`,
    ...layout({
      title: 'We switched off one of your webhooks',
      blocks: [
        paragraph(`We no longer send news to a webhook endpoint of ${lab.name}. ${REASONS[disabledReason]}`),
        facts([
          ['Endpoint', shown(endpoint.url)],
          ['Identity', id],
          ['It hears of', types.join(', ')],
          ['Switched off', momentOf(disabledAt)],
        ]),
        heading('What to do'),
        paragraph(
          'Mend the receiver. Then enable the endpoint by the partner API, and ask again for what did not arrive: what waited is kept for 30 days.',
        ),
        link('How to do that', `${publicUrl}/labs`),
        paragraph('Your certificates are not affected. If you cannot enable it yourself, write to us.'),
        link('Write to us', `${publicUrl}/contact`),
      ],
      footer: closing(why, publicUrl),
    }),
  };
}

/** Without what comes after a question mark, where some receivers expect a secret. */
function shown(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/** Invented, so that staff can look at the letter. */
export const anExample = (publicUrl: string): Letter =>
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
