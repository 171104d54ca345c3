import { expect, type Page } from '@playwright/test';
import { machineTime } from '../../scripts/test-clock.mjs';
import { BOTH_THEMES, enter, expectAccessible, setTextSize, test, waitForHydration } from './journeys';

/** Section headings of a page, in order. */
const sections = (page: Page) => page.locator('main section > h2, main section > div > h2');

const today = () => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date());

test('the Responsible Use Guide has its example and phone numbers', { tag: '@slow' }, async ({ page }) => {
  await enter(page, '/responsible-use');
  await expect(page.getByRole('heading', { name: 'Responsible Use Guide', level: 1 })).toBeVisible();
  await expect(page).toHaveTitle('Responsible Use Guide - ClearBatch');

  const example = page.getByRole('figure', { name: 'Example: a low dose on a light stomach' });
  for (const [label, value] of [
    ['First felt after', '30–90\u00a0min'],
    ['Strongest after', '1¼–3\u00a0h'],
    ['Wears off after', '4–7\u00a0h'],
    ['Wait before more', '3\u00a0h'],
    ['Do not drive for at least', '8\u00a0h'],
  ] as const) {
    await expect(example.getByText(label).locator('xpath=following-sibling::dd[1]')).toHaveText(value);
  }

  const contacts = page.getByRole('region', { name: 'Emergency Contacts' });
  for (const [name, href] of [
    ['911', 'tel:911'],
    ['1-800-222-1222', 'tel:+18002221222'],
    ['988', 'tel:988'],
    ['1-800-662-4357', 'tel:+18006624357'],
    ['1-888-426-4435', 'tel:+18884264435'],
  ] as const) {
    await expect(contacts.getByRole('link', { name })).toHaveAttribute('href', href);
  }
  await page.getByRole('link', { name: 'emergency page', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Emergency Resources' })).toBeVisible();
});

test('the emergency page starts with 911, every number is a link, and what frightens people is named within two screens and leads to its answer', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await enter(page, '/emergency');
  await expect(page.getByRole('heading', { name: 'Emergency Resources', level: 1 })).toBeVisible();
  await expect(sections(page)).toHaveText([
    'Call 911 for any of these',
    'A child had some',
    'A racing heart',
    'Panic',
    'Vomiting',
    'An adult had too much',
    'A pet had some',
    'Thoughts of suicide, or a crisis',
    'Had too much? Do this',
    'What not to do',
    'Help to cut down or quit',
  ]);
  await expect(page.getByRole('region', { name: 'Call 911' }).getByRole('listitem')).toHaveText([
    "Won't wake up or respond",
    'Trouble breathing',
    'A seizure',
    'Chest pain',
    'Drowsy and keeps vomiting',
    'An injury',
    'Severe confusion',
    'Suicidal behavior',
  ]);

  for (const [region, name, href] of [
    ['Call 911 for any of these', 'Call now 911', 'tel:911'],
    ['A child had some', 'Poison Help 1-800-222-1222', 'tel:+18002221222'],
    ['An adult had too much', 'Poison Help 1-800-222-1222', 'tel:+18002221222'],
    ['Thoughts of suicide, or a crisis', 'Call 988', 'tel:988'],
    ['Thoughts of suicide, or a crisis', 'Text 988', 'sms:988'],
    ['A pet had some', 'Animal poison line 1-888-426-4435', 'tel:+18884264435'],
    ['Help to cut down or quit', 'SAMHSA helpline 1-800-662-4357', 'tel:+18006624357'],
  ] as const) {
    const link = page.getByRole('region', { name: region }).getByRole('link', { name, exact: true });
    await expect(link).toHaveAttribute('href', href);
    const box = await link.boundingBox();
    expect(box?.height, name).toBeGreaterThanOrEqual(64);
    expect(box?.width, name).toBeGreaterThanOrEqual(280);
  }
  await expect(page.getByText('A fee may apply.')).toBeVisible();
  for (const [region, name, href] of [
    ['A racing heart', '911', 'tel:911'],
    ['A racing heart', '1-800-222-1222', 'tel:+18002221222'],
    ['Panic', '1-800-222-1222', 'tel:+18002221222'],
    ['Vomiting', '911', 'tel:911'],
    ['Vomiting', '1-800-222-1222', 'tel:+18002221222'],
    ['Thoughts of suicide, or a crisis', '911', 'tel:911'],
  ] as const) {
    const link = page.getByRole('region', { name: region }).getByRole('link', { name, exact: true });
    await expect(link, region).toHaveAttribute('href', href);
    expect((await link.boundingBox())?.height, region).toBeGreaterThanOrEqual(44);
  }
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.getByRole('link', { name: 'Call now 911' })).toBeInViewport({ ratio: 1 });

  await test.step('the numbers are on the first screen, with text at up to 200 percent', () =>
    expectNumbersInView(page));
  await setTextSize(page, '100%');
  await page.setViewportSize({ width: 360, height: 740 });
  const names = page.getByRole('navigation', { name: 'What is happening?' }).getByRole('link');
  const fears = ['A child had some', 'A racing heart', 'Panic', 'Vomiting', 'An adult had too much', 'A pet had some'];
  await expect(names).toHaveText([...fears, 'Thoughts of suicide, or a crisis']);
  for (const name of fears) {
    const box = await names.filter({ hasText: name }).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(2 * 740);
    expect(box?.height, name).toBeGreaterThanOrEqual(44);
  }
  for (const name of fears) {
    await names.filter({ hasText: name }).click();
    await expect(page.getByRole('heading', { name, level: 2 })).toBeInViewport({ ratio: 1 });
  }
});

async function expectNumbersInView(page: Page): Promise<void> {
  const numbers = page.getByRole('complementary', { name: 'Emergency numbers' });
  for (const size of ['100%', '130%', '200%']) {
    for (const [width, height] of [
      [320, 568],
      [360, 600],
      [360, 740],
      [740, 360],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      await setTextSize(page, size);
      await page.evaluate(() => window.scrollTo(0, 0));
      for (const name of ['Call 911', 'Poison Help 1-800-222-1222', 'Call or text 988']) {
        const link = numbers.getByRole('link', { name, exact: true });
        await expect(link, `${name}, ${width}x${height}, text at ${size}`).toBeInViewport({ ratio: 1 });
        expect((await link.boundingBox())?.height, name).toBeGreaterThanOrEqual(44);
      }
    }
  }
}

/** Its date, a table of contents that leads to its sections (outlines.txt), and a home link at both ends. */
async function expectLegalPage(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(`${title} - ClearBatch`);
  await expect(page.getByText('Last updated:')).toHaveText(`Last updated: ${today()}`);
  const headings = await sections(page).allTextContents();

  const home = page.getByRole('link', { name: 'Back to Home' });
  await expect(home).toHaveCount(2);
  const [first, last] = await Promise.all([home.first().boundingBox(), home.last().boundingBox()]);
  const [top, bottom] = await Promise.all([
    page.getByRole('heading', { level: 1 }).boundingBox(),
    sections(page).last().boundingBox(),
  ]);
  expect(first?.y).toBeLessThan(top?.y ?? 0);
  expect(last?.y).toBeGreaterThan(bottom?.y ?? 0);
  for (const link of [home.first(), home.last()]) await expect(link).toHaveAttribute('href', '/');

  const contents = page.getByRole('navigation', { name: 'On this page' });
  await expect(contents.getByRole('link')).toHaveText(headings);
  for (const name of [headings[5] ?? '', headings[2] ?? '']) {
    await contents.getByRole('link', { name, exact: true }).click();
    const heading = page.getByRole('heading', { name, level: 2, exact: true });
    await expect(heading).toBeInViewport();
    await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(160);
  }
}

test('/about opens before the gate and says that it is a demonstration, and the terms and the Privacy Policy have their date and contents, and lead to each other, to contact, to /about and home', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/about');
  await expect(page.getByRole('heading', { name: 'About This Site', level: 1 })).toBeVisible();
  await expect(page.locator('[inert]')).toHaveCount(0);
  await expect(page.getByText('This is a demonstration', { exact: true })).toBeVisible();
  await expect(page.getByText('Not reviewed by a clinician yet.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Corrections log' })).toContainText('None are listed yet.');

  await enter(page, '/terms');
  await expectLegalPage(page, 'Terms of Use');
  await page.getByRole('region', { name: 'Contact' }).getByRole('link', { name: 'contact form' }).click();
  await expect(page.getByRole('heading', { name: 'Contact', level: 1 })).toBeVisible();
  await page.goBack();
  await page.getByRole('region', { name: 'Privacy' }).getByRole('link', { name: 'Read the Privacy Policy' }).click();
  await expect(page).toHaveURL(/\/privacy$/);
  await expectLegalPage(page, 'Privacy Policy');
  await page.getByRole('link', { name: 'Back to Home' }).last().click();
  await expect(page.getByRole('heading', { name: 'Privacy Policy', level: 1 })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await page.getByRole('contentinfo').getByRole('link', { name: 'About This Site' }).click();
  await page.getByRole('link', { name: 'Report an error' }).click();
  await expect(page.getByLabel('What is it about?')).toHaveValue('correction');
});

test('the Privacy Policy names every cookie, and the site stores and loads nothing else', async ({ page }) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await enter(page, '/privacy');
  await page.getByText('Dark', { exact: true }).click();
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name).sort()).toEqual(['age_verified', 'theme']);
  const named = page.getByRole('region', { name: 'Cookies and Tracking' }).getByRole('listitem');
  for (const { name } of cookies) await expect(named.filter({ hasText: name })).toHaveCount(1);
  const daysOf = (wanted: string) => {
    const { expires = 0 } = cookies.find(({ name }) => name === wanted) ?? {};
    return Math.round((expires - machineTime() / 1000) / 86_400);
  };
  expect(daysOf('age_verified')).toBe(30);
  expect(daysOf('theme')).toBe(365);
  expect([...hosts]).toEqual([new URL(page.url()).host]);
  expect(await page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, 'theme=dark']);

  await page.getByRole('link', { name: 'contact us', exact: true }).click();
  await expect(page.getByLabel('What is it about?')).toHaveValue('privacy');
});

const SITEMAP = {
  Main: ['/', '/learn', '/responsible-use', '/dose-calculator', '/emergency', '/contact', '/law', '/law/december-11'],
  'COA Resources': ['/coa', '/submit-coa', '/brands', '/analytes', '/rules', '/notices'],
  'For Labs': [
    '/labs',
    ...[
      'become-a-partner',
      'the-sandbox',
      'what-we-need-on-a-certificate',
      'sending-certificates',
      'retries-lists-and-limits',
      'errors',
      'webhooks',
      'bulk-files',
      'a-complete-program',
      'how-this-api-changes',
    ].map((chapter) => `/labs/guide/${chapter}`),
    '/labs/api',
    ...[
      'key',
      'certificates',
      'certificates-objects',
      'documents',
      'bulk-files',
      'webhooks',
      'public-certificates',
      'public-brands',
      'public-sandbox',
    ].map((group) => `/labs/api/${group}`),
    '/labs/api/webhook-events',
    '/labs/sandbox',
    '/labs/changes',
    '/problems',
  ],
  'Educational Articles': [
    'understanding-thc-beverages',
    'dosing-guide',
    'onset-duration',
    'safety-guidelines',
    'how-beverages-work',
    'choosing-right-product',
    'legal-considerations',
    'thc-vs-cbd-drinks',
    'common-mistakes',
    'tolerance-breaks',
    'nano-emulsification',
    'reading-lab-results',
  ].map((slug) => `/learn/${slug}`),
  Legal: ['/terms', '/privacy', '/about'],
};

const addressesIn = (page: Page, group: string) =>
  page
    .getByRole('region', { name: group, exact: true })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));

test('the sitemap lists every page, with the articles by their titles or, when their list does not load, without it', {
  tag: '@slow',
}, async ({ page }) => {
  // A page that the server renders has the list: it does not load only where a visitor comes from another page.
  await enter(page, '/terms');
  await page.route('**/api/articles', (route) => route.abort());
  const asked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/articles'));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Sitemap' }).click();
  await asked;
  const articles = page.getByRole('region', { name: 'Educational Articles' });
  await expect(articles.getByRole('link', { name: 'Dosing Guide' })).toHaveAttribute('href', '/learn/dosing-guide');
  expect(await addressesIn(page, 'Educational Articles')).toEqual(SITEMAP['Educational Articles']);

  await page.unroute('**/api/articles');
  await page.reload();
  await waitForHydration(page);
  await expect(sections(page)).toHaveText(Object.keys(SITEMAP));
  const published = await (await page.request.get('/api/articles')).json();
  for (const { slug, title } of published) {
    await expect(articles.getByRole('link', { name: title, exact: true })).toHaveAttribute('href', `/learn/${slug}`);
  }
  for (const [group, addresses] of Object.entries(SITEMAP)) {
    expect((await addressesIn(page, group)).slice(0, addresses.length), group).toEqual(addresses);
  }
  await expect(page.getByText('For adults 21 and over. Educational only, not medical advice.')).toBeVisible();
});

const MESSAGE = 'The test date reads 2025. The printed report says 2026.';

test('a message with mistakes says where, one that cannot be sent says why and keeps its text, and one that is sent says what happens next', async ({
  page,
}) => {
  await enter(page, '/contact');
  await expect(page).toHaveTitle('Contact - ClearBatch');
  const send = page.getByRole('button', { name: 'Send Message' });
  const alert = page.getByRole('alert');

  await test.step('missing values are reported under their fields, and the first one has the focus', async () => {
    await send.press('Enter');
    await expect(page.getByLabel('What is it about?')).toBeFocused();
    await expect(page.getByLabel('What is it about?')).toHaveAccessibleDescription('Choose what your message is about');
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Enter a valid email address$/);
    await expect(page.getByLabel('Message')).toHaveAccessibleDescription(/Message is required$/);
    await expect(page.getByLabel('Name')).not.toHaveAttribute('aria-invalid');
    await expectAccessible(page, BOTH_THEMES);
  });

  await page.getByLabel('What is it about?').selectOption('A correction');
  await page.getByLabel('Email').fill('sam@mail.example');
  await page.getByLabel('Message').fill(MESSAGE);
  await page.getByLabel('Name').fill('Sam Reed');

  await test.step('without a connection', async () => {
    await page.route('**/api/contact', (route) => route.abort());
    await send.click();
    await expect(alert).toContainText("We couldn't send your message");
    await expect(alert).toContainText("We can't reach the site. Check your connection and try again.");
    await expect(page.getByLabel('Message')).toHaveValue(MESSAGE);
    await page.unroute('**/api/contact');
  });

  await test.step('when the server finds a mistake', async () => {
    const refused = 'Enter a valid email address';
    await page.route('**/api/contact', (route) =>
      route.fulfill({
        status: 400,
        contentType: 'application/problem+json',
        json: { error: refused, errors: [{ field: 'email', message: refused }] },
      }),
    );
    await send.click();
    await expect(alert).toContainText(refused);
    await expect(page.getByLabel('Email')).toBeFocused();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(new RegExp(`${refused}$`));
    await page.unroute('**/api/contact');
    await page.getByLabel('Email').fill('sam@mail.example');
  });

  const sending = page.waitForRequest('**/api/contact');
  await send.click();
  expect((await sending).postDataJSON()).toEqual({
    name: 'Sam Reed',
    email: 'sam@mail.example',
    topic: 'correction',
    message: MESSAGE,
  });
  await expect(page.getByRole('heading', { name: 'Message Received' })).toBeFocused();
  await expect(page.getByText('A person will read it and reply to your email address.')).toBeVisible();
  await expect(page.getByText(/^M-[0-9A-F]{5}-[0-9A-F]{5}$/)).toBeVisible();
  await expect(page.getByText('sam@mail.example', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  await expectAccessible(page, BOTH_THEMES);

  await page.getByRole('button', { name: 'Write Another Message' }).click();
  await expect(page.getByLabel('Message')).toHaveValue('');
  await expect(page.getByLabel('What is it about?')).toHaveValue('');

  await test.step('a link prefills topic and subject as plain text only', async () => {
    page.on('dialog', () => expect('a dialog').toBe('never opened'));
    const malicious = '"><img src=x onerror=alert(1)></textarea><script>alert(2)</script>';
    await page.goto(`/contact?topic=${encodeURIComponent(malicious)}&about=${encodeURIComponent(malicious)}`);
    await waitForHydration(page);
    await expect(page.getByLabel('Message')).toHaveValue(`About ${malicious}:\n\n`);
    await expect(page.getByLabel('What is it about?')).toHaveValue('');
    await expect(page.locator('main img, main script')).toHaveCount(0);
  });
});
