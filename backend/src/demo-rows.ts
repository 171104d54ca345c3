import type { SampleDraft } from './domain/coa-registry/certificate/printed-sample.js';
import type {
  AnalyteResult,
  CertificateStatus,
  Panel,
  PanelVerdicts,
} from './domain/coa-registry/certificate/test-results.js';

// The demonstration's certificates, one row each; demo-records.ts makes records of them. The sixteen brands are made up.

export const LABS = [
  { name: 'Example Analytical (fictional)', prefix: 'EA' },
  { name: 'Northfield Test Lab (fictional)', prefix: 'NF' },
  { name: 'Third Bench Labs (fictional)', prefix: 'TB' },
] as const;

export type Row = readonly [
  brand: string,
  product: string,
  batch: string,
  thcMg: number,
  cbdMg: number,
  testedDaysBefore: number,
  status?: CertificateStatus,
  panels?: Partial<PanelVerdicts>,
  contaminants?: readonly AnalyteResult[],
  otherThc?: readonly OtherThc[],
];

/** Another form of THC, with what is printed for it. */
type OtherThc = readonly [name: string, valueText: 'ND' | '<LOQ'];

/** How a panel is measured. */
const MEASURED: Record<Panel, Pick<AnalyteResult, 'unit' | 'lod' | 'loq' | 'method'>> = {
  heavyMetals: { unit: 'µg/g', lod: 0.002, loq: 0.005, method: 'ICP-MS' },
  pesticides: { unit: 'µg/g', lod: 0.01, loq: 0.03, method: 'LC-MS/MS' },
  microbials: { unit: 'CFU/g', lod: null, loq: 10, method: 'Plating' },
  residualSolvents: { unit: 'µg/g', lod: 1, loq: 3, method: 'HS-GC-MS' },
};

/** One analyte of a contaminant panel, as printed in lab reports. */
const contaminant = (panel: Panel, name: string, valueText: string, limit: number): AnalyteResult => ({
  panel,
  name,
  valueText,
  limit,
  value: Number.isNaN(Number(valueText)) ? null : Number(valueText),
  ...MEASURED[panel],
});

/** California's limits for edibles. [source:ccr-15723] */
const metals = (lead: string, cadmium = 'ND', arsenic = '0.011', mercury = 'ND'): readonly AnalyteResult[] => [
  contaminant('heavyMetals', 'Arsenic', arsenic, 1.5),
  contaminant('heavyMetals', 'Cadmium', cadmium, 0.5),
  contaminant('heavyMetals', 'Lead', lead, 0.5),
  contaminant('heavyMetals', 'Mercury', mercury, 3),
];

const PESTICIDES =
  'Abamectin Acephate Azoxystrobin Bifenazate Bifenthrin Boscalid Carbaryl Cypermethrin Diazinon Etoxazole Fludioxonil Imidacloprid Malathion Myclobutanil Permethrin Spinosad Spiromesifen Tebuconazole Thiamethoxam Trifloxystrobin';

/** A report with a figure for everything, which takes several pages. The limits are made up, except those of metals. */
const EVERY_PANEL: readonly AnalyteResult[] = [
  ...metals('0.018'),
  ...PESTICIDES.split(' ').map((name) => contaminant('pesticides', name, name === 'Boscalid' ? '0.06' : 'ND', 0.1)),
  contaminant('microbials', 'Total yeast and mold', '<10', 1000),
  contaminant('microbials', 'Total coliforms', '<10', 100),
  ...['Acetone', 'Butane', 'Hexane', 'Methanol', 'Propane'].map((name) =>
    contaminant('residualSolvents', name, 'ND', 290),
  ),
  contaminant('residualSolvents', 'Ethanol', '41', 5000),
];

/** A value, one below the limit of quantitation, and two that were not detected. */
const METALS = metals('0.021', 'ND', '<LOQ');

/** Without THCA, no sum of Δ9-THC could be complete. */
const TRACES: readonly OtherThc[] = [
  ['THCA', 'ND'],
  ['Δ8-THC', '<LOQ'],
];

/** Thirty-two certificates: accurate, weak, strong, and failed ones, with batch ids in realistic formats. */
export const CERTIFICATES: readonly Row[] = [
  ['Juniper & Tide', 'Yuzu Seltzer 5 mg', '#C9030', 4.82, 0.4, 7, 'passed', {}, METALS],
  ['Juniper & Tide', 'Grapefruit Seltzer 5 mg', '#C9031', 5.06, 0.3, 21],
  ['Juniper & Tide', 'Micro Spritz', 'JT-0244', 2.41, 0, 96],
  ['Halfmoon Botanics', 'Blackberry Tonic 10 mg', 'LOT 24/117', 8.74, 0, 388],
  ['Halfmoon Botanics', 'Chamomile Still Water 2.5 mg', 'LOT 26/031', 2.52, 5.1, 44],
  ['Paper Lantern', 'Double Ginger', 'PL2609A', 4.93, 0, 58],
  ['Paper Lantern', 'Single Plum', 'PL2609B', 2.46, 0.1, 58],
  ['Nordlicht Getränke', 'Holunderblüte Spritz 5 mg', 'CHARGE-Ä17/26', 4.88, 4.9, 33],
  ['Nordlicht Getränke', 'Preiselbeere 10 mg', 'CHARGE-Ö02/26', 10.21, 0.2, 120],
  ['Otter Creek Tonic', 'Root Beer 10 mg', 'OC 0925-3', 9.67, 0.5, 71],
  ['Otter Creek Tonic', 'Sarsaparilla 10 mg', 'OC 0925-4', 6.12, 0.5, 412],
  ['Quiet Orchard', 'Cider Style 1:1 5 mg THC 5 mg CBD', 'QO-8812', 5.14, 5.22, 27, 'passed', {}, EVERY_PANEL, TRACES],
  [
    'Quiet Orchard',
    'Pear & Sage 5 mg',
    'QO-8813',
    4.97,
    0,
    27,
    'pending',
    { microbials: 'pending', residualSolvents: 'pending' },
  ],
  ['Salt Marsh Soda', 'Lime Soda 5 mg', 'SM#118', 4.61, 0, 143],
  ['Salt Marsh Soda', 'Cola 5 mg', 'SM#119', 3.42, 0, 301],
  ['Third Porch', 'Sweet Tea 10 mg', 'TP-2026-07-A', 10.4, 0.8, 112],
  [
    'Third Porch',
    'Peach Tea 10 mg',
    'TP-2026-07-B',
    10.08,
    0.7,
    112,
    'failed',
    { heavyMetals: 'failed' },
    metals('0.81'),
  ],
  ['Velvet Thistle', 'Hibiscus Mocktail', 'VT 551', 9.82, 0, 65],
  ['Velvet Thistle', 'Bitter Orange Mocktail 10 mg', 'VT 552', 13.9, 0, 64],
  ['Waxwing', 'Cherry Shot 25 mg', 'WX25-0007', 24.3, 1.1, 202, 'passed', { residualSolvents: 'not_tested' }],
  ['Waxwing', 'Night Shot 50 mg', 'WX50-0002', 47.85, 0, 203, 'failed', { pesticides: 'failed' }],
  ['Copper Finch', 'Lemonade 5 mg', 'CF-33-180', 5.71, 0, 19],
  ['Copper Finch', 'Pink Lemonade 5 mg', 'CF-33-181', 5.02, 0, 18],
  ['Driftless Hollow', 'Birch Sparkler 2 mg', 'DH.2026.41', 2.04, 10.2, 39],
  ['Driftless Hollow', 'Spruce Sparkler 2 mg', 'DH.2026.42', 1.97, 9.8, 39],
  ['Ember & Rind', 'Smoked Citrus 5 mg', 'E&R/2210', 4.74, 0, 730],
  ['Ember & Rind', 'Blood Orange 5 mg', 'E&R/2604', 4.86, 0, 88],
  ['Little Comet', 'Micro Melon', 'LC-001', 1.12, 0, 476],
  ['Little Comet', 'Micro Mint', 'LC-014', 2.6, 0, 51],
  ['Maple Static', 'Maple Cream Soda 10 mg', 'MS-7/9', 10.66, 0, 540],
  [
    'Slow Bicycle',
    'Cucumber Seltzer 4 mg',
    'SB 26-A',
    4.02,
    0,
    9,
    'pending',
    { pesticides: 'pending', heavyMetals: 'pending', microbials: 'pending', residualSolvents: 'pending' },
  ],
  ['Slow Bicycle', 'Watermelon Seltzer 4 mg', 'SB 26-B', 3.88, 0, 76],
];

/** Reports that print nothing about the container, as many do. Shots and the scan print none either. */
const WITHOUT_CONTAINER = [
  'JT-0244',
  'OC 0925-3',
  'SM#119',
  'VT 552',
  'LC-001',
  'MS-7/9',
  'CF-33-190',
  'TP-2026-07-B',
  '#C9030',
];

/** Milliliters in a container as printed, or null where the report doesn't print them. */
export function printedMl([brand, , batch]: Row): number | null {
  return brand === 'Waxwing' || batch === SCANNED_BATCH || WITHOUT_CONTAINER.includes(batch) ? null : 355;
}

const SENT_BY_BRAND = ['Copper Finch', 'Otter Creek Tonic', 'Paper Lantern', 'Salt Marsh Soda'];
const SAMPLED_BY_LAB = ['Driftless Hollow', 'Nordlicht Getränke'];
const BOUGHT = ['CF-33-181', 'E&R/2604', 'VT 552'];

/** Who picked the can. About half don't say. */
export function samplerOf([brand, , batch]: Row): SampleDraft {
  if (BOUGHT.includes(batch)) return { sampledBy: 'store', boughtBy: 'Example Consumer Test Fund' };
  if (SENT_BY_BRAND.includes(brand)) return { sampledBy: 'brand' };
  return SAMPLED_BY_LAB.includes(brand) ? { sampledBy: 'laboratory' } : {};
}

/** Its laboratory sent a scan. */
export const SCANNED_BATCH = 'SM#118';

/**
 * Earlier batches of a product that is among {@link CERTIFICATES}, so that one has a history: close to its label, stronger,
 * and an old one that is weaker.
 */
export const EARLIER_BATCHES: readonly Row[] = [
  ['Copper Finch', 'Pink Lemonade 5 mg', 'CF-33-121', 4.93, 0, 82],
  ['Copper Finch', 'Pink Lemonade 5 mg', 'CF-33-064', 5.64, 0, 149, 'passed', {}, metals('0.014')],
  ['Copper Finch', 'Pink Lemonade 5 mg', 'CF-33-009', 4.81, 0, 227],
  ['Copper Finch', 'Pink Lemonade 5 mg', 'CF-32-288', 4.18, 0, 401],
];

/** Submissions in the review queue. */
export const WAITING: readonly Row[] = [
  ['Copper Finch', 'Iced Tea 5 mg', 'CF-33-190', 4.9, 0, 12],
  ['Maple Static', 'Birch Root Soda 10 mg', 'MS-7/11', 7.2, 0, 30],
  ['Juniper & Tide', 'Cardamom Seltzer 5 mg', '#C9044', 5.1, 0.2, 8],
];

/** No longer published: one was replaced by the first of {@link CERTIFICATES}, one was withdrawn. */
export const REPLACED: Row = ['Juniper & Tide', 'Yuzu Seltzer 5 mg', '#C9030', 5.9, 0.4, 7];
export const WITHDRAWN: Row = ['Waxwing', 'Lime Shot 25 mg', 'WX25-0009', 25.2, 0.9, 150];
