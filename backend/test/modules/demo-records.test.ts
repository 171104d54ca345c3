import { DEMO_RECORDS } from '../../src/demo-records.js';
import { submit } from '../../src/domain/coa-registry/certificate/certificate.js';
import { automatedChecks } from '../../src/domain/coa-registry/checks/automated-checks.js';

const day = (at: Date) => at.toISOString().slice(0, 10);

it('every record has its own id, and a report number that its laboratory uses once', () => {
  const numbers = DEMO_RECORDS.map(({ draft }) => draft.labReportId);
  expect(new Set(DEMO_RECORDS.map(({ id }) => id)).size).toBe(DEMO_RECORDS.length);
  expect(new Set(numbers).size).toBe(DEMO_RECORDS.length);
  expect(numbers.filter((number) => !/^(EA|NF|TB)-202[4-6]-\d{5}$/.test(number ?? ''))).toEqual([]);
});

it('no record was received before its test, or published before it was received', () => {
  for (const { draft, receivedAt, publishedAt, withdrawnAt } of DEMO_RECORDS) {
    const order = [
      draft.testDate < day(receivedAt),
      receivedAt < publishedAt,
      !withdrawnAt || publishedAt < withdrawnAt,
    ];
    expect([draft.batchId, ...order]).toEqual([draft.batchId, true, true, true]);
  }
});

it('a correction follows the record that it replaces', () => {
  const [correction, ...others] = DEMO_RECORDS.filter(({ replaces }) => replaces !== null);
  expect(others).toEqual([]);
  const replaced = DEMO_RECORDS.find(({ id }) => id === correction?.replaces);
  expect(replaced).toMatchObject({ standing: 'replaced', draft: { batchId: correction?.draft.batchId } });
  expect(DEMO_RECORDS.indexOf(replaced as never)).toBeLessThan(DEMO_RECORDS.indexOf(correction as never));
});

it('the figures of a record agree with each other, so that no check says it was mistyped', () => {
  const context = { today: '2026-11-20', sameBatch: [], sameReport: [], labIsKnown: true };
  const mistakes = DEMO_RECORDS.flatMap(({ id, draft, receivedAt, submitter }) =>
    automatedChecks(submit(draft, id, receivedAt, submitter), context)
      .map(({ code }) => code)
      .filter((code) => /^(test-date|batch-placeholder|mixed|value-text|lod|concentration|contact)/.test(code)),
  );
  expect(mistakes).toEqual([]);
});
