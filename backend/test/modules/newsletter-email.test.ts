import {
  confirmationEmail,
  EXAMPLE_ISSUE,
  issueEmail,
  testEmail,
  welcomeEmail,
} from '../../src/modules/newsletter/email/newsletter.email.js';
import { expectSays, linksOf, readHtml } from '../support/emails.js';

const SITE = 'https://clearbatch.example';
const UNSUBSCRIBE = `${SITE}/unsubscribe?token=c.signature`;
const READER = { email: 'sam@mail.example', unsubscribe: UNSUBSCRIBE };
const CONFIRM = `${SITE}/newsletter/confirm?token=c.other`;

describe.each([
  ['the welcome', welcomeEmail(READER, SITE)],
  ['the confirmation', confirmationEmail({ ...READER, confirm: CONFIRM })],
  ['an issue', issueEmail(EXAMPLE_ISSUE, EXAMPLE_ISSUE.content, READER, SITE)],
])('%s', (_, email) => {
  it('can be unsubscribed from by a link that people see, and by one click', () => {
    expect(email.to).toBe('sam@mail.example');
    expect(linksOf(email)).toContain(UNSUBSCRIBE);
    expectSays(email, 'Unsubscribe', "You're getting this because");
    expect(email.headers).toEqual({
      'List-Unsubscribe': `<${UNSUBSCRIBE}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  });

  it('says the same in both forms, and fetches nothing', () => {
    for (const address of linksOf(email)) expect(email.text).toContain(address);
    expect(email.html).not.toMatch(/<(script|link|iframe|form|input|img)|url\(|@import/i);
    expect(email.text).not.toMatch(/!|undefined|null|NaN|\[object/);
  });
});

it('the confirmation leads to where it is given', () => {
  expect(linksOf(confirmationEmail({ ...READER, confirm: CONFIRM }))).toContain(CONFIRM);
});

describe('an issue', () => {
  const issue = {
    subject: 'News <b>of</b> November',
    introduction: 'First <script>.\n\nSecond\nline.\n\n\nThird.',
  };
  const email = issueEmail(issue, EXAMPLE_ISSUE.content, READER, SITE);

  it('shows what editors wrote as they wrote it, paragraph by paragraph', () => {
    expect(email.html).not.toMatch(/<script>|<b>/);
    expect(readHtml(email)).toContain('First <script>.');
    expect(email.text).toContain('First <script>.\n\nSecond\nline.\n\nThird.');
  });

  it('leads to its articles and certificates, and says what is only a demonstration', () => {
    expect(linksOf(email)).toEqual(
      expect.arrayContaining([
        `${SITE}/learn/reading-lab-results?from=email`,
        `${SITE}/brands/Juniper%20%26%20Tide/coa/%23C9030?from=email`,
      ]),
    );
    expectSays(email, 'Demonstration data, not a real product.', '3.6 mg THC measured by Example Analytical');
  });

  it('has no headings over nothing', () => {
    const bare = issueEmail(issue, { articles: [], certificates: [] }, READER, SITE);
    expect(bare.html).not.toContain('<h2');
  });

  it('as a test has no link that unsubscribes', () => {
    const test = testEmail(issue, EXAMPLE_ISSUE.content, 'edith@staff.example', SITE);
    expect(test).toMatchObject({ to: 'edith@staff.example', subject: 'Test: News <b>of</b> November' });
    expect(test.headers).toBeUndefined();
    expect(`${test.html}${test.text}`).not.toContain('/unsubscribe');
  });
});
