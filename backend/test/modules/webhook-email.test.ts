import { disabled, exampleEndpoint } from '../../src/modules/webhooks/email/webhook.email.js';
import { expectSays, expectSound, linksOf, readHtml } from '../support/emails.js';

const SITE = 'https://clearbatch.example';

const ENDPOINT = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  url: 'https://hooks.lab.example:8443/clear/batch?key=s3cret',
  types: ['certificate.published', 'certificate.rejected'],
  disabledReason: 'gone',
  disabledAt: new Date('2026-07-20T15:04:05Z'),
} as const;

const LAB = { name: 'Example <Analytical>\r\nBcc: kim@mail.example', contactEmail: 'lims@lab.example' };

describe('the email about a disabled webhook', () => {
  const email = disabled(ENDPOINT, LAB, SITE);

  it('tells the laboratory which one, since when, why, and what to do', () => {
    expectSound(email);
    expect(email.to).toBe('lims@lab.example');
    expect(email.subject).toBe('Webhook turned off: hooks.lab.example');
    expectSays(
      email,
      'https://hooks.lab.example:8443/clear/batch',
      ENDPOINT.id,
      'July 20, 2026 at 11:04 AM Eastern Time',
    );
    expectSays(email, 'certificate.published, certificate.rejected', 'answered 410 Gone', 'Example <Analytical>');
    expect(linksOf(email)).toEqual([
      `${SITE}/labs/guide/webhooks#when-we-cant-reach-you`,
      `${SITE}/contact?from=email`,
      `${SITE}/?from=email`,
    ]);
  });

  it('keeps what may be a secret in the address out of it', () => {
    expect(readHtml(email) + email.text).not.toMatch(/s3cret|\?key/);
  });

  it('gives the other reason, too', () => {
    const failing = disabled({ ...ENDPOINT, disabledReason: 'failing' }, LAB, SITE);
    expectSays(failing, 'nothing got through for 5 days, or we gave up on 20 deliveries in a row.');
    expectSound(exampleEndpoint(SITE));
  });
});
