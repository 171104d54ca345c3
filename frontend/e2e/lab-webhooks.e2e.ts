import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, openConsole, test } from './journeys';

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
async function labWithEndpoint(page: Page) {
  const data = { name: 'Webhook Bench', contactEmail: 'data@webhook-bench.example' };
  const lab = await (await page.request.post('/api/staff/labs', { data })).json();
  const order = { label: 'LIMS', scopes: ['webhooks:manage'] };
  const { key } = await (await page.request.post(`/api/staff/labs/${lab.id}/keys`, { data: order })).json();
  const send = async (path: string, body?: object) => {
    const response = await fetch(new URL(path, page.url()), {
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

test('staff see why deliveries to a lab fail, enable its endpoint and resend', async ({ page }) => {
  await openConsole(page);
  const { id, url, sendTest } = await labWithEndpoint(page);
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
