import { createHash } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { Brands } from './domain/brands/brands.js';
import { type Certificate, type CertificateDraft, submit } from './domain/coa-registry/certificate.js';
import { changeEntry } from './domain/coa-registry/certificate-audit.js';
import { amend, approve, supersede, withdraw } from './domain/coa-registry/review.js';
import type { AnalyteResult, CertificateStatus, PanelVerdicts } from './domain/coa-registry/test-results.js';
import { labDetails, labEntry, newLab } from './domain/partners/lab.js';
import type { Actor } from './domain/shared/audit.js';
import { TypeOrmBrandRepository } from './modules/brands/typeorm-brand.repository.js';
import { TypeOrmCertificateRepository } from './modules/coa-registry/database/typeorm-certificate.repository.js';
import { TypeOrmLabRepository } from './modules/partners/database/typeorm-lab.repository.js';
import { SystemClock } from './platform/clock-and-ids.js';
import { PublicReader } from './platform/database/public-reader.js';

/** Audit log actor of the demo data. */
const DEMO_ACTOR: Actor = { id: 'system', name: 'demonstration data' };

const DAY_MS = 86_400_000;

/** Sixteen made-up brands. Their domains use .example, which is reserved (RFC 2606). */
const BRANDS = [
  'Juniper & Tide',
  'Halfmoon Botanics',
  'Paper Lantern',
  'Nordlicht Getränke',
  'Otter Creek Tonic',
  'Quiet Orchard',
  'Salt Marsh Soda',
  'Third Porch',
  'Velvet Thistle',
  'Waxwing',
  'Copper Finch',
  'Driftless Hollow',
  'Ember & Rind',
  'Little Comet',
  'Maple Static',
  'Slow Bicycle',
] as const;

const LABS = [
  'Example Analytical (fictional)',
  'Northfield Test Lab (fictional)',
  'Third Bench Labs (fictional)',
] as const;

type Row = readonly [
  brand: (typeof BRANDS)[number],
  product: string,
  batch: string,
  thcMg: number,
  cbdMg: number,
  testedDaysAgo: number,
  status?: CertificateStatus,
  panels?: Partial<PanelVerdicts>,
  contaminants?: readonly AnalyteResult[],
];

/** One analyte of a contaminant panel, as printed in lab reports. */
const contaminant = (panel: AnalyteResult['panel'], name: string, valueText: string, limit: number): AnalyteResult => ({
  ...{ panel, name, valueText, unit: 'µg/g', limit },
  value: Number.isNaN(Number(valueText)) ? null : Number(valueText),
  ...{ lod: 0.002, loq: 0.005, method: panel === 'heavyMetals' ? 'ICP-MS' : 'LC-MS/MS' },
});

/** California's limits for edibles. [source:ccr-15723] */
const metals = (lead: string, cadmium = 'ND', arsenic = '0.011', mercury = 'ND'): readonly AnalyteResult[] => [
  contaminant('heavyMetals', 'Arsenic', arsenic, 1.5),
  contaminant('heavyMetals', 'Cadmium', cadmium, 0.5),
  contaminant('heavyMetals', 'Lead', lead, 0.5),
  contaminant('heavyMetals', 'Mercury', mercury, 3),
];

/** Thirty-two certificates: accurate, weak, strong, and failed ones, with batch ids in realistic formats. */
const CERTIFICATES: readonly Row[] = [
  ['Juniper & Tide', 'Yuzu Seltzer 5 mg', '#C9030', 4.82, 0.4, 7, 'passed', {}, metals('0.021')],
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
  ['Quiet Orchard', 'Cider Style 1:1 5 mg THC 5 mg CBD', 'QO-8812', 5.14, 5.22, 27],
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

/** Submissions in the review queue. */
const WAITING: readonly Row[] = [
  ['Copper Finch', 'Iced Tea 5 mg', 'CF-33-190', 4.9, 0, 12],
  ['Maple Static', 'Birch Root Soda 10 mg', 'MS-7/11', 7.2, 0, 30],
  ['Juniper & Tide', 'Cardamom Seltzer 5 mg', '#C9044', 5.1, 0.2, 8],
];

/** No longer published: one was replaced by the first of {@link CERTIFICATES}, one was withdrawn. */
const REPLACED: Row = ['Juniper & Tide', 'Yuzu Seltzer 5 mg', '#C9030', 5.9, 0.4, 7];
const AMENDMENT = 'The lab corrected the container size from 430 mL to 355 mL.';
const WITHDRAWN: Row = ['Waxwing', 'Lime Shot 25 mg', 'WX25-0009', 25.2, 0.9, 150];
const WITHDRAWAL = 'The lab voided the result because the sample was not from this batch.';

const VERIFIED: readonly string[] = [
  'Juniper & Tide',
  'Paper Lantern',
  'Quiet Orchard',
  'Nordlicht Getränke',
  'Copper Finch',
];

/** Loads demo data into an empty registry. @returns false if the registry is not empty */
export async function loadDemoData(database: DataSource): Promise<boolean> {
  const registry = new TypeOrmCertificateRepository(database);
  const [found] = await database.query<{ some: boolean }[]>('SELECT EXISTS (SELECT 1 FROM coa_data) AS some');
  if (found?.some) return false;
  const now = new Date();
  const publish = async (submitted: Certificate, row: Row) => {
    const demonstration = { ...submitted, demonstration: true };
    await registry.add(demonstration);
    const approved = approve(demonstration, approvalOf(row), now);
    const entry = changeEntry('submission.approved', demonstration, approved, DEMO_ACTOR, now);
    return registry.changeOne(approved, entry);
  };
  const [corrected, ...others] = CERTIFICATES;
  if (!corrected) return false;
  for (const row of others) await publish(submit(draftOf(row, now), idOf(row), now), row);

  const replaced = await publish(submit(draftOf(REPLACED, now), idOf(REPLACED, 'replaced'), now), REPLACED);
  const sender = { source: 'submitter', labId: null } as const;
  const amendment = amend(
    replaced,
    { draft: draftOf(corrected, now), reason: AMENDMENT },
    idOf(corrected),
    now,
    sender,
  );
  const superseded = supersede(replaced, now);
  await registry.changeOne(superseded, changeEntry('certificate.superseded', replaced, superseded, DEMO_ACTOR, now));
  await publish(amendment, corrected);

  const published = await publish(submit(draftOf(WITHDRAWN, now), idOf(WITHDRAWN), now), WITHDRAWN);
  const withdrawn = withdraw(published, WITHDRAWAL, now);
  await registry.changeOne(withdrawn, changeEntry('certificate.withdrawn', published, withdrawn, DEMO_ACTOR, now));
  for (const row of WAITING) await registry.add({ ...submit(draftOf(row, now), idOf(row), now), demonstration: true });
  await verifyBrands(database);
  await addLabs(database, now);
  return true;
}

/** Adds partner laboratories without keys. */
async function addLabs(database: DataSource, now: Date): Promise<void> {
  const labs = new TypeOrmLabRepository(database);
  for (const name of LABS.slice(0, 2)) {
    const domain = domainOf(name.replace(' (fictional)', ''));
    const details = { name, website: `https://${domain}`, contactEmail: `certificates@${domain}` };
    const lab = { ...newLab(details, uuidOf(name), now), demonstration: true };
    await labs.add(lab, labEntry('lab.created', lab, DEMO_ACTOR, now, null, labDetails(lab)));
  }
}

async function verifyBrands(database: DataSource): Promise<void> {
  const brands = new Brands(new TypeOrmBrandRepository(database, new PublicReader(database)), new SystemClock());
  for (const name of VERIFIED) {
    const { id, website } = await brands.byName(name);
    await brands.verify(id, { contactEmail: `hello@${domainOf(name)}`, website }, DEMO_ACTOR);
  }
}

function draftOf(row: Row, now: Date): CertificateDraft {
  const [brandName, productName, batchId, thcMg, cbdMg, testedDaysAgo, , , contaminants = []] = row;
  return {
    brandName,
    contactName: 'Demonstration Submitter',
    contactEmail: `lab-papers@${domainOf(brandName)}`,
    website: `https://${domainOf(brandName)}`,
    productName,
    batchId,
    thcContent: thcMg,
    cbdContent: cbdMg,
    testDate: new Date(now.getTime() - testedDaysAgo * DAY_MS).toISOString().slice(0, 10),
    labName: LABS[testedDaysAgo % LABS.length] ?? LABS[0],
    notes: 'Demonstration record. The brand, lab and numbers are made up.',
    coaFileUrl: null,
    analytes: [...analytesOf(thcMg, cbdMg), ...contaminants],
  };
}

/** Cannabinoids of a 355 mL can, taken as 355 g, as printed in lab reports: mg/g with LOD and LOQ. */
function analytesOf(thcMg: number, cbdMg: number): AnalyteResult[] {
  const row = (name: string, mg: number): AnalyteResult => ({
    panel: 'cannabinoids',
    name,
    valueText: mg === 0 ? 'ND' : (mg / 355).toFixed(4),
    value: mg === 0 ? null : Math.round((mg / 355) * 10_000) / 10_000,
    unit: 'mg/g',
    lod: 0.0001,
    loq: 0.0003,
    limit: null,
    method: 'HPLC-DAD',
  });
  return [row('Δ9-THC', thcMg), row('CBD', cbdMg)];
}

function approvalOf([, , , , , , status = 'passed', panels = {}]: Row) {
  const passed: PanelVerdicts = {
    pesticides: 'passed',
    heavyMetals: 'passed',
    microbials: 'passed',
    residualSolvents: 'passed',
  };
  return { status, panels: { ...passed, ...panels } };
}

const domainOf = (brand: string) =>
  `${brand
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')}.example`;

/** Deterministic ids: a record has the same id in every installation. */
function idOf([, , batch]: Row, version = ''): string {
  return uuidOf(`${batch}${version}`);
}

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(`demonstration:${text}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
