import { expect, type Page } from '@playwright/test';
import {
  BOTH_THEMES,
  emailsTo,
  emailTo,
  enter,
  expectAccessible,
  linkIn,
  passAgeGate,
  published,
  signIn,
  test,
} from './journeys';

const BATCH = 'FOLLOW-E2E-1';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('a missing batch is followed, its report arrives by email, and one click ends it', { tag: '@slow' }, async ({
  page,
  browser,
}) => {
  const address = 'follower@mail.example';
  await enter(page, `/coa/${BATCH}`);
  await page.getByRole('link', { name: 'Tell me when this batch is here' }).click();
  await expect(heading(page, 'Tell me if this changes')).toBeVisible();
  await expectAccessible(page, BOTH_THEMES);
  await page.getByLabel('Email address').fill('nowhere');
  await page.getByRole('button', { name: 'Tell me' }).click();
  await expect(page.getByText('Enter a valid email address')).toBeVisible();
  await page.getByLabel('Email address').fill(address);
  await page.getByRole('button', { name: 'Tell me' }).click();
  await expect(heading(page, 'Check your email')).toBeVisible();

  // In a browser that has not passed the age gate.
  const reader = await (await browser.newContext()).newPage();
  const asked = await emailTo(address, 'Confirm what you want to follow');
  await reader.goto(linkIn(asked, '/following?'));
  await expect(heading(reader, 'Do you want to follow this?')).toBeVisible();
  await expectAccessible(reader, BOTH_THEMES);
  await reader.getByRole('button', { name: 'Confirm' }).click();
  await expect(heading(reader, 'What you follow')).toBeFocused();

  await signIn(page);
  await published(page, { batchId: BATCH });
  const news = await emailTo(address, `batch ${BATCH}`);
  const following = linkIn(news, '/following?');
  expect(news.headers.get('list-unsubscribe')).toBe(`<${following}>`);
  const { pathname, search } = new URL(following);
  const oneClick = { form: { 'List-Unsubscribe': 'One-Click' } };
  expect((await reader.request.post(pathname + search, oneClick)).status()).toBe(200);
  await reader.reload();
  await expect(heading(reader, 'You follow nothing')).toBeVisible();
  await reader.context().close();
  expect(await emailsTo(address)).toHaveLength(2);
});

test('everything that went wrong is followed and stopped without JavaScript', { tag: '@slow' }, async ({ browser }) => {
  const address = 'plain-follower@mail.example';
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await passAgeGate(page);
  await page.goto('/follow');
  await page.getByLabel('Email address').fill(address);
  await page.getByRole('button', { name: 'Tell me' }).click();
  await expect(heading(page, 'Check your email')).toBeVisible();
  const asked = await emailTo(address, 'Confirm what you want to follow');
  await page.goto(linkIn(asked, '/following?'));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(heading(page, 'What you follow')).toBeVisible();
  await page.getByRole('button', { name: 'Stop everything' }).click();
  await expect(heading(page, 'You follow nothing')).toBeVisible();
  await context.close();
});
