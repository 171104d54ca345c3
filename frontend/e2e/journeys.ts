import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  type APIResponse,
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
  type Request,
  type TestInfo,
} from '@playwright/test';
import type { AxeResults } from 'axe-core';
import pg from 'pg';
import PostalMime from 'postal-mime';
import table from '../../content/pages.json' with { type: 'json' };
import { machineTime } from '../../scripts/test-clock.mjs';

interface Site {
  /** The test file that has it, and which of its repetitions. */
  readonly owner: string;
  readonly databaseUrl: string;
  /** Where the server puts its mail. */
  readonly mailFolder: string;
  readonly staffPassword: string;
  /** The session cookie of the account, which tests share. */
  session: Parameters<BrowserContext['addCookies']>[0];
}

let ownSite: Site | undefined;

/** The site of the running test. */
export function site(): Site {
  if (ownSite?.owner !== ownerOf(test.info()))
    throw new Error('A file has its site from its first test on, not in beforeAll.');
  return ownSite;
}

const ownerOf = ({ file, repeatEachIndex }: TestInfo) => `${file} ${repeatEachIndex}`;

/**
 * Every journey imports this one: each file begins with a fresh site, and so does what follows a failed test. All pages have
 * the clock of the run, which this process has already (scripts/test-clock.mjs).
 */
export const test = base.extend<{ fileHasSite: undefined }, { browserHasClock: undefined }>({
  browserHasClock: [
    async ({ browser }, use) => {
      const open = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await open(options);
        await context.addInitScript(shiftClock, Number(process.env.TEST_CLOCK_SHIFT_MS ?? 0));
        const request = context.request.fetch.bind(context.request);
        context.request.fetch = async (...asked) => {
          const response = await request(...asked);
          await context.addCookies(cookiesOf(response));
          return response;
        };
        return context;
      };
      await use(undefined);
    },
    { auto: true, box: true, scope: 'worker' },
  ],
  fileHasSite: [
    async ({ browser }, use, info) => {
      if (ownSite?.owner !== ownerOf(info)) ownSite = await openFreshSite(ownerOf(info), info.parallelIndex);
      await use(undefined);
      // What a test opened besides its own page would go on asking the server during the tests after it.
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true, box: true },
  ],
});

/** Asks server.mjs, at the port after those of the sites. */
async function openFreshSite(owner: string, worker: number): Promise<Site> {
  const port = Number(process.env.E2E_PORT) + Number(process.env.E2E_WORKERS);
  // Only its own journeys pay for starting a sandbox.
  const query = owner.includes('sandbox.e2e') ? '?sandbox' : '';
  const answer = await fetch(`http://localhost:${port}/${worker}${query}`, { method: 'POST' });
  if (!answer.ok) throw new Error(await answer.text());
  const { database, ...described } = await answer.json();
  const databaseUrl = Object.assign(new URL(process.env.TEST_PG_URL ?? ''), { pathname: `/${database}` }).href;
  return { ...described, owner, databaseUrl, session: [] };
}

/** Runs in a page before its scripts, and before a clock that a test installs. */
function shiftClock(shiftMs: number): void {
  const MachineDate = Date;
  const now = () => MachineDate.now() + shiftMs;
  globalThis.Date = new Proxy(MachineDate, {
    construct: (target, parts, newTarget) => Reflect.construct(target, parts.length === 0 ? [now()] : parts, newTarget),
    apply: () => new MachineDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}

/**
 * What an answer to `page.request` sets. Playwright adds it by the clock of the run, but the browser forgets it by the
 * clock of the machine, which may be days ahead.
 */
function cookiesOf(response: APIResponse): Parameters<BrowserContext['addCookies']>[0] {
  const url = new URL('/', response.url()).href;
  return response
    .headersArray()
    .filter(({ name }) => name.toLowerCase() === 'set-cookie')
    .map(({ value: line }) => /^(?<name>[^=]+)=(?<value>[^;]*);.*Max-Age=(?<seconds>[1-9]\d*)/i.exec(line)?.groups)
    .filter((cookie) => cookie !== undefined)
    .map(({ name = '', value = '', seconds }) => {
      const expires = machineTime() / 1000 + Number(seconds);
      return { url, name, value, expires, httpOnly: true, sameSite: 'Lax' };
    });
}

/** Passes the age gate without opening a page; age-gate.e2e.ts tests the gate itself. */
export async function passAgeGate(page: Page): Promise<void> {
  expect((await page.request.post('/api/verify-age', { data: { verified: true } })).ok()).toBe(true);
}

/** Passes the age gate and opens a page, ready to use with its scripts. */
export async function enter(page: Page, path = '/'): Promise<void> {
  await passAgeGate(page);
  await page.goto(path);
  await waitForHydration(page);
}

/**
 * Waits until the scripts have taken over what the server rendered. What a visitor does before that, before-hydration.e2e.ts
 * tests with scripts that are held back; any other test would depend on which comes first.
 */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => document.readyState === 'complete' && !('earlyClicks' in window));
}

/** Every public page in content/pages.json that the demonstration data has, with its address. notices.e2e.ts publishes a notice. */
export async function publicPages(page: Page): Promise<{ id: string; path: string }[]> {
  const [{ brandName, productName, batchId, labName }] = await (await page.request.get('/api/coa')).json();
  const query = `brand=${encodeURIComponent(brandName)}`;
  const { reference } = await (await page.request.get(`/api/coa/${encodeURIComponent(batchId)}?${query}`)).json();
  const values: Record<string, string> = {
    brandName,
    productName,
    batchId,
    labName,
    reference,
    slug: 'dosing-guide',
    code: 'key-missing',
    token: 'none',
    id: 'us-2026-12-11',
    edition: '1',
    state: 'texas',
  };
  const fill = (path: string) => path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  return Object.entries(table.pages)
    .filter(([id]) => id !== 'staff' && id !== 'notice')
    .map(([id, page]) => ({ id, path: fill(page.path) }));
}

/** Signs in as the account of the site, without opening a page; staff-account.e2e.ts tests the sign-in form. */
export async function signIn(page: Page): Promise<void> {
  const own = site();
  await page.context().addCookies(own.session);
  if ((await page.request.get('/api/staff/session')).ok()) return;
  const data = { username: 'admin', password: own.staffPassword };
  expect((await page.request.post('/api/staff/session', { data })).ok()).toBe(true);
  own.session = (await page.context().cookies()).filter(({ name }) => name === 'staff_session');
}

/** Signs in and opens a staff page. */
export async function openConsole(page: Page, path = '/admin'): Promise<void> {
  await signIn(page);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/**
 * Stops the page's clock. Call `page.clock.install()` before the page is opened. What the page does after a while, such as
 * showing what the server answered, waits too: move the clock on with `untilShown`, or call `page.clock.resume()`.
 */
export async function stopClock(page: Page): Promise<void> {
  // The clock goes on while it is read and stopped, and can't be set back.
  const MARGIN_MS = 3_600_000;
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + MARGIN_MS);
}

/** Expects of a page whose clock is stopped, which moves on a little with each look. */
export const untilShown = <Value>(page: Page, look: () => Promise<Value>) =>
  expect.poll(
    async () => {
      await page.clock.runFor(50);
      return look();
    },
    { intervals: [20] },
  );

/** The notices of what the reviewer at this page decided. */
export const decisions = (page: Page) => page.getByRole('region', { name: 'Your decisions' });

/**
 * Waits until the server has answered a decision, and lets the time pass in which it can be undone. The page asks for more
 * time while the pointer is on the notice, and it may appear where the last click was.
 */
export async function passUndoTime(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  // Not any notice: that of an earlier decision is still shown for a while.
  await expect(decisions(page).getByRole('button', { name: /^Undo/ }).first()).toBeVisible();
  await endUndoTime();
}

/** Lets the time to undo the only decision pass, and waits until it was carried out. */
export async function expectCarriedOut(page: Page): Promise<void> {
  await passUndoTime(page);
  await expect(decisions(page).getByText('Done')).toBeVisible();
}

/** Lets the time to undo pass on the server, and waits until nothing waits any more. */
export async function endUndoTime(): Promise<void> {
  const client = new pg.Client(site().databaseUrl);
  await client.connect();
  const waiting = async () => {
    const pass = `UPDATE pending_decisions SET "takesEffectAt" = least("takesEffectAt", now()) WHERE "state" = 'waiting'`;
    return (await client.query(pass)).rowCount;
  };
  try {
    await expect.poll(waiting, 'decisions that wait').toBe(0);
  } finally {
    await client.end();
  }
}

/** Records what a reviewer reads in the report. Nothing is filled in that nobody reported. */
export async function recordResults(review: Page | Locator, different: Readonly<Record<string, string>> = {}) {
  const passed = { 'Overall result': 'Passed', Pesticides: 'Passed', 'Heavy Metals': 'Passed', Microbials: 'Passed' };
  const results = { ...passed, 'Residual Solvents': 'Passed', ...different };
  for (const [label, value] of Object.entries(results))
    await review.getByLabel(label, { exact: true }).selectOption(value);
}

/** A certificate as staff see it in the queue. */
export interface Queued {
  readonly id: string;
  readonly reference: string;
  readonly version: number;
}

/** What the form sends. */
export const aSubmission = (differing: object = {}) => ({
  brandName: 'Quince & Quill',
  contactName: 'Robin Vale',
  contactEmail: 'robin@brand.example',
  productName: 'Quince Tonic 5 mg',
  batchId: 'QQ-1',
  thcContent: 4.9,
  cbdContent: 0,
  testDate: '2026-10-30',
  labName: 'Example Analytical',
  ...differing,
});

/**
 * Submits a certificate through the API, and finds it in the queue: the page is signed in.
 * @param access what the upload of its PDF gave the sender
 */
export async function submitted(page: Page, differing: object = {}, access = ''): Promise<Queued> {
  const sent = await page.request.post('/api/coa/submit', { data: aSubmission(differing), params: { access } });
  expect(sent.status(), await sent.text()).toBe(201);
  const { reference } = await sent.json();
  const found = await page.request.get('/api/staff/submissions', { params: { search: reference } });
  return (await found.json())[0];
}

const ALL_PASSED = { pesticides: 'passed', heavyMetals: 'passed', microbials: 'passed', residualSolvents: 'passed' };

/** Approves a submission through the API, without a PDF. */
export async function approved(
  page: Page,
  { id, version }: Pick<Queued, 'id' | 'version'>,
  decision: object = {},
): Promise<Queued> {
  const data = { version, status: 'passed', panels: ALL_PASSED, documentAbsence: 'paper-only', ...decision };
  const answer = await page.request.post(`/api/staff/submissions/${id}/approval`, { data });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

/** Submits and approves a certificate through the API. */
export const published = async (page: Page, differing: object = {}, decision: object = {}): Promise<Queued> =>
  approved(page, await submitted(page, differing), decision);

/** Creates an account for someone who signs in with a new password. @returns a page of their own browser */
export async function anotherMember(
  admin: Page,
  browser: Browser,
  username: string,
  role: 'reviewer' | 'editor' | 'administrator' = 'reviewer',
): Promise<Page> {
  const account = { username, roles: [role] };
  const created = await admin.request.post('/api/staff/accounts', { data: account });
  const { oneTimePassword } = await created.json();
  const page = await (await browser.newContext()).newPage();
  await page.request.post('/api/staff/session', { data: { username, password: oneTimePassword } });
  const change = { currentPassword: oneTimePassword, newPassword: 'a sentence that only this person knows' };
  expect((await page.request.put('/api/staff/password', { data: change })).ok()).toBe(true);
  return page;
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

export interface ReceivedEmail {
  readonly subject: string;
  readonly text: string;
  /** Every link in the text part. */
  readonly links: readonly string[];
  readonly headers: ReadonlyMap<string, string>;
}

/** @returns the first link whose address has this part */
export const linkIn = ({ links }: ReceivedEmail, part: string) => links.find((link) => link.includes(part)) ?? '';

/** Has a reviewer ask for changes to the batch ID. @returns the address that the submitter gets by email */
export async function askForChanges(
  browser: Browser,
  { reference, email }: { reference: string; email: string },
): Promise<string> {
  const staff = await (await browser.newContext()).newPage();
  await signIn(staff);
  const list = await (await staff.request.get(`/api/staff/submissions?search=${reference}`)).json();
  const { id } = list[0];
  const { version } = await (await staff.request.get(`/api/staff/submissions/${id}`)).json();
  const comments = [{ code: 'batch-mismatch', weight: 'major', text: 'The report says PL-26/2.' }];
  const response = await staff.request.post(`/api/staff/submissions/${id}/change-request`, {
    data: { version, comments },
  });
  expect(response.ok(), await response.text()).toBe(true);
  await staff.context().close();
  return linkIn(await emailTo(email, 'Changes needed'), '/corrections/');
}

export const mailFolder = () => site().mailFolder;

/** Emails sent to an address, newest first. Delivery takes a moment: wait with `expect.poll`. */
export async function emailsTo(address: string): Promise<ReceivedEmail[]> {
  const folder = mailFolder();
  const emails: ReceivedEmail[] = [];
  for (const name of namesIn(folder).toSorted((a, b) => numberOf(b) - numberOf(a))) {
    const { to, subject = '', text = '', headers } = await PostalMime.parse(readFileSync(join(folder, name)));
    if (to?.[0]?.address?.toLowerCase() !== address.toLowerCase()) continue;
    const links = text.match(/https?:\/\/\S+/g) ?? [];
    emails.push({ subject, text, links, headers: new Map(headers.map(({ key, value }) => [key, value])) });
  }
  return emails;
}

/** Waits for an email to an address with this text in its subject, and returns the newest. */
export async function emailTo(address: string, subject: string): Promise<ReceivedEmail> {
  let found: ReceivedEmail | undefined;
  const look = async () => {
    found = (await emailsTo(address)).find((email) => email.subject.includes(subject));
    return found !== undefined;
  };
  await expect.poll(look, `"${subject}" to ${address}`).toBe(true);
  return found as ReceivedEmail;
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

/** Opens a page and waits until it works and has loaded everything: no request is pending, none starts within two frames. */
export async function openFully(page: Page, path: string): Promise<void> {
  const pending = new Set<Request>();
  const onRequest = (request: Request) => pending.add(request);
  const onEnd = (request: Request) => pending.delete(request);
  page.on('request', onRequest).on('requestfinished', onEnd).on('requestfailed', onEnd);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
  await waitForHydration(page);
  await expect(async () => {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect([...pending].map((request) => request.url())).toEqual([]);
  }).toPass({ intervals: [20] });
  page.off('request', onRequest).off('requestfinished', onEnd).off('requestfailed', onEnd);
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeWindow {
  readonly axe?: { run(context: object, options: object): Promise<AxeResults> };
}

/** What one page can pass in one theme and width, and violate in another: colors, and the room around what is pressed. */
const LOOKS = ['color-contrast', 'link-in-text-block', 'target-size'];

/**
 * What axe finds on a page: each violated rule with the first element that violates it, and how. Calls axe itself,
 * because `@axe-core/playwright` sends its source twice for each run and describes every element that passed.
 * @param looksOnly whether only {@link LOOKS} are of interest: every rule was already checked in another theme or width
 */
export async function violationsOn(
  page: Page,
  { disabledRules = [] as string[], looksOnly = false } = {},
): Promise<string[]> {
  await endAnimations(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  // axe leaves target-size out unless asked.
  const disabled = Object.fromEntries(disabledRules.map((rule) => [rule, { enabled: false }]));
  const rules = { 'target-size': { enabled: true }, ...disabled };
  const which = looksOnly ? { runOnly: { type: 'rule', values: LOOKS } } : { rules };
  return page.evaluate(
    async (options) => {
      // No script can run in a sandboxed frame, axe included.
      const results = await (window as AxeWindow).axe?.run({ exclude: ['iframe[sandbox]'] }, options);
      return (
        results?.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`) ?? [
          'axe is not loaded',
        ]
      );
    },
    { ...which, resultTypes: ['violations'] },
  );
}

export const BOTH_THEMES = ['light', 'dark'] as const;

/**
 * No sideways scroll and no violation on phones and wide screens, in the current theme or in those given. Every rule is
 * checked on the wide screen, where nothing is folded away, in the first theme; those about looks on a phone in the last one.
 * The other pairs of width and theme: every-page.slow.e2e.ts.
 */
export async function expectAccessible(
  page: Page,
  themes: readonly (undefined | 'light' | 'dark')[] = [undefined],
): Promise<void> {
  // A page of the console is empty until its code has come.
  await expect(page.locator('h1').first()).toBeVisible();
  for (const width of [320, 360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    // Anywhere else, the notice that stays at the top covers a part of what happens to be under it.
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    expect(await sidewaysScroll(page), `${page.url()} at ${width}`).toBeLessThanOrEqual(0);
    if (width === 320 || width === 768) continue;
    const isPhone = width === 360;
    const colorScheme = themes.at(isPhone ? -1 : 0);
    await page.emulateMedia({ colorScheme });
    const where = `${page.url()} at ${width}, ${colorScheme ?? 'same'} theme`;
    expect(await violationsOn(page, { looksOnly: isPhone }), where).toEqual([]);
  }
}

/** A certificate's page is accessible with all its pictures, at any width and in both themes. */
export async function expectPicturesAccessible(page: Page): Promise<void> {
  await waitForHydration(page);
  await openFolds(page);
  await expectAccessible(page, BOTH_THEMES);
  // 320 px, as with a zoom of 200% at 640 px: texts of the pictures stay within them.
  await page.setViewportSize({ width: 320, height: 740 });
  const outside = await page.locator('svg.chart text').evaluateAll((texts) =>
    texts
      .filter((text) => {
        const { left, right } = text.getBoundingClientRect();
        return left < -1 || right > window.innerWidth + 1;
      })
      .map((text) => text.textContent),
  );
  expect(outside).toEqual([]);
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(page.locator('svg.chart').first()).toBeVisible();
  await page.emulateMedia({ forcedColors: null });
}

/** Opens what a certificate's page has for labs and journalists. */
export const openForExperts = (page: Page) =>
  page.locator('summary').filter({ hasText: 'For labs and journalists' }).click();

/** Opens everything that is folded away, as a search on the page does. */
export const openFolds = (page: Page) =>
  page.locator('main details').evaluateAll((folds) => {
    for (const fold of folds) fold.setAttribute('open', '');
  });

/** How many pixels are to the right of the window. */
export const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/**
 * Ends fades, because an element that is still fading in lacks its final contrast. One that ends can start another:
 * children inherit a color that changes, and have transitions too. Skips longer animations, and those in a closed fold,
 * which do not go on until it is opened.
 */
export const endAnimations = (page: Page) =>
  page.evaluate(async () => {
    const short = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' &&
            Number(effect?.getComputedTiming().endTime) < 1000 &&
            (effect as KeyframeEffect).target?.checkVisibility(),
        );
    for (let running = short(); running.length > 0; running = short()) {
      for (const animation of running) animation.finish();
      await Promise.allSettled(running.map(({ finished }) => finished));
    }
  });

/** As with larger text in the browser's settings. */
export const setTextSize = (page: Page, size: string) =>
  page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);
