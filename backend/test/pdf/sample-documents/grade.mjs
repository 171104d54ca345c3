// Compares what was read from a sample document with what it says.

/** @typedef {{ correct: number, wrong: number, stated: number }} Count `stated`: what the document says */

const plain = (text) =>
  String(text ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, '');
const unitKey = (unit) => plain(unit).replace(/^(?:u|mc)g/, 'μg');

/**
 * @param {import('../../../src/domain/shared/document-reading.ts').DocumentContent} content
 * @param {import('./record.mjs').SampleTruth} truth
 * @returns {{ header: Count, totals: Count, rows: Count, panels: Count, inverted: number, mistakes: string[] }}
 */
export function gradeContent(content, truth) {
  const mistakes = [];
  const isTotal = (name) => name === 'thcContent' || name === 'cbdContent';
  const fields = (wanted) => {
    const read = content.fields.filter(({ field }) => wanted(field));
    const isRight = ({ field, value }) => plain(truth.fields[field] ?? '\0') === plain(value);
    for (const one of read)
      if (!isRight(one)) mistakes.push(`${one.field}: "${one.value}", not "${truth.fields[one.field]}"`);
    for (const name of Object.keys(truth.fields))
      if (wanted(name) && !read.some(({ field }) => field === name))
        mistakes.push(`${name}: not found "${truth.fields[name]}"`);
    return count(read, isRight, Object.keys(truth.fields).filter(wanted).length);
  };
  const rowOf = (row) => truth.rows.find(({ name }) => plain(name) === plain(row.name));
  const isRightRow = (row) => {
    const found = rowOf(row);
    return found !== undefined && isSameRow(row, found);
  };
  for (const row of content.rows)
    if (!isRightRow(row))
      mistakes.push(`row ${JSON.stringify({ ...row, box: undefined })}, not ${JSON.stringify(rowOf(row))}`);
  for (const row of truth.rows)
    if (!content.rows.some(({ name }) => plain(name) === plain(row.name))) mistakes.push(`row not found: ${row.name}`);
  const isRightPanel = ({ panel, verdict }) => truth.panels[panel] === verdict;
  for (const one of content.panels)
    if (!isRightPanel(one)) mistakes.push(`panel ${one.panel}: ${one.verdict}, not ${truth.panels[one.panel]}`);
  return {
    header: fields((name) => !isTotal(name)),
    totals: fields(isTotal),
    // A row for each unit in which a result is printed.
    rows: count(content.rows, isRightRow, truth.rows.flatMap(({ results }) => results).length),
    panels: count(content.panels, isRightPanel, Object.values(truth.panels).filter(Boolean).length),
    inverted: content.rows.filter((row) => isInverted(row, rowOf(row))).length,
    mistakes,
  };
}

const count = (read, isRight, stated) => {
  const correct = read.filter(isRight).length;
  return { correct, wrong: read.length - correct, stated };
};

function isSameRow(row, truth) {
  const result = truth.results.find(
    ({ valueText, unit }) =>
      plain(valueText) === plain(row.valueText) &&
      (row.unit === null ? unit === null || row.value === null : unitKey(unit) === unitKey(row.unit)),
  );
  const isLimit = (name) => row[name] === null || row[name] === truth[name];
  return (
    result !== undefined &&
    row.panel === truth.panel &&
    ['lod', 'loq', 'limit'].every(isLimit) &&
    (row.method === null || plain(row.method) === plain(truth.method))
  );
}

const isNothing = (text) => /^(?:nd|n\.d\.|not|non|none|no|absent|negative|<|below)/i.test(text.trim());

/** Whether something found is read as nothing found, or the other way round. */
const isInverted = (row, truth) =>
  truth !== undefined &&
  truth.results.length > 0 &&
  !truth.results.some(({ valueText }) => isNothing(valueText) === isNothing(row.valueText));

/** Adds counts. @param {Count[]} counts */
export const sum = (counts) =>
  counts.reduce(
    (all, { correct, wrong, stated }) => ({
      correct: all.correct + correct,
      wrong: all.wrong + wrong,
      stated: all.stated + stated,
    }),
    { correct: 0, wrong: 0, stated: 0 },
  );

/** Share of what was read that is right; 1 if nothing was read. */
export const precision = ({ correct, wrong }) => (correct + wrong === 0 ? 1 : correct / (correct + wrong));
/** Share of what the document says that was read; 1 if it says nothing. */
export const recall = ({ correct, stated }) => (stated === 0 ? 1 : correct / stated);
