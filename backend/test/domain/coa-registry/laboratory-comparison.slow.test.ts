import {
  comparedLaboratory,
  LABORATORY_FIGURES,
  type LaboratoryCount,
  type LaboratoryFigure,
} from '../../../src/domain/coa-registry/registry/laboratory-comparison.js';
import { Random } from '../../support/random.js';

function drawn(random: Random, results: number, share: number): { results: number; holds: number } {
  let holds = 0;
  for (let result = 0; result < results; result++) if (random.chance(share)) holds++;
  return { results, holds };
}

const OTHERS = 8_000;

/** What others might have: of these shares a laboratory differs in `shareOf`, or in nothing. */
const SHARES: Readonly<Record<LaboratoryFigure, number>> = {
  pesticidesPassed: 0.97,
  heavyMetalsPassed: 0.95,
  microbialsPassed: 0.9,
  residualSolventsPassed: 0.93,
  replaced: 0.06,
  above90Percent: 0.62,
  aboveLabel: 0.5,
  below110Percent: 0.66,
  withinLimit: 0.5,
};

const DIFFERING: Readonly<Record<LaboratoryFigure, number>> = {
  pesticidesPassed: 0.99,
  heavyMetalsPassed: 1 - 0.05 / 3,
  microbialsPassed: 1 - 0.1 / 3,
  residualSolventsPassed: 1 - 0.07 / 3,
  replaced: 0.02,
  above90Percent: (1.2 * 0.62) / (1.2 * 0.62 + 0.38),
  aboveLabel: 1.2 / 2.2,
  below110Percent: (1.2 * 0.66) / (1.2 * 0.66 + 0.34),
  withinLimit: 1.2 / 2.2,
};

/** How many results the figure takes beside others like these. */
function minimumOf(figure: LaboratoryFigure): number {
  const others = { results: OTHERS, holds: Math.round(OTHERS * SHARES[figure]) };
  const { minimum } = comparedLaboratory({ figure, limitMg: null, results: 0, holds: 0, others });
  if (minimum === null) throw new Error(`${figure}: no number of results is enough`);
  return minimum;
}

const figureOf = (figure: LaboratoryFigure, random: Random, share: number, results: number): LaboratoryCount => ({
  figure,
  limitMg: null,
  ...drawn(random, results, share),
  others: drawn(random, OTHERS, SHARES[figure]),
});

it.each(LABORATORY_FIGURES)(
  '%s: of laboratories with enough results that differ as published, 4 of 5 are found',
  (figure) => {
    const random = new Random(20_261_129);
    const results = minimumOf(figure);
    const laboratories = Array.from({ length: 1_000 }, () =>
      comparedLaboratory(figureOf(figure, random, DIFFERING[figure], results)),
    );
    // What the others happen to have decides how many are enough.
    const told = laboratories.filter(({ expected }) => expected !== null);
    expect(told.length).toBeGreaterThan(300);
    expect(told.filter(({ isOutside }) => isOutside).length / told.length).toBeGreaterThanOrEqual(0.8);
  },
);

it('of laboratories that are like the others, at most 1 % are outside in any of ten figures', () => {
  const random = new Random(31_415_926);
  const laboratories = 2_000;
  const figures = [...LABORATORY_FIGURES, 'withinLimit'] as const;
  let outside = 0;
  for (let laboratory = 0; laboratory < laboratories; laboratory++) {
    const compared = figures.map((figure) =>
      comparedLaboratory(figureOf(figure, random, SHARES[figure], minimumOf(figure))),
    );
    if (compared.some(({ isOutside }) => isOutside)) outside++;
  }
  expect(outside / laboratories).toBeLessThanOrEqual(0.01);
});
