import { isSameReport, reportKey } from '../../../src/domain/coa-registry/certificate/report-key.js';

it.each([
  ['A1 - x', 'A1-x'],
  ['A1\u2013X', 'a1-x'],
  ['A1 \u2212  x', 'A1-x'],
  ['\uFF211-x', 'A1-x'],
])('%j and %j are one report number', (one, other) => {
  expect(isSameReport({ labKey: 'a', labReportId: one }, { labKey: 'a', labReportId: other })).toBe(true);
});

it.each([
  ['A1-x', 'A1x'],
  ['A1 x', 'A1-x'],
  ['A1-x', 'A1-x-R1'],
])('%j and %j are two', (one, other) => {
  expect(reportKey({ labReportId: one })).not.toBe(reportKey({ labReportId: other }));
});
