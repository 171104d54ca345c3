// Compares what was read from a real report with what a person noted that it prints. `npm run bench reading -- --truth` does
// that with reports that are not in the repository, and says what the file of notes looks like.

/** @typedef {import('./sample-documents/grade.mjs').Count} Count */

/** Names of header fields in the notes, and in a reading. */
const HEADER = {
  labName: 'labName',
  productName: 'productName',
  batchId: 'batchId',
  sampleId: 'sampleId',
  dateCollected: 'dateCollected',
  dateReceived: 'dateReceived',
  dateTested: 'testDate',
  dateIssued: 'dateIssued',
};
/** Keys of the notes that the vocabulary of analytes has under other names. */
const KEYS = {
  'yeast-mold': ['tymc'],
  aerobic: ['total_aerobic'],
  coliforms: ['total_coliforms'],
  entero: ['enterobacteriaceae', 'btgn'],
  ecoli: ['e_coli', 'e_coli_shigella'],
};
/** Panels whose rows are noted. */
const NOTED_PANELS = ['cannabinoids', 'heavyMetals', 'microbials'];
/** What the submission form requires. */
const REQUIRED = ['brandName', 'productName', 'batchId', 'thcContent', 'cbdContent', 'testDate', 'labName'];
const LIMITS = ['lod', 'loq', 'limit'];
const NOTHING = /^(?:nd|n\.d\.|not|non|none|no|abs|negative|<|below|bloq|blq|bql)/i;

const plain = (text) =>
  String(text ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, '');
const bare = (name) =>
  plain(name)
    .replace(/(?:δ|∆|delta)-?(?=\d)/g, 'd')
    .replace(/[^a-z0-9]/g, '');
const unitOf = (unit) =>
  plain(unit)
    .replace(/^(?:u|mc|µ)g/, 'μg')
    .replace(/^-$|\(.*\)$/g, '')
    .replace(/\/serv(?:ing(?:size)?)?$/, '/serving')
    .replace(/\/(?:package|can|bottle|each)$/, '/container');

/** "10^5 CFU/g" and "1.00E+05" are one limit. */
function numberOf(text) {
  const [, mantissa, power] =
    /^[<≤]?([\d.]+(?:e[+-]?\d+)?)(?:\^(\d+))?(?:[a-zμ%/]+)?$/.exec(plain(text).replaceAll(',', '')) ?? [];
  if (mantissa === undefined) return null;
  return power === undefined ? Number(mantissa) : Number(mantissa) ** Number(power);
}

const isSame = (read, accepted) =>
  accepted.some(
    (text) => plain(text) === plain(read) || (numberOf(text) !== null && numberOf(text) === numberOf(read)),
  );

const emptyCount = () => ({ correct: 0, wrong: 0, stated: 0 });

/**
 * What a person still has to choose or enter in the submission form. An amount that was not detected is 0 there already.
 * @param {import('../../src/domain/shared/document-reading.ts').DocumentContent} content
 */
export function leftInForm({ fields, candidates = [], totals = [] }) {
  const left = REQUIRED.filter((name) => {
    const amounts = totals.filter(({ total }) => name === `${total}Content`);
    const isNothing = amounts.length > 0 && amounts.every(({ value }) => value === null);
    return !isNothing && !fields.some(({ field }) => field === name);
  });
  const isOffered = (name) => candidates.some(({ field }) => field === name);
  return { offered: left.filter(isOffered), missing: left.filter((name) => !isOffered(name)) };
}

/**
 * @param {import('../../src/domain/shared/document-reading.ts').DocumentContent} content
 * @param {object} truth what the report prints
 * @param {{ resolve(name: string, panel: string): { key: string, panel: string, isSum: boolean } | null }} vocabulary
 * @returns {Record<'rows' | 'limits' | 'header' | 'totals' | 'panels', Count> & { inverted: number, mistakes: string[] }}
 */
export function gradeAgainstTruth(content, truth, vocabulary) {
  const grade = { inverted: 0, mistakes: [] };
  for (const kind of ['rows', 'limits', 'header', 'totals', 'panels']) grade[kind] = emptyCount();
  gradeHeader(content, truth.header ?? {}, grade);
  gradeRows(content, truth.rows ?? {}, vocabulary, grade);
  gradeTotals(content, truth.totals ?? {}, grade);
  gradePanels(content, truth.panels ?? {}, grade);
  return grade;
}

/** Counts one value that was read (null: it was not) against what is accepted (empty: it is not printed). */
function count(grade, kind, name, read, accepted) {
  if (accepted.length > 0) grade[kind].stated += 1;
  if (read === null) {
    if (accepted.length > 0) grade.mistakes.push(`${kind} missed: ${name} ${accepted.join(' | ')}`);
    return;
  }
  if (isSame(read, accepted)) grade[kind].correct += 1;
  else {
    grade[kind].wrong += 1;
    grade.mistakes.push(`${kind} WRONG: ${name} "${read}", not ${JSON.stringify(accepted)}`);
  }
}

function gradeHeader({ fields, details = [] }, header, grade) {
  for (const [noted, name] of Object.entries(HEADER)) {
    const read = [...fields, ...details].find(({ field }) => field === name);
    count(grade, 'header', noted, read?.value ?? null, header[noted] ?? []);
  }
}

/** The key in the notes of a row; null for rows that are not noted, such as pesticides and sums. */
function keyOf({ name, panel }, rows, vocabulary) {
  const same = Object.keys(rows).find((key) => bare(key) === bare(name));
  if (same) return same;
  const analyte = vocabulary.resolve(name, panel) ?? vocabulary.resolve(name.replace(/ ?\([^()]*\)$/, ''), panel);
  if (!analyte || analyte.isSum || !NOTED_PANELS.includes(analyte.panel)) return null;
  const isKey = (key) => (KEYS[key] ?? [key.replaceAll('-', '_')]).includes(analyte.key);
  return Object.keys(rows).find(isKey) ?? analyte.key;
}

function gradeRows(content, rows, vocabulary, grade) {
  const read = content.rows.map((row) => ({ ...row, key: keyOf(row, rows, vocabulary) }));
  const left = new Set(read.filter(({ key }) => key !== null));
  for (const [key, truth] of Object.entries(rows)) {
    const own = read.filter((row) => row.key === key);
    for (const [unit, accepted] of Object.entries(truth.values)) {
      const row = own.find((one) => unitOf(one.unit) === unitOf(unit));
      left.delete(row);
      count(grade, 'rows', `${key} ${unit}`, row?.valueText ?? null, accepted);
      if (row && !accepted.some((text) => NOTHING.test(text) === NOTHING.test(row.valueText))) grade.inverted += 1;
    }
    for (const name of LIMITS) {
      const numbers = (truth[name] ?? []).filter((text) => numberOf(text) !== null);
      count(grade, 'limits', `${key} ${name}`, own.find((row) => row[name] !== null)?.[name] ?? null, numbers);
    }
  }
  for (const { key, name, valueText, unit } of left) count(grade, 'rows', `${key ?? name} ${unit}`, valueText, []);
}

function gradeTotals({ totals, fields }, truth, grade) {
  const inForm = fields.filter(({ field }) => field === 'thcContent' || field === 'cbdContent');
  const read = totals ?? inForm.map(({ field, value }) => ({ total: field, valueText: value, unit: 'mg/container' }));
  const left = new Set(read);
  for (const [noted, kind] of [
    ['totalThc', 'thc'],
    ['totalCbd', 'cbd'],
  ])
    for (const [unit, text] of Object.entries(truth[noted] ?? {})) {
      const found = read.find((one) => one.total.startsWith(kind) && isSameTotalUnit(one.unit, unit));
      left.delete(found);
      count(grade, 'totals', `${noted} ${unit}`, found?.valueText ?? null, [text].flat());
    }
  for (const { total, valueText, unit } of left) count(grade, 'totals', `${total} ${unit}`, valueText, []);
}

/** A reading that only has the form's field doesn't say whether it is per unit or per container. */
const isSameTotalUnit = (read, noted) =>
  unitOf(read) === unitOf(noted) || (read === 'mg/container' && /^mg\/(?:unit|container)$/.test(unitOf(noted)));

function gradePanels({ panels }, truth, grade) {
  for (const name of new Set([...Object.keys(truth), ...panels.map(({ panel }) => panel)])) {
    const read = panels.find(({ panel }) => panel === name)?.verdict ?? null;
    // "Tested" says nothing about the result, so there is nothing to read.
    const noted = truth[name] && truth[name] !== 'tested' ? [truth[name]] : [];
    count(grade, 'panels', name, read, noted);
    if (read && [read, ...noted].sort().join() === 'failed,passed') grade.inverted += 1;
  }
}
