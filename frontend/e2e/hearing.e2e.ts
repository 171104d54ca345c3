import { expect } from '@playwright/test';
import {
  BOTH_THEMES,
  emailTo,
  enter,
  expectAccessible,
  openConsole,
  passAgeGate,
  published,
  signIn,
  test,
} from './journeys';

const BATCH = 'HEARING/E2E';
const EMAIL = 'reporter-e2e@mail.example';

test('a problem is reported without JavaScript, staff decide, and the lab report says what they found', {
  tag: '@slow',
}, async ({ page, browser }) => {
  const staff = await (await browser.newContext()).newPage();
  await signIn(staff);
  const { reference } = await published(staff, {
    brandName: 'Hazel & Hull',
    productName: 'Quince Soda 5 mg',
    batchId: BATCH,
  });
  const said = page.getByText('A problem was reported on');

  await test.step('the form is on the way from the lab report, and keeps what was typed', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
    const plain = await context.newPage();
    await passAgeGate(plain);
    await plain.goto(`/certificates/${reference}`);
    await plain.getByRole('link', { name: 'Report a problem' }).click();
    await expect(plain.getByRole('heading', { level: 1, name: 'Report a Problem' })).toBeVisible();
    await plain.getByLabel('What did you find?').fill('The can says <b>10 mg</b>.');
    await plain.getByLabel('Email').fill(EMAIL);
    await plain.getByRole('button', { name: 'Send Report' }).click();
    await expect(plain.getByLabel('What is wrong?')).toHaveAccessibleDescription(/Choose what is wrong/);
    await expect(plain.getByLabel('What did you find?')).toHaveValue('The can says <b>10 mg</b>.');
    await plain.getByLabel('What is wrong?').selectOption('label_differs');
    await plain.getByRole('button', { name: 'Send Report' }).click();
    await expect(plain.getByRole('heading', { level: 1, name: 'Report Received' })).toBeVisible();
    await expect(plain.getByText('A person will read it by November 27, 2026.')).toBeVisible();
    await context.close();
  });

  await test.step('with scripts it is checked in the same words', async () => {
    await enter(page, `/certificates/${reference}/report`);
    await expectAccessible(page, BOTH_THEMES);
    await page.getByRole('button', { name: 'Send Report' }).click();
    await expect(page.getByRole('alert')).toContainText('What you wrote is still here');
    await page.goto(`/certificates/${reference}`);
    await expect(page.getByRole('heading', { name: 'About this report' })).toBeVisible();
    await expect(said).toHaveCount(0);
  });

  await test.step('staff hear both sides and decide', async () => {
    await openConsole(staff, `/admin/problem-reports?certificate=${reference}`);
    await expect(staff.getByText('The can says <b>10 mg</b>.')).toBeVisible();
    await expect(staff.getByText('Acknowledge: due')).toBeVisible();
    await expectAccessible(staff, BOTH_THEMES);
    const act = async (action: string, fill = async () => {}) => {
      await staff.getByRole('checkbox', { name: BATCH }).check();
      await staff.getByRole('button', { name: action, exact: true }).click();
      const dialog = staff.getByRole('dialog', { name: `${action}: 1 report` });
      await fill();
      await dialog.getByRole('button', { name: action, exact: true }).click();
      await expect(dialog).toBeHidden();
    };
    await act('Acknowledge');
    await expect(staff.getByText('Hear brand and lab: due')).toBeVisible();
    await act('Brand and lab were heard');
    await expect(staff.getByText('Decide: due')).toBeVisible();
    await act('Decide', async () => {
      await staff.getByLabel('Public sentence').fill('The brand sent us a photo of a can that says 5 mg.');
    });
    await expect(staff.getByText('There is nothing to decide here.')).toBeVisible();
  });

  await test.step('the lab report and the email say what they found', async () => {
    await page.reload();
    await expect(said).toHaveText(
      'A problem was reported on November 26, 2026: what is on the can may be different. Outcome: we found no error. The brand sent us a photo of a can that says 5 mg.',
    );
    expect((await emailTo(EMAIL, 'What we found')).text).toContain('We found no error');
    await page.goto('/about');
    await expect(page.getByRole('region', { name: 'Problems that people reported' })).toContainText(
      'we found no error',
    );
  });
});
