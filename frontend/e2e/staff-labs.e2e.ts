import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { BOTH_THEMES, expectAccessible, openConsole, signIn, test } from './journeys';
import { type ChosenFile, csvFile } from './lab-reports';

/** A lab's server, which answers every event with `status`. */
let receiver: Server;
let status = 410;
const ids: (string | string[] | undefined)[] = [];

test.beforeAll(async () => {
  receiver = createServer((request, response) => {
    ids.push(request.headers['webhook-id']);
    response.writeHead(status, { 'content-type': 'text/plain' }).end('moved out');
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
test.afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

/**
 * Creates a lab with an endpoint through the API.
 * @returns its page, and a function that sends it a test event
 */
async function labWithEndpoint(page: Page, baseURL: string | undefined) {
  const data = { name: 'Webhook Bench', contactEmail: 'data@webhook-bench.example' };
  const lab = await (await page.request.post('/api/staff/labs', { data })).json();
  const order = { label: 'LIMS', scopes: ['webhooks:manage'] };
  const { key } = await (await page.request.post(`/api/staff/labs/${lab.id}/keys`, { data: order })).json();
  const send = async (path: string, body?: object) => {
    const response = await fetch(new URL(path, baseURL), {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(response.ok).toBe(true);
    return response.json();
  };
  const { port } = receiver.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/webhooks`;
  const endpoint = await send('/api/partner/webhook-endpoints', { url, types: ['certificate.published'] });
  return { id: lab.id, url, sendTest: () => send(`/api/partner/webhook-endpoints/${endpoint.id}/test-event`) };
}

test('a lab is added, gets a key that works, is trusted, suspended, accredited, and its certificates are found', {
  tag: '@slow',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openConsole(page);
  await page.getByRole('link', { name: 'Partner labs' }).click();
  await expect(page.getByRole('heading', { name: 'Partner labs', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Northfield Test Lab (fictional)' })).toBeVisible();
  await expectAccessible(page);

  await test.step('it is added', async () => {
    await page.getByRole('button', { name: 'Add a lab' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a lab' });
    await dialog.getByLabel('Name').fill('northfield test lab (fictional)');
    await dialog.getByLabel('Contact address').fill('data@quiet-bench.example');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText('There is already a lab named');
    await dialog.getByLabel('Name').fill('Quiet Bench');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Quiet Bench', level: 1 })).toBeVisible();
    await expect(page.getByText("This lab can't send anything without a key.")).toBeVisible();
  });

  await test.step('a key is issued, shown once, and works in the partner API', async () => {
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create key' });
    await dialog.getByLabel('Label').fill('LIMS');
    for (const scope of ['certificates:write', 'certificates:read', 'webhooks:manage']) {
      await expect(dialog.getByText(`(${scope})`)).toBeVisible();
    }
    await dialog.getByLabel('Send certificates').uncheck();
    await dialog.getByLabel('Read its certificates').uncheck();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await expect(dialog.getByText('Choose at least one')).toBeVisible();
    await dialog.getByLabel('Read its certificates').check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await expect(page.getByRole('region', { name: 'New key' })).toBeFocused();
    await expect(page.getByText("Copy this key now. You won't see it again.")).toBeVisible();
    await page.getByRole('button', { name: 'Copy key' }).click();
    await expect(page.getByText('Key copied').first()).toBeVisible();
    const key = await page.evaluate(() => navigator.clipboard.readText());
    expect(key).toMatch(/^coa_live_[\w-]{43}$/);
    await expect(page.getByText(key)).toBeVisible();
    await expectAccessible(page);

    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(new URL('/api/partner/lab', page.url()), { headers });
    expect(await answer.json()).toMatchObject({ name: 'Quiet Bench', trusted: false, scopes: ['certificates:read'] });

    await page.getByRole('button', { name: 'I saved it' }).click();
    await page.reload();
    await expect(page.getByText(`${key.slice(0, 13)}…${key.slice(-4)}`)).toBeVisible();
    await expect(page.getByText(/last used/)).toBeVisible();
    await expect(page.getByText(key)).toHaveCount(0);
  });

  await test.step('it is trusted for a reason, and unsaved changes stay', async () => {
    await page.getByLabel('Website').fill('https://half.example');
    await page.getByRole('button', { name: 'Trust this lab' }).click();
    const dialog = page.getByRole('dialog', { name: 'Trust this lab' });
    await expect(dialog.getByText('published without review')).toBeVisible();
    await dialog.getByLabel('Reason').fill('No corrections in a year');
    await dialog.getByRole('button', { name: 'Trust this lab' }).click();
    await expect(page.getByText('Trusted: what it sends is published right away')).toBeVisible();
    await expect(page.getByLabel('Website')).toHaveValue('https://half.example');
  });

  await test.step('it is suspended and resumed', async () => {
    await page.getByRole('button', { name: 'Suspend access' }).click();
    const suspend = page.getByRole('dialog', { name: 'Suspend access' });
    await suspend.getByLabel('Reason').fill('Someone else had the key');
    await suspend.getByRole('button', { name: 'Suspend access' }).click();
    await expect(page.getByText('Suspended: all its keys are refused.')).toBeVisible();
    await page.getByRole('button', { name: 'Resume access' }).click();
    const resume = page.getByRole('dialog', { name: 'Resume access' });
    await resume.getByLabel('Reason').fill('It was a mistake');
    await resume.getByRole('button', { name: 'Resume access' }).click();
    await expect(page.getByText('Active: its live keys work.')).toBeVisible();
  });

  await test.step('someone else changes it, and nothing is overwritten', async () => {
    const labs = await (await page.request.get('/api/staff/labs')).json();
    const { id, version } = labs.find(({ name }: { name: string }) => name === 'Quiet Bench');
    const data = { name: 'Quiet Bench', contactEmail: 'other@quiet-bench.example', version };
    expect((await page.request.put(`/api/staff/labs/${id}`, { data })).ok()).toBe(true);
    await page.getByLabel('Website').fill('https://quiet-bench.example');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert')).toContainText('Someone else changed this lab after you opened it');
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByLabel('Contact address')).toHaveValue('other@quiet-bench.example');
    await page.getByLabel('Website').fill('https://quiet-bench.example');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved').first()).toBeVisible();
  });

  await test.step('its accreditation is entered, shown as unverified, and marked before it expires', async () => {
    await expect(page.getByText('None entered. Add it under Details.')).toBeVisible();
    const soon = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel('Accreditation number').fill('1234.56');
    await page.getByLabel('Last valid day').fill(soon);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Accreditation body is required')).toBeVisible();
    await page.getByLabel('Accreditation body').fill('Example Accreditation Board');
    await page.getByLabel('Link to the scope').fill('https://a2la.example/1234');
    await page.getByRole('button', { name: 'Save' }).click();
    const record = page.getByRole('region', { name: 'Accreditation' });
    await expect(record.getByText('We did not verify it with the accreditation body.')).toBeVisible();
    await expect(record.getByText(/^This entry expires on /)).toBeVisible();
    await expect(record.getByRole('link', { name: 'https://a2la.example/1234' })).toBeVisible();
    await expect(page.getByText('Accreditation expires soon')).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Last valid day').fill('2020-01-31');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(record.getByText('This entry expired on Jan 31, 2020')).toBeVisible();
    await page.goto('/admin/labs');
    await expect(page.getByText('Accreditation expired')).toBeVisible();
    await page.goBack();
  });

  await test.step('the key is revoked', async () => {
    await page.getByRole('button', { name: 'Revoke LIMS' }).click();
    const dialog = page.getByRole('dialog', { name: 'Revoke LIMS' });
    await expect(dialog.getByText("You can't undo this.")).toBeVisible();
    await dialog.getByRole('button', { name: 'Revoke key' }).click();
    await expect(page.getByText('Revoked', { exact: true })).toBeVisible();
  });

  await test.step('its certificates are listed, searched and filtered, including one that it withdrew', async () => {
    const certificates = page.getByRole('region', { name: 'Certificates' });
    await expect(certificates.getByText('No certificates yet')).toBeVisible();
    const labId = new URL(page.url()).pathname.split('/').at(-1);
    const { version } = await (await page.request.get(`/api/staff/labs/${labId}`)).json();
    const untrusted = { trusted: false, reason: 'So that what it sends waits', version };
    expect((await page.request.put(`/api/staff/labs/${labId}/trust`, { data: untrusted })).ok()).toBe(true);
    const order = { label: 'Sender', scopes: ['certificates:write'] };
    const issued = await (await page.request.post(`/api/staff/labs/${labId}/keys`, { data: order })).json();
    const headers = { authorization: `Bearer ${issued.key}`, 'content-type': 'application/json' };
    const call = (path: string, body: object, more: object) =>
      fetch(new URL(`/api/partner/certificates${path}`, page.url()), {
        method: 'POST',
        headers: { ...headers, ...more },
        body: JSON.stringify(body),
      });
    const verdicts = { pesticides: 'passed', heavyMetals: 'passed', microbials: 'passed', residualSolvents: 'passed' };
    const send = async (productName: string, labReportId: string) => {
      const report = { productName, labReportId, brandName: 'Rowan & Fen', batchId: `RF ${labReportId}` };
      const measured = { thcContent: 5, cbdContent: 0, testDate: '2026-10-14', status: 'passed', panels: verdicts };
      const answer = await call('', { ...report, ...measured }, { 'idempotency-key': crypto.randomUUID() });
      expect(answer.status).toBe(201);
      return (await answer.json()) as { id: string; reference: string };
    };
    const kept = await send('Medlar Tea 5 mg', 'QB-2026-1');
    const retracted = await send('Quince Soda 5 mg', 'QB-2026-2');
    await call(`/${retracted.id}/withdrawal`, { reason: 'The sample was mixed up.' }, { 'if-match': '*' });
    await page.reload();
    await expect(certificates.getByRole('listitem')).toHaveCount(2);
    await expect(certificates.getByText('Withdrawn by the lab', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await certificates.getByLabel("Search this lab's certificates").fill(kept.reference.toLowerCase());
    await expect(certificates.getByRole('listitem')).toHaveCount(1);
    await expect(certificates.getByRole('link', { name: 'Medlar Tea 5 mg' })).toBeVisible();
    await certificates.getByLabel('Status').selectOption('rejected');
    await expect(certificates.getByText('No certificates match')).toBeVisible();
    await page.reload();
    await expect(certificates.getByText('No certificates match')).toBeVisible();
    await certificates.getByRole('button', { name: 'Show all certificates' }).click();
    await expect(certificates.getByRole('listitem')).toHaveCount(2);
    await certificates.getByRole('link', { name: 'Quince Soda 5 mg' }).click();
    await expect(page.getByText('The sample was mixed up.', { exact: true })).toBeVisible();
    // The history shows it, too.
    await expect(page.getByText('Reason: The sample was mixed up.')).toBeVisible();
    await expect(page.getByText('Withdrawn by the lab', { exact: true })).toHaveCount(2);
    await expect(page.getByText('Rejected')).toHaveCount(0);

    await page.goto('/admin/audit-log');
    await page.getByLabel('Done to').fill(retracted.reference.replaceAll('-', '').toLowerCase());
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('submission.taken-back').click();
    await expect(page.getByText(`Open ${retracted.reference}`)).toBeVisible();
    await page.getByLabel('Done to').fill('cb-0000-0000');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.getByText('No certificate has the reference CB-0000-0000.')).toBeVisible();
  });
});

test('staff see why deliveries to a lab fail, enable its endpoint and resend', { tag: '@slow' }, async ({
  page,
  baseURL,
}) => {
  await signIn(page);
  const { id, url, sendTest } = await labWithEndpoint(page, baseURL);
  await page.goto(`/admin/labs/${id}`);
  const webhooks = page.getByRole('region', { name: 'Webhooks' });
  await expect(webhooks.getByText(url)).toBeVisible();
  await expect(webhooks.getByText('Enabled', { exact: true })).toBeVisible();
  await expect(webhooks.getByText('There were no events to send.')).toBeVisible();

  await sendTest();
  await expect
    .poll(async () => (await (await page.request.get(`/api/staff/labs/${id}/webhook-endpoints`)).json())[0].enabled)
    .toBe(false);
  await page.reload();
  await expect(webhooks.getByText('Disabled', { exact: true })).toBeVisible();
  await expect(webhooks.getByText('Its server answered 410 Gone, so we stopped.')).toBeVisible();
  const delivery = webhooks.getByRole('listitem').filter({ hasText: 'webhook.test' });
  await expect(delivery.getByText('Failed')).toBeVisible();
  await delivery.getByText('webhook.test').click();
  await expect(delivery.getByText('status 410')).toBeVisible();
  await expect(delivery.getByText('moved out')).toBeVisible();
  await expectAccessible(page);

  await delivery.getByRole('button', { name: 'Send again now' }).click();
  await expect(delivery.getByRole('alert')).toContainText('This endpoint is disabled');

  status = 204;
  await webhooks.getByRole('button', { name: `Enable ${url}` }).click();
  await expect(webhooks.getByText('Enabled', { exact: true })).toBeVisible();
  await delivery.getByRole('button', { name: 'Send again now' }).click();
  await expect(page.getByText('Back in the queue').first()).toBeVisible();
  await expect.poll(() => ids.length).toBe(2);
  expect(ids[1]).toBe(ids[0]);
  const deliveries = `/api/staff/labs/${id}/webhook-deliveries`;
  await expect.poll(async () => (await (await page.request.get(deliveries)).json())[0].state).toBe('delivered');
  await webhooks.getByRole('button', { name: 'Refresh' }).click();
  await expect(delivery.getByText('Delivered')).toBeVisible();
  await expect(delivery.getByText('status 204')).toBeVisible();

  await webhooks.getByLabel('Show').selectOption('Failed');
  await expect(webhooks.getByText('No deliveries with this status.')).toBeVisible();
  await webhooks.getByLabel('Show').selectOption('Delivered');
  await expect(delivery).toBeVisible();
});

const HEADER =
  'labReportId,brandName,productName,batchId,testDate,thcContent,cbdContent,status,panels.pesticides,panels.heavyMetals,panels.microbials,panels.residualSolvents';
const aRow = (number: number, verdict = 'passed') =>
  `PB-${number},Fern & Flint,Medlar Tea 5 mg,FF-IMPORT-${number},2026-11-02,4.9,0,passed,${verdict},passed,passed,passed`;

/** A trusted lab. @returns its address in the console */
async function trustedLab(page: Page): Promise<string> {
  await signIn(page);
  const data = { name: 'Paper Bench', contactEmail: 'data@paper-bench.example' };
  const { id, version } = await (await page.request.post('/api/staff/labs', { data })).json();
  const trust = { trusted: true, reason: 'As agreed', version };
  expect((await page.request.put(`/api/staff/labs/${id}/trust`, { data: trust })).ok()).toBe(true);
  return `/admin/labs/${id}`;
}

test('staff import the spreadsheet of a lab, and its certificates wait for review', async ({ page }) => {
  await openConsole(page, await trustedLab(page));
  const section = page.getByRole('region', { name: 'Import a spreadsheet' });
  const choose = (file: ChosenFile) => section.getByLabel('Spreadsheet of this lab (CSV)').setInputFiles(file);

  await test.step('each row is shown first', async () => {
    await choose(csvFile('november.csv', HEADER, aRow(1), aRow(2, 'pass'), aRow(3)));
    await expect(section.getByText('2 rows ready, 1 row with problems. Nothing is stored yet.')).toBeVisible();
    await expect(section.getByText(/Column panels.pesticides: .* Did you mean "passed"\?/)).toBeVisible();
    await expect(page.getByText('No certificates yet')).toBeVisible();
    await expectAccessible(page, BOTH_THEMES);
  });

  await test.step('the good rows are imported', async () => {
    const button = section.getByRole('button', { name: 'Import 2 rows' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(section.getByText('2 rows imported for Paper Bench')).toBeVisible();
    await expect(section.getByText('Rows not imported (1)')).toBeVisible();
    const certificates = page.getByRole('region', { name: 'Certificates' });
    await expect(certificates.getByRole('listitem')).toHaveCount(2);
    await expect(certificates.getByRole('listitem').filter({ hasText: 'Published' })).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('a reviewer sees who entered it', async () => {
    await section.getByRole('link', { name: /^CB-/ }).first().click();
    await expect(page.getByText('Entered by admin')).toBeVisible();
    await expect(page.getByText('Staff', { exact: true }).first()).toBeVisible();
  });
});
