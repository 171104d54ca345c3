import { type Browser, expect, type Page } from '@playwright/test';
import { openUnhydrated } from './hydration';
import { askForChanges, emailTo, fillSubmission, linkIn, passAgeGate, test, waitForHydration } from './journeys';

/** A visitor without JavaScript who passed the gate. */
async function plainReader(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await passAgeGate(page);
  return page;
}

test('a message is sent without JavaScript, after a refused one whose text is kept', async ({ browser }) => {
  const page = await plainReader(browser);
  await page.goto('/contact?topic=correction&about=MR-26%2F1');
  await expect(page.getByLabel('What is it about?')).toHaveValue('correction');
  await page.getByLabel('Email').fill('not an address');
  await page.getByLabel('Message').fill('About MR-26/1:\n\nThe label says 10 mg.\n<b>5 mg</b> in the report');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('alert')).toContainText('Your message is still here');
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Enter a valid email address/);
  await expect(page.getByLabel('Email')).toHaveValue('not an address');
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('What is it about?')).toHaveValue('correction');
  await expect(page.getByLabel('Message')).toHaveValue(/<b>5 mg<\/b> in the report$/);
  await page.getByLabel('Email').fill('plain-contact@mail.example');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Message Received' })).toBeVisible();
  const reference = await page.locator('dd').first().innerText();
  expect((await emailTo('plain-contact@mail.example', 'your message')).text).toContain(reference);
  await page.context().close();
});

test('the newsletter is joined, left and joined again without JavaScript', { tag: '@slow' }, async ({ browser }) => {
  const page = await plainReader(browser);
  await page.goto('/?utm_source=a-friend');
  await page.getByLabel('Email address').fill('nobody');
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await expect(page.getByLabel('Email address')).toHaveValue('nobody');
  await expect(page.getByLabel('Email address')).toHaveAccessibleDescription(/email/);
  await expect(page.getByRole('heading', { name: 'Get our newsletter' })).toBeInViewport();
  await page.getByLabel('Email address').fill('plain-reader@mail.example');
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeInViewport();
  const welcome = await emailTo('plain-reader@mail.example', "You're signed up");
  await page.context().clearCookies();
  await page.goto(linkIn(welcome, '/unsubscribe?'));
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Unsubscribe from the newsletter');
  await page.getByRole('button', { name: 'Unsubscribe', exact: true }).click();
  await expect(heading).toHaveText('You are unsubscribed');
  await page.getByRole('button', { name: 'Subscribe again' }).click();
  await expect(heading).toHaveText('You are subscribed again');
  await page.goto('/newsletter/confirm?token=1.forged');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(heading).toHaveText('This link is incomplete');
  await page.context().close();
});

test('a certificate is checked, submitted and corrected without JavaScript', async ({ browser }) => {
  const page = await plainReader(browser);
  await page.goto('/submit-coa');
  await expect(page.getByText('Sending a PDF needs JavaScript.')).toBeVisible();
  await expect(page.getByLabel('Lab report (PDF)')).toBeHidden();
  await page.getByRole('button', { name: 'Submit COA' }).click();
  await expect(page.getByLabel('Brand name')).toHaveAccessibleDescription('Brand name is required');
  await expect(page.getByLabel('Brand name')).toBeFocused();
  await fillSubmission(page, { brand: 'Plain & Simple', product: 'Pear Seltzer 5 mg', batch: 'PL-26/1' });
  await page.getByLabel('Contact email').fill('plain-brand@brand.example');
  await page.getByRole('button', { name: 'Check before you submit' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'automatic checks' })).toBeVisible();
  await expect(page.getByLabel('Batch/Lot ID')).toHaveValue('PL-26/1');
  await expect(page.getByLabel('THC content')).toHaveValue('4.8');
  await page.getByLabel('Who picked the can').selectOption('Sent by the brand');
  await page.getByLabel('Certificate file').fill('ftp://lab.example/a.pdf');
  await page.getByRole('button', { name: 'Submit COA' }).click();
  await expect(page.getByLabel('Certificate file')).toHaveAccessibleDescription(/must be a link/);
  await expect(page.getByRole('alert')).toContainText('Check the marked fields');
  await page.getByLabel('Certificate file').fill('');
  await page.getByRole('button', { name: 'Submit COA' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'COA Submitted Successfully' })).toBeVisible();
  const reference = await page.getByText(/^CB-\w{4}-\w{4}$/).innerText();

  const link = await askForChanges(browser, { reference, email: 'plain-brand@brand.example' });
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'Changes to your submission' })).toBeVisible();
  await expect(page.getByText('The report says PL-26/2.')).toBeVisible();
  await expect(page.getByLabel('Batch/Lot ID')).toHaveValue('PL-26/1');
  await expect(page.getByLabel('Who picked the can')).toHaveValue('brand');
  await page.getByLabel('Batch/Lot ID').fill('PL-26/2');
  await page.getByRole('button', { name: 'Submit changes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'We got your changes' })).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeVisible();
  await page.context().close();
});

test('what is typed into a form before the page works is kept, and can be sent at once', async ({ page }) => {
  await passAgeGate(page);
  const hydrate = await openUnhydrated(page, '/contact');
  await page.getByLabel('What is it about?').selectOption('other');
  await page.getByLabel('Email').fill('early@mail.example');
  await page.getByLabel('Message').fill('Typed before the page could react.');
  await hydrate();
  await expect(page.getByLabel('Email')).toHaveValue('early@mail.example');
  await expect(page.getByLabel('Message')).toHaveValue('Typed before the page could react.');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Message Received' })).toBeFocused();
  expect(page.url()).not.toContain('early');
});

test('a form sent before the page works is answered, and its answer is hydrated', { tag: '@slow' }, async ({
  page,
}) => {
  await passAgeGate(page);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  let isBlocked = true;
  await page.route(/\/assets\/index-[^/]*\.js$/, (route) => (isBlocked ? undefined : route.continue()));
  await page.goto('/contact', { waitUntil: 'commit' });
  await page.getByLabel('Message').fill('Sent before the page could react.');
  isBlocked = false;
  await page.getByRole('button', { name: 'Send Message' }).click();
  await waitForHydration(page);
  await expect(page.getByLabel('Message')).toHaveValue('Sent before the page could react.');
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Enter a valid email address/);
  expect(problems.filter((text) => !text.includes('400'))).toEqual([]);
  await page.getByLabel('What is it about?').selectOption('other');
  await page.getByLabel('Email').fill('early-post@mail.example');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Message Received' })).toBeFocused();
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Know what is in the can' })).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true }).click();
  await expect(page.getByLabel('Message')).toHaveValue('');
});
