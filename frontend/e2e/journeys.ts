import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import PostalMime from 'postal-mime';

/** This worker's own site: server.mjs serves one on each port from E2E_PORT on, and describes it in a file. */
const port = Number(process.env.E2E_PORT) + Number(process.env.TEST_PARALLEL_INDEX);

export interface Site {
  readonly databaseUrl: string;
  /** Where the server puts its mail. */
  readonly mailFolder: string;
  readonly oneTimePassword: string;
}

export const site = (): Site => JSON.parse(readFileSync(join(tmpdir(), `clearbatch-e2e-${port}.json`), 'utf8'));

/** The staff member's own password, after the one-time password. */
export const STAFF_PASSWORD = 'a sentence only the reviewer knows';

/** Passes the age gate by its button. */
export async function enter(page: Page, path = '/'): Promise<void> {
  await page.goto('/age-gate');
  await page.getByRole('button', { name: "I'm 21+ - Enter Site" }).click();
  await expect(page.getByText('Please Consume Responsibly', { exact: true })).toBeVisible();
  // Some pages are not gated, so pass the gate at its own URL first.
  if (path !== '/') await page.goto(path);
}

/** Signs in as the first account, which must choose its own password the first time. */
export async function signIn(page: Page): Promise<void> {
  await page.goto('/admin');
  await page.getByLabel('Name').fill('admin');
  await page.getByLabel('Password').fill((await isPasswordChosen(page)) ? STAFF_PASSWORD : oneTimePassword());
  await page.getByRole('button', { name: 'Sign in' }).click();
  const choose = page.getByRole('heading', { name: 'Choose your own password' });
  await expect(choose.or(page.getByRole('heading', { name: 'Review queue' }))).toBeVisible();
  if (await choose.isVisible()) await choosePassword(page);
  await expect(page.getByRole('heading', { name: 'Review queue' })).toBeVisible();
}

async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel('One-time password').fill(oneTimePassword());
  await page.getByLabel('New password', { exact: false }).first().fill(STAFF_PASSWORD);
  await page.getByLabel('Repeat new password').fill(STAFF_PASSWORD);
  await page.getByRole('button', { name: 'Save and continue' }).click();
}

const oneTimePassword = () => site().oneTimePassword;

async function isPasswordChosen(page: Page): Promise<boolean> {
  const answer = await page.request.post('/api/staff/session', {
    data: { username: 'admin', password: STAFF_PASSWORD },
  });
  if (answer.ok()) await page.request.delete('/api/staff/session');
  return answer.ok();
}

export interface Submission {
  readonly brand: string;
  readonly product: string;
  readonly batch: string;
}

export async function fillSubmission(page: Page, { brand, product, batch }: Submission): Promise<void> {
  await page.getByLabel('Brand name').fill(brand);
  await page.getByLabel('Contact name').fill('Robin Vale');
  await page.getByLabel('Contact email').fill('robin@brand.example');
  await page.getByLabel('Website').fill('https://brand.example');
  await page.getByLabel('Product name').fill(product);
  await page.getByLabel('Batch/Lot ID').fill(batch);
  await page.getByLabel('THC content').fill('4.8');
  await page.getByLabel('CBD content').fill('0.2');
  await page.getByLabel('Test date').fill('2026-11-02');
  await page.getByLabel('Lab name').fill('Example Analytical');
}

export interface ReadLetter {
  readonly subject: string;
  readonly text: string;
  /** Every link, as in the text part. */
  readonly links: readonly string[];
  readonly headers: ReadonlyMap<string, string>;
}

export const mailFolder = () => site().mailFolder;

/** Emails sent to an address, newest first. Delivery takes a moment: wait with `expect.poll`. */
export async function lettersTo(address: string): Promise<ReadLetter[]> {
  const folder = mailFolder();
  const letters: ReadLetter[] = [];
  for (const name of namesIn(folder).toSorted((a, b) => numberOf(b) - numberOf(a))) {
    const { to, subject = '', text = '', headers } = await PostalMime.parse(readFileSync(join(folder, name)));
    if (to?.[0]?.address?.toLowerCase() !== address.toLowerCase()) continue;
    const links = text.match(/https?:\/\/\S+/g) ?? [];
    letters.push({ subject, text, links, headers: new Map(headers.map(({ key, value }) => [key, value])) });
  }
  return letters;
}

/** Waits for the newest email to an address with this text in its subject. */
export async function letterTo(address: string, subject: string): Promise<ReadLetter> {
  const found = async () => (await lettersTo(address)).find((letter) => letter.subject.includes(subject));
  await expect.poll(async () => (await found())?.subject ?? null, { timeout: 15_000 }).not.toBeNull();
  return (await found()) as ReadLetter;
}

/** The folder does not exist before the first email. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.eml'));
  } catch {
    return [];
  }
}

/** `20261120T150405.12.eml` is the twelfth email. */
const numberOf = (name: string) => Number(name.split('.')[1]);

/**
 * What axe finds on a page: each violated rule with the first element that violates it. The legacy mode runs in the page
 * alone; the other one opens a second page each time, to put the results of frames from other origins together, which we
 * do not have.
 */
export async function violationsOn(page: Page, { disabledRules = [] as string[] } = {}): Promise<string[]> {
  // No script can run in a sandboxed frame, axe included.
  const axe = new AxeBuilder({ page }).setLegacyMode().disableRules(disabledRules).exclude('iframe[sandbox]');
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** No violation and no sideways scroll on phones and wide screens. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const width of [320, 360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    if (width === 320) continue;
    await animationsEnded(page);
    expect(await violationsOn(page)).toEqual([]);
  }
}

/** An element that is still fading in does not have its final contrast. Longer animations are not waited for. */
const animationsEnded = (page: Page) =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && Number(effect?.getComputedTiming().endTime) < 1000);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
