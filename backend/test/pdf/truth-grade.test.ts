import type { DocumentContent, ReadRow } from '../../src/domain/shared/document-reading.js';
import { gradeAgainstTruth, leftInForm } from './truth-grade.mjs';

const BOX = { page: 1, x: 0, y: 0, width: 1, height: 1 };
const NOTHING: DocumentContent = { fields: [], panels: [], rows: [] };
const VOCABULARY = {
  resolve: (name: string) =>
    name === 'Yeast & Mold'
      ? { key: 'tymc', panel: 'microbials', isSum: false }
      : name === 'Zinc'
        ? { key: 'zinc', panel: 'heavyMetals', isSum: false }
        : null,
};

const aRow = (row: Partial<ReadRow>): ReadRow => ({
  panel: 'heavyMetals',
  name: 'Lead',
  valueText: 'ND',
  value: null,
  unit: 'ug/g',
  lod: null,
  loq: null,
  limit: null,
  method: null,
  box: BOX,
  ...row,
});
const LEAD = { values: { 'µg/g': ['ND'] }, lod: null, loq: ['0.05'], limit: ['10^5'] };

const grade = (content: Partial<DocumentContent>, truth: object) =>
  gradeAgainstTruth({ ...NOTHING, ...content }, truth, VOCABULARY);

it('counts each value of a row by its unit, in any spelling', () => {
  const found = grade({ rows: [aRow({ loq: 0.05, limit: 100_000 })] }, { rows: { lead: LEAD } });
  expect(found).toMatchObject({
    rows: { correct: 1, wrong: 0, stated: 1 },
    limits: { correct: 2, wrong: 0, stated: 2 },
    inverted: 0,
  });
  const missed = grade({}, { rows: { lead: { ...LEAD, values: { 'µg/g': ['ND'], '%': ['ND'] } } } });
  expect(missed.rows).toEqual({ correct: 0, wrong: 0, stated: 2 });
});

it('counts a number where nothing was found as inverted', () => {
  const found = grade({ rows: [aRow({ valueText: '0.3', value: 0.3 })] }, { rows: { lead: LEAD } });
  expect(found).toMatchObject({ rows: { correct: 0, wrong: 1 }, inverted: 1 });
});

it('counts a row that is not printed as wrong, unless such rows are not noted', () => {
  const rows = [aRow({ name: 'Zinc' }), aRow({ name: 'Abamectin' }), aRow({ name: 'Yeast & Mold', valueText: '<10' })];
  const truth = { rows: { 'yeast-mold': { values: { 'ug/g': ['<10'] }, lod: null, loq: null, limit: null } } };
  expect(grade({ rows }, truth).rows).toEqual({ correct: 1, wrong: 1, stated: 1 });
});

it('counts a field that is not printed as wrong', () => {
  const fields = [{ field: 'testDate', value: '2026-02-03', printed: '02/03/2026', box: BOX, label: null }] as const;
  expect(grade({ fields }, { header: { dateTested: ['2026-02-03'] } }).header).toMatchObject({ correct: 1, wrong: 0 });
  expect(grade({ fields }, { header: { dateTested: [] } }).header).toEqual({ correct: 0, wrong: 1, stated: 0 });
});

it('takes "tested" for no verdict, and a failed panel read as passed for inverted', () => {
  const panels = [{ panel: 'pesticides', verdict: 'passed', printed: 'Pass', box: BOX }] as const;
  expect(grade({ panels }, { panels: { pesticides: 'tested' } })).toMatchObject({
    panels: { wrong: 1, stated: 0 },
    inverted: 0,
  });
  expect(grade({ panels }, { panels: { pesticides: 'failed' } })).toMatchObject({ panels: { wrong: 1 }, inverted: 1 });
});

it('tells what a person has to choose and to enter in the form', () => {
  const aField = <Field>(field: Field) => ({ field, value: '1', printed: '1', box: BOX, label: null });
  const notDetected = { total: 'cbd', valueText: 'ND', value: null, unit: '%', box: BOX } as const;
  expect(
    leftInForm({
      ...NOTHING,
      fields: [aField('batchId' as const), aField('labName' as const), aField('productName' as const)],
      candidates: [aField('testDate' as const)],
      totals: [notDetected],
    }),
  ).toEqual({ offered: ['testDate'], missing: ['brandName', 'thcContent'] });
});
