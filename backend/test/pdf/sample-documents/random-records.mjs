// Made-up certificates at random, the same ones for the same seed.
import { shiftDay } from './record.mjs';

/** A generator of numbers from 0 to 1 (mulberry32). @param {number} seed */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const BRANDS = [
  'Juniper & Tide',
  'Halfmoon Botanics',
  'Paper Lantern',
  'Nordlicht Getränke',
  'Otter Creek Tonic',
  'Quiet Orchard',
  'Third Porch Beverage Company',
  'Ember & Rind',
  'Slow Bicycle LLC',
  'Waxwing',
  'Copper Finch, Inc.',
  'Test Pattern Drinks',
  "Nan's Porch",
  'Lot 9 Sodas',
];
const FLAVORS = [
  'Yuzu',
  'Blackberry',
  'Double Ginger',
  'Holunderblüte',
  'Root Beer',
  'Blood Orange',
  'Chamomile & Honey',
  'Cucumber Mint',
  'Sweet Peach',
  'Hibiscus',
  'Piña',
  'Birch',
];
const KINDS = [
  'Seltzer',
  'Tonic',
  'Spritz',
  'Iced Tea',
  'Mocktail',
  'Soda',
  'Lemonade',
  'Shot',
  'Sparkling Hemp-Derived Beverage with Natural Flavors',
];
const LABS = [
  'Example Analytical (fictional)',
  'Northfield Test Lab (fictional)',
  'Third Bench Labs',
  'Sample Ridge Laboratories, LLC',
  'Invented Peak Analytics',
  'Made Up Scientific',
  'Placeholder Testing Laboratory',
];
const CANNABINOIDS = [
  'Δ9-THC',
  'THCA',
  'CBD',
  'CBDA',
  'CBG',
  'CBN',
  'CBC',
  'Δ8-THC',
  'THCV',
  'CBDV',
  'CBGA',
  'Δ10-THC',
];
const METALS = { Arsenic: 1.5, Cadmium: 0.5, Lead: 0.5, Mercury: 3 };
const PESTICIDES = [
  'Abamectin',
  'Acephate',
  'Acetamiprid',
  'Azoxystrobin',
  'Bifenazate',
  'Bifenthrin',
  'Boscalid',
  'Carbaryl',
  'Chlorpyrifos',
  'Daminozide',
  'Diazinon',
  'Dimethoate',
  'Etoxazole',
  'Fipronil',
  'Fludioxonil',
  'Imazalil',
  'Imidacloprid',
  'Malathion',
  'Metalaxyl',
  'Methomyl',
  'Myclobutanil',
  'Naled',
  'Paclobutrazol',
  'Permethrin',
  'Phosmet',
  'Piperonyl butoxide',
  'Propiconazole',
  'Pyrethrins',
  'Spinosad',
  'Spiromesifen',
  'Tebuconazole',
  'Thiamethoxam',
  'Trifloxystrobin',
];
const SOLVENTS = [
  'Acetone',
  'Benzene',
  'Butane',
  'Ethanol',
  'Ethyl acetate',
  'Heptane',
  'Hexane',
  'Isopropyl alcohol',
  'Methanol',
  'Pentane',
  'Propane',
  'Toluene',
  'Total xylenes',
];
const MICROBES = [
  'Total Aerobic Count',
  'Total Yeast and Mold',
  'Total Coliforms',
  'Bile-Tolerant Gram-Negative Bacteria',
];
const PATHOGENS = ['Salmonella spp.', 'Escherichia coli (STEC)', 'Listeria monocytogenes', 'Aspergillus flavus'];

/** A made-up certificate. @returns {import('./record.mjs').SampleRecord} */
export function randomRecord(seed) {
  const random = randomFrom(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const number = (from, to, digits) => Number((from + random() * (to - from)).toFixed(digits));
  const some = (list, least) => list.filter((_, index) => index < least || random() < 0.6);
  const testDate = shiftDay('2025-01-01', Math.floor(random() * 640));
  const containerMl = pick([355, 355, 473, 222, 60, 750]);
  const thcContent = number(1, 52, 2);
  const cbdContent = random() < 0.3 ? 0 : number(0.1, 20, 2);
  const unit = pick(['mg/mL', 'mg/mL', 'mg/g']);
  const pools = { pick, number, some, random, unit };
  const verdict = (chance) =>
    random() < chance ? pick(['passed', 'passed', 'passed', 'failed', 'not_tested', 'pending']) : undefined;
  const labReportId = pick([
    `EA-2026-${number(1000, 99999, 0)}`,
    `R${number(100000, 999999, 0)}`,
    `${number(10, 99, 0)}-${number(1000, 9999, 0)}.01`,
    `COA${number(1000, 9999, 0)}-B`,
  ]);
  return {
    brandName: pick(BRANDS),
    productName: `${pick(FLAVORS)} ${pick(KINDS)}${random() < 0.7 ? ` ${pick(['2.5', '5', '10', '25'])} mg` : ''}`,
    batchId: batch(pick, number),
    thcContent,
    cbdContent,
    testDate,
    labName: pick(LABS),
    labReportId,
    containerMl,
    servings: pick([1, 1, 1, 2, 4]),
    qrText: `https://lab.example/certificates/${labReportId}`,
    panels: {
      heavyMetals: verdict(0.9),
      pesticides: verdict(0.8),
      microbials: verdict(0.8),
      residualSolvents: verdict(0.6),
    },
    analytes: [
      ...cannabinoids(pools, thcContent / containerMl, cbdContent / containerMl),
      ...metals(pools),
      ...(random() < 0.7 ? pesticides(pools) : []),
      ...(random() < 0.7 ? microbes(pools) : []),
      ...(random() < 0.5 ? solvents(pools) : []),
    ],
  };
}

const batch = (pick, number) =>
  pick([
    `JT-26-${number(1000, 9999, 0)}`,
    `#C${number(1000, 9999, 0)}`,
    `LOT 26/${number(100, 999, 0)}`,
    `CHARGE-Ä${number(10, 99, 0)}/26`,
    `OC 0925-${number(1, 9, 0)}`,
    String(number(100000, 999999, 0)),
    `E&R/${number(1000, 9999, 0)}`,
    `TP-2026-07-${pick(['A', 'B', 'C'])}`,
  ]);

const row = (panel, name, valueText, unit, more) => ({
  panel,
  name,
  valueText,
  value: /^[\d.]+$/.test(valueText) ? Number(valueText) : exponentOf(valueText),
  unit,
  lod: null,
  loq: null,
  limit: null,
  method: null,
  ...more,
});

function exponentOf(text) {
  const found = /^(?:([\d.]+) × )?10([⁰¹²³⁴⁵⁶⁷⁸⁹])$/.exec(text);
  return found ? Number(found[1] ?? 1) * 10 ** '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(found[2]) : null;
}

function cannabinoids({ some, pick, number, unit }, thc, cbd) {
  const more = { lod: 0.0003, loq: 0.001, method: 'HPLC-DAD' };
  return some(CANNABINOIDS, 3).map((name) => {
    if (name === 'Δ9-THC') return row('cannabinoids', name, thc.toFixed(4), unit, more);
    if (name === 'CBD') return row('cannabinoids', name, cbd === 0 ? 'ND' : cbd.toFixed(4), unit, more);
    return row('cannabinoids', name, pick(['ND', 'ND', '<LOQ', number(0.001, 0.02, 4).toFixed(4)]), unit, more);
  });
}

function metals({ pick, number }) {
  const unit = pick(['µg/g', 'ppm', 'mg/kg']);
  const limitsAt = { lod: 0.002, loq: 0.005, method: 'ICP-MS' };
  return Object.entries(METALS).map(([name, limit]) =>
    row('heavyMetals', name, pick(['ND', '<LOQ', '<0.005', number(0.006, 0.9, 3).toFixed(3)]), unit, {
      ...limitsAt,
      limit,
    }),
  );
}

function pesticides({ some, pick, number }) {
  const more = { lod: 0.01, loq: 0.05, method: 'LC-MS/MS' };
  const unit = pick(['µg/g', 'ppm', 'µg/kg']);
  return some(PESTICIDES, 6).map((name) =>
    row('pesticides', name, pick(['ND', 'ND', 'Not Detected', '<0.05', number(0.05, 0.4, 2).toFixed(2)]), unit, {
      ...more,
      limit: pick([0.1, 0.2, 3]),
    }),
  );
}

function solvents({ some, pick, number }) {
  const more = { lod: 5, loq: 20, method: 'HS-GC-MS' };
  return some(SOLVENTS, 4).map((name) =>
    row('residualSolvents', name, pick(['ND', '<20', String(number(20, 900, 0))]), 'ppm', {
      ...more,
      limit: pick([1000, 5000, 60]),
    }),
  );
}

function microbes({ some, pick, number }) {
  const counts = some(MICROBES, 2).map((name) =>
    row(
      'microbials',
      name,
      pick(['<10', 'ND', `1.2 × 10${pick(['²', '³', '⁴'])}`, '10³', String(number(10, 900, 0))]),
      'CFU/g',
      { loq: 10, limit: pick([10000, 1000]), method: 'Plating' },
    ),
  );
  const pathogens = some(PATHOGENS, 2).map((name) =>
    row('microbials', name, pick(['Not Detected', 'ND', 'Absent in 1 g', 'None Detected', 'Negative']), null, {
      method: 'qPCR',
    }),
  );
  return [...counts, ...pathogens];
}
