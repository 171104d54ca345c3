import { expect, type Page } from '@playwright/test';
import { Client } from 'pg';
import { BUILT_SITE, freePort, ServerProcess } from '../../backend/test/support/server-process';
import { machineTime, setDatabaseClock } from '../../scripts/test-clock.mjs';
import { openFolds, sidewaysScroll, site, test } from './journeys';

test.use({ viewport: { width: 360, height: 740 }, timezoneId: 'America/Los_Angeles' });

/** Serves this site at another time, which servers take from their database, to a phone in California. */
async function at(time: string, page: Page, look: (url: string) => Promise<void>): Promise<void> {
  const { databaseUrl } = site();
  const database = new Client(databaseUrl);
  await database.connect();
  await setDatabaseClock(database, Date.parse(time) - machineTime());
  await database.end();
  const port = await freePort();
  const environment = { PUBLIC_URL: `http://127.0.0.1:${port}`, WEB_ROOT: BUILT_SITE };
  const server = await ServerProcess.start({ databaseUrl, port, environment });
  try {
    await page.clock.setFixedTime(time);
    await page.request.post(`${server.url}/api/verify-age`, { data: { verified: true } });
    await look(server.url);
  } finally {
    await server.end();
  }
}

const strip = (page: Page) => page.getByRole('region', { name: 'Compared with rules, as we read them' });
const NO_VERDICT = 'No certificate is compared with this rule now';

test('at five in the afternoon of December 10 in California nothing has started; with the day of Washington it has', async ({
  page,
}) => {
  await at('2026-12-10T17:00:00-08:00', page, async (url) => {
    await page.goto(`${url}/coa/%23C9030`);
    await openFolds(page);
    await expect(strip(page).getByRole('link', { name: 'THC per container: Above (from Dec 11, 2026)' })).toBeVisible();
    await expect(page.getByText('Dotted: at most 0.4 mg from Dec 11, 2026, as we read the rule')).toBeVisible();
    await page.goto(`${url}/rules/us-2026-12-11`);
    await expect(page.getByText('Starts on December 11, 2026')).toBeVisible();
    await expect(page.getByText(NO_VERDICT)).toHaveCount(0);
    expect(await sidewaysScroll(page)).toBe(0);
  });
  // The rule was due to be read again by December 10 and was not, so it gives no verdict.
  await at('2026-12-10T21:30:00-08:00', page, async (url) => {
    await page.goto(`${url}/rules/us-2026-12-11`);
    await expect(page.getByText('As we read it: in force since December 11, 2026')).toBeVisible();
    await expect(page.getByText(NO_VERDICT)).toBeVisible();
    await page.goto(`${url}/law/december-11`);
    await expect(page.getByText('This day has come')).toBeVisible();
    await expect(page.getByText('No lab report is compared with this limit now.')).toBeVisible();
    await expect(page.getByText(/current lab reports here show/)).toHaveCount(0);
    await page.goto(`${url}/coa/%23C9030`);
    await openFolds(page);
    await expect(strip(page).getByRole('link', { name: 'THC per container: No verdict now' })).toHaveAttribute(
      'href',
      '/rules/us-2026-12-11',
    );
    await expect(strip(page)).toContainText("no verdict now: we haven't read today's text.");
    await expect(page.getByText(/^Dotted:/)).toHaveCount(0);
  });
});

test('a rule that was not read again in time gives no verdict, on no page and in no list', { tag: '@slow' }, async ({
  page,
}) => {
  const why = 'We did not read it again by February 22, 2027, and it may have changed. Ask the Connecticut Department';
  await at('2027-02-23T12:00:00-05:00', page, async (url) => {
    await page.goto(`${url}/rules/us-ct-infused-beverage`);
    await expect(page.getByText(NO_VERDICT)).toBeVisible();
    await expect(page.getByText(why)).toBeVisible();
    await page.goto(`${url}/coa?rule=us-ct-infused-beverage&verdict=not_above`);
    await expect(page.getByText(`No certificate is compared: ${why}`)).toBeVisible();
    expect(await sidewaysScroll(page)).toBe(0);
    await page.goto(`${url}/coa/%23C9030`);
    await openFolds(page);
    const tile = strip(page).getByRole('listitem').filter({ hasText: 'Connecticut' }).first();
    await expect(tile).toContainText('No verdict now');
    await expect(tile).not.toContainText(/above|cannot tell/i);
    const refused = await page.request.get(`${url}/api/coa?rule=us-ct-infused-beverage`);
    expect(refused.status()).toBe(400);
    expect((await refused.json()).detail).toContain(why);
  });
});
