// The certificate that a sample document prints, and what a reader should find in it.

/**
 * A certificate as a made-up laboratory knows it. Everything that a layout prints comes from here.
 * @typedef {object} SampleRecord
 * @property {string} brandName
 * @property {string} productName
 * @property {string} batchId
 * @property {number | null} thcContent milligrams of total THC in one container; null: the document states no totals
 * @property {number | null} cbdContent milligrams of total CBD in one container; null as above
 * @property {string} testDate `YYYY-MM-DD`
 * @property {string} labName
 * @property {string} labReportId
 * @property {readonly AnalyteResult[]} analytes printed in this order, panel by panel. Results in mg/mL or mg/g are also
 *   printed as %, per serving or per container where a layout has such columns
 * @property {Readonly<Partial<Record<PanelName, Verdict>>>} panels
 * @property {string} qrText printed as QR code; use an .example host
 * @property {number} [containerMl] default 355
 * @property {number} [servings] servings in a container; default 1
 * @property {PrintedSample | null} [sample] the registry's PrintedSample; printed in the first page's last line
 */

/** @typedef {import('../../../src/domain/coa-registry/certificate/printed-sample.js').PrintedSample} PrintedSample */

/**
 * The registry's AnalyteResult (backend/src/domain/coa-registry/certificate/test-results.ts).
 * @typedef {object} AnalyteResult
 * @property {PanelName | 'cannabinoids' | 'other'} panel
 * @property {string} name
 * @property {string} valueText
 * @property {number | null} value
 * @property {string | null} unit
 * @property {number | null} lod
 * @property {number | null} loq
 * @property {number | null} limit
 * @property {string | null} method
 */

/** @typedef {'pesticides' | 'heavyMetals' | 'microbials' | 'residualSolvents'} PanelName */
/** @typedef {'passed' | 'failed' | 'not_tested' | 'pending'} Verdict */

/**
 * What a printed document says, recorded while it is printed: the ground truth for a reader.
 * @typedef {object} SampleTruth
 * @property {Record<string, string>} fields printed header fields and totals, by the names of the submission form
 * @property {{ panel: string, name: string, results: { valueText: string, unit: string | null }[], lod: number | null,
 *   loq: number | null, limit: number | null, method: string | null }[]} rows `results`: the same result in each unit
 *   that the document prints. LOD, LOQ, limit and method are null where the document doesn't print them
 * @property {Partial<Record<PanelName, Verdict>>} panels
 */

export const PANEL_TITLES = {
  cannabinoids: 'Cannabinoids',
  heavyMetals: 'Heavy Metals',
  pesticides: 'Pesticides',
  microbials: 'Microbials',
  residualSolvents: 'Residual Solvents',
  other: 'Other Tests',
};

export const containerMl = (record) => record.containerMl ?? 355;
export const servings = (record) => record.servings ?? 1;

/** What the record says about the container and the report, in one line. @param {PrintedSample} sample */
export function sampleLine({ containerVolume, containerMass, servingsPerContainer, densityGPerMl, revision }) {
  const parts = [
    containerVolume && `Container volume: ${containerVolume.amount} ${containerVolume.unit}`,
    containerMass && `Container mass: ${containerMass.amount} ${containerMass.unit}`,
    servingsPerContainer && `Servings per container: ${servingsPerContainer}`,
    densityGPerMl && `Density: ${densityGPerMl} g/mL`,
    revision && `Revision: ${revision}`,
  ];
  return parts.filter(Boolean).join('  |  ');
}

/** Rows of the record by panel, in the order of {@link PANEL_TITLES}. @param {SampleRecord} record */
export const rowsByPanel = (record) =>
  Object.keys(PANEL_TITLES)
    .map((panel) => ({ panel, rows: record.analytes.filter((row) => row.panel === panel) }))
    .filter(({ rows }) => rows.length > 0);

/** The day some days after (or before) another. @param {string} day `YYYY-MM-DD` */
export const shiftDay = (day, days) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** Formats a day. @param {'long' | 'short' | 'us' | 'iso' | 'dmy'} format */
export function formatDay(day, format) {
  const [year, month, date] = day.split('-');
  const name = MONTHS[Number(month) - 1];
  if (format === 'long') return `${name} ${Number(date)}, ${year}`;
  if (format === 'short') return `${name.slice(0, 3)} ${Number(date)}, ${year}`;
  if (format === 'us') return `${month}/${date}/${year}`;
  if (format === 'dmy') return `${date}-${name.slice(0, 3)}-${year}`;
  return day;
}

/** A result converted to another unit; texts such as "ND" and "<LOQ" are the same in each. Densities are taken as 1. */
export function resultIn(row, unit, record) {
  if (row.value === null) return row.valueText;
  const perGram = { '%': 0.1, 'mg/g': 1, 'mg/mL': 1 };
  if (unit in perGram && row.unit in perGram) return trim((row.value / perGram[row.unit]) * perGram[unit]);
  const perContainer = (row.value / perGram[row.unit]) * containerMl(record);
  return trim(unit === 'mg/serving' ? perContainer / servings(record) : perContainer, 2);
}

const trim = (number, digits = 5) => String(Number(number.toFixed(digits)));
