import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { RETENTION_DAYS as MAIL_DAYS } from '../../src/domain/mail/queued-mail.js';
import { RETENTION_DAYS } from '../../src/domain/privacy/retention-days.js';
import { RETENTION_DAYS as WEBHOOK_DAYS } from '../../src/domain/webhooks/delivery-attempts.js';
import { DATA_INVENTORY } from '../../src/modules/privacy/data-inventory.js';
import { RETENTION_HOURS } from '../../src/platform/http/idempotency.js';

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '../../..', path), 'utf8');

describe('the retention periods of personal data', () => {
  it('match those on the privacy page', () => {
    const told = { ...RETENTION_DAYS, finishedMail: MAIL_DAYS, webhookLog: WEBHOOK_DAYS };
    expect(JSON.parse(read('content/retention.json'))).toEqual(told);
    expect(RETENTION_DAYS.repeatedRequests * 24).toBe(RETENTION_HOURS);
  });

  it('match those in the documents', () => {
    for (const [rule, days] of Object.entries(RETENTION_DAYS)) {
      expect(read('docs/security.md')).toContain(`| \`${rule}\` | ${days} |`);
    }
  });

  it('are given for every column', () => {
    const said = DATA_INVENTORY.map(({ retention }) => retention).join('\n');
    for (const [rule, days] of Object.entries(RETENTION_DAYS)) {
      if (rule !== 'failedSignIns') expect(said).toContain(`${days} days`);
    }
    expect(DATA_INVENTORY.filter(({ retention }) => !/^[A-Z\d].*\.$/.test(retention))).toEqual([]);
    expect(said).toContain(`${MAIL_DAYS} days after it was sent`);
  });
});
