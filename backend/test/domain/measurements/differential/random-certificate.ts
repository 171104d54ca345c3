import fc from 'fast-check';
import type { SampleFacts } from '../../../../src/domain/shared/container-facts.js';

/** A printed line, with the key that its name means. */
export interface RandomLine {
  readonly panel: string;
  readonly name: string;
  readonly analyte: string | null;
  readonly valueText: string;
  readonly value: number | null;
  readonly unit: string | null;
  readonly lod: number | null;
  readonly loq: number | null;
}

export interface RandomCertificate {
  readonly lines: readonly RandomLine[];
  readonly sample: SampleFacts | null;
  readonly thcContent: number;
  readonly testDate: string;
}

/** Every form of THC that a rule adds up, under a name that reports print. */
const THC: readonly (readonly [string, string])[] = [
  ['d9_thc', 'Δ9-THC'],
  ['thca', 'THCA'],
  ['d8_thc', 'delta-8 tetrahydrocannabinol'],
  ['d10_thc', 'Δ10-THC'],
  ['exo_thc', 'exo-THC'],
  ['thcv', 'THCV'],
  ['thcva', 'THCVA'],
  ['d8_thcv', 'Δ8-THCV'],
  ['thcp', 'THCP'],
  ['d8_thcp', 'Δ8-THCP'],
  ['thco', 'THC-O'],
  ['d8_thco', 'D8-THC-O'],
  ['thch', 'THCH'],
  ['thcb', 'THCB'],
];
/** The places of the acids, whose weight in a sum is a question. */
const ACIDS = [1, 1, 6, 6];
const OTHER_CANNABINOIDS: readonly (readonly [string | null, string])[] = [
  ['d10_thc_9r', '9R-Δ10-THC'],
  ['d10_thc_9s', '(6aR,9S)-delta-10-tetrahydrocannabinol'],
  ['total_thc', 'Total THC'],
  ['total_thc', 'Max Active THC'],
  ['total_cannabinoids', 'Total Cannabinoids'],
  ['hhc', 'HHC'],
  ['hhco', 'HHC-O'],
  ['cbd', 'CBD'],
  [null, 'THC'],
  [null, 'Δ11-THC'],
  [null, 'THCJD'],
  [null, 'THCP-O'],
  [null, 'Compound 7'],
];
/** What has a limit, with the analytes that it is the sum of. */
const CONTAMINANTS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  heavyMetals: [
    ['lead', 'Lead (Pb)'],
    ['arsenic', 'Arsenic'],
    ['arsenic_inorganic', 'Inorganic Arsenic'],
    ['cadmium', 'cadmium'],
    ['mercury', 'mercury'],
  ],
  residualSolvents: [
    ['total_butanes', 'Butanes'],
    ['butane', 'n-Butane'],
    ['isobutane', 'Isobutane'],
    ['ethanol', 'Ethanol'],
    ['heptane', 'Heptane'],
    ['hexane', 'n-Hexane'],
    ['total_xylenes', 'Xylenes'],
    ['o_xylene', 'o-Xylene'],
  ],
  microbials: [
    ['stec', 'STEC'],
    ['salmonella', 'Salmonella'],
    ['tymc', 'Total Yeast and Mold'],
    ['yeast', 'Yeast'],
    ['mold', 'Mold'],
    ['aspergillus_niger', 'Aspergillus niger'],
  ],
};

const cannabinoidUnit = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<string | null>('mg/container', 'mg/g', 'mg/mL', '%', 'mg/serving') },
  { weight: 1, arbitrary: fc.constantFrom('µg/g', 'ppm', 'mg/L', 'mg/kg', 'mg/can', 'ppb') },
  { weight: 1, arbitrary: fc.constantFrom('banana/hour', 'mg/package', '% dry weight', 'pH', '', null) },
);
const contaminantUnit = fc.constantFrom(
  'µg/g',
  'µg/kg',
  'ppm',
  'ppb',
  'mg/L',
  'µg/L',
  'CFU/g',
  'CFU/mL',
  'banana/hour',
);

/** Decimal text between the limits of rules and far from them. */
const figure = fc.oneof(
  fc.tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 0, max: 5 })).map(([n, places]) => shifted(n, places)),
  fc.constantFrom(
    '0.4',
    '0.400',
    '0.41',
    '0.44',
    '0.45',
    '3.3',
    '3',
    '3.00',
    '0.5',
    '0.3',
    '10',
    '500',
    '499.9',
    '24',
    '0.001',
    '0.0113',
  ),
);
const shifted = (n: number, places: number) =>
  places === 0
    ? String(n)
    : `${'0'.repeat(places)}${n}`.replace(new RegExp(`(\\d{${places}})$`), '.$1').replace(/^0+(?=\d)/, '');

const noAmount = fc.constantFrom('ND', 'ND', 'ND', 'Not Detected', '<LOQ', '<LOQ', '<LOD', 'BLOQ', 'ND in 25 g');
const words = fc.constantFrom(
  ...['Detected, <LOQ', 'Present, <LOQ', 'Detected', 'Positive', 'Detected in 25 g', '>ULOQ', 'NT', 'Not tested'],
  ...['Pass', 'FAIL', 'Tested', '-', '', 'n/a', '0,125', '0,4', '1,25', '12,34.5', '0.3.1', '≈ 5', '-1'],
);
const zero = fc.constantFrom('0', '0.00', '0.000', '<0.00', '0.00 ± 0.01', '<0');
const valueText = fc.oneof(
  { weight: 8, arbitrary: noAmount },
  { weight: 2, arbitrary: words },
  { weight: 2, arbitrary: zero },
  { weight: 4, arbitrary: figure },
  { weight: 1, arbitrary: figure.map((text) => `<${text}`) },
  { weight: 1, arbitrary: figure.map((text) => `>${text}`) },
  { weight: 1, arbitrary: fc.tuple(figure, figure).map(([text, spread]) => `${text} ± ${spread}`) },
  { weight: 1, arbitrary: fc.constantFrom('1,250', '1.2E+03', '3 x 10^2', '4.1e-2', '12,345.6', '5 mg/g', '5 mg/mL') },
);

/** The number beside the text: mostly the same, sometimes with the noise of floating point, sometimes another one. */
const valueBeside = (text: string) => {
  const number = Number(text);
  const same = text !== '' && Number.isFinite(number) && number >= 0 ? number : null;
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(null, same) },
    { weight: 1, arbitrary: fc.constant(same === null ? 0 : same + same * Number.EPSILON) },
    { weight: 1, arbitrary: fc.constantFrom(0, 0.01, 0.3, 5, 30, 900) },
  );
};

const limits = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom({ lod: 0.0001, loq: 0.0003 }, { lod: 0.01, loq: 0.03 }) },
  { weight: 1, arbitrary: fc.constantFrom({ lod: 0, loq: 0 }, { lod: null, loq: null }, { lod: 0, loq: 0.03 }) },
  { weight: 1, arbitrary: fc.constantFrom({ lod: null, loq: 0.002 }, { lod: 0.002, loq: null }, { lod: 50, loq: 90 }) },
);

const lineOf = (panel: string, [analyte, name]: readonly [string | null, string], unit: fc.Arbitrary<string | null>) =>
  fc.tuple(valueText, unit, limits).chain(([text, printedUnit, bounds]) =>
    valueBeside(text).map(
      (value): RandomLine => ({
        panel,
        name,
        analyte,
        valueText: text,
        value,
        unit: printedUnit,
        ...bounds,
      }),
    ),
  );

/** Every form of THC, mostly not found and mostly in one unit, so that sums have an upper bound. */
const fullPanel = fc
  .tuple(
    fc.constantFrom('mg/container', 'mg/g', 'mg/mL', '%', 'mg/serving'),
    fc.oneof(fc.constant([]), fc.array(fc.tuple(fc.constantFrom(...ACIDS, ...THC.keys()), figure), { maxLength: 2 })),
    fc.constantFrom(0.0001, 0.01, 0.001),
  )
  .map(([unit, found, lod]) =>
    THC.map(([analyte, name], index): RandomLine => {
      const amount = found.find(([at]) => at === index)?.[1];
      return {
        panel: 'cannabinoids',
        name,
        analyte,
        unit,
        valueText: amount ?? 'ND',
        value: null,
        lod,
        loq: lod * 3,
      };
    }),
  );
const someCannabinoids = fc
  .tuple(fc.constantFrom(...THC, ...OTHER_CANNABINOIDS), fc.constantFrom('cannabinoids', 'cannabinoids', 'other'))
  .chain(([named, panel]) => lineOf(panel, named, cannabinoidUnit));
const someContaminants = fc
  .constantFrom(...Object.entries(CONTAMINANTS).flatMap(([panel, all]) => all.map((named) => ({ panel, named }))))
  .chain(({ panel, named }) => lineOf(panel, named, contaminantUnit));
/** All contaminants of one panel in one unit. */
const contaminantPanel = fc
  .tuple(fc.constantFrom('heavyMetals', 'residualSolvents'), fc.constantFrom('µg/g', 'µg/kg', 'ppm'), limits)
  .chain(([panel, unit, bounds]) =>
    fc.tuple(
      ...(CONTAMINANTS[panel] ?? []).map(([analyte, name]) =>
        fc
          .oneof({ weight: 5, arbitrary: fc.constant('ND') }, { weight: 1, arbitrary: figure })
          .map((text): RandomLine => ({ panel, name, analyte, valueText: text, value: null, unit, ...bounds })),
      ),
    ),
  );

const lines = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: fullPanel }, { weight: 1, arbitrary: fc.constant([]) }),
    fc.oneof(fc.array(someCannabinoids, { maxLength: 1 }), fc.array(someCannabinoids, { maxLength: 4 })),
    fc.oneof(contaminantPanel, fc.constant([])),
    fc.oneof(fc.constant([]), fc.array(someContaminants, { maxLength: 4 })),
  )
  .chain(([panel, more, contaminants, others]) =>
    // A panel without one or two of its lines, which other lines can then stand for.
    fc
      .array(fc.nat(40), { maxLength: 1 })
      .map((left) => [...panel.filter((_, index) => !left.includes(index)), ...more, ...contaminants, ...others]),
  );

const quantity = (...given: readonly (readonly [string, string])[]) =>
  fc.constantFrom(null, ...given.map(([amount, unit]) => ({ amount, unit })));
const sample = fc.oneof(
  fc.constant(null),
  fc.record({
    containerVolume: quantity(['355', 'mL'], ['12', 'fl oz'], ['0.355', 'L'], ['0', 'mL']),
    containerMass: quantity(['355', 'g'], ['358.55', 'g'], ['900', 'g'], ['0.36', 'kg'], ['12.5', 'oz']),
    servingsPerContainer: fc.constantFrom(null, '1', '2', '0', '3', '1.5'),
    densityGPerMl: fc.constantFrom(null, '1', '1.01', '1.04', '0.00', '2.5'),
  }),
);

export const randomCertificate: fc.Arbitrary<RandomCertificate> = fc.record({
  lines,
  sample,
  thcContent: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.constantFrom(0.01, 0.4, 0.41, 2.5, 3, 3.01, 5, 13.9, 24) },
  ),
  testDate: fc.oneof(
    { weight: 8, arbitrary: fc.constant('2026-10-01') },
    { weight: 1, arbitrary: fc.constantFrom('2024-08-01', '2020-01-01') },
  ),
});
