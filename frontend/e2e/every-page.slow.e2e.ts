import type { Page } from '@playwright/test';
import { hydrateEveryPage, VISITORS } from './hydration';
import { BOTH_THEMES, expectAccessible, openFully, passAgeGate, signIn, test } from './journeys';

/** Every page as it opens. The tests of a page check its other states. */
const SCREENS = [
  '/',
  '/learn',
  '/learn?search=zzzz',
  '/learn/none',
  '/learn/reading-lab-results',
  '/coa',
  '/coa/LOT%2024%2F117',
  '/coa/none',
  '/certificates/CB-WWNK-X25K',
  '/certificates/CB-3F2A-EDGW',
  '/corrections/none',
  '/search',
  '/search?q=yuzu',
  '/brands',
  '/brands/Paper%20Lantern',
  '/submit-coa',
  '/responsible-use',
  '/emergency',
  '/contact',
  '/terms',
  '/privacy',
  '/about',
  '/check',
  '/log',
  '/labs',
  '/labs/guide/sending-certificates',
  '/labs/guide/webhooks',
  '/labs/api',
  '/labs/api/certificates',
  '/labs/api/webhook-events',
  '/labs/changes',
  '/problems',
  '/problems/invalid-input',
  '/problems/none',
  '/sitemap',
  '/law',
  '/law/texas',
  '/law/december-11',
  '/none',
];
const CONSOLE_SCREENS = [
  '/admin',
  '/admin/brands',
  '/admin/names',
  '/admin/rules',
  '/admin/changes',
  '/admin/articles',
  '/admin/subscribers',
  '/admin/newsletter',
  '/admin/messages',
  '/admin/mail',
  '/admin/mail/templates',
  '/admin/labs',
  '/admin/lab-incidents',
  '/admin/privacy',
  '/admin/audit-log',
  '/admin/accounts',
  '/admin/account',
];

/** Both themes on wide screens and on phones; the tests of a page check each width in one of them. */
async function inspect(page: Page, screen: string): Promise<void> {
  await openFully(page, screen);
  await expectAccessible(page, BOTH_THEMES);
  await expectAccessible(page, BOTH_THEMES.toReversed());
}

test('no public page has an accessibility violation or scrolls sideways, in either theme', async ({ page }) => {
  await inspect(page, '/coa');
  await passAgeGate(page);
  for (const screen of SCREENS) await inspect(page, screen);
});

test('no page of the console has an accessibility violation or scrolls sideways, in either theme', async ({ page }) => {
  await signIn(page);
  for (const screen of CONSOLE_SCREENS) await inspect(page, screen);
});

for (const visitor of VISITORS) {
  const { timezoneId, theme = 'system', ageVerified } = visitor;
  const place = `${timezoneId}, ${theme} theme, ${ageVerified ? 'past' : 'before'} the gate`;
  test(`the browser takes over each rendered page without a difference: ${place}`, ({ browser, baseURL }) =>
    hydrateEveryPage(browser, baseURL ?? '', visitor));
}
