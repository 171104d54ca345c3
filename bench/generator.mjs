// Generated certificates for benchmarks, the same on every run. Brands, labs and values are made up. Certificate n does not
// depend on how many there are, so a small registry is a prefix of a large one.

const BRAND_COUNT = 2_000;

const BRAND_FIRST =
  'Copper,Velvet,Paper,Quiet,Salt,Little,Maple,Slow,Ember,Otter,Third,Half,North,Driftless,Gilded,Juniper,Willow,Harbor,Canyon,Prairie,Hollow,Lantern,Marble,Saffron,Cobalt,Feather,Gravel,Indigo,Kindly,Linen,Mossy,Nimble,Ochre,Pebble,Rustic,Silver,Tidal,Umber,Violet,Walnut';
const BRAND_LAST =
  'Finch,Thistle,Orchard,Marsh,Comet,Static,Bicycle,Porch,Weather,Ladder,Window,Meadow,Anchor,Button,Candle,Ditch,Engine,Fiddle,Garden,Hammock,Island,Jacket,Kettle,Lagoon,Mitten,Needle,Outpost,Pasture,Quarry,Ribbon,Sparrow,Teapot,Umbrella,Valley,Wagon,Yarrow,Zephyr,Almanac,Bramble,Cellar,Dovecote,Eddy,Ferry,Gable,Heron,Inkwell,Jubilee,Knoll,Lighthouse,Mooring';
const FLAVORS =
  'Yuzu,Grapefruit,Lime,Blackberry,Peach,Cherry,Mango,Ginger,Hibiscus,Cucumber,Watermelon,Plum,Pear,Cardamom,Blood Orange,Lavender,Root Beer,Tangerine,Raspberry,Pineapple,Lemongrass,Rhubarb,Fig,Elderberry,Quince,Basil,Chamomile,Tamarind,Guava,Persimmon,Rosemary,Gooseberry';
const DRINKS =
  'Seltzer,Seltzer,Seltzer,Seltzer,Tonic,Tonic,Soda,Lemonade,Iced Tea,Spritz,Mocktail,Cider,Cola,Kombucha,Cold Brew,Sparkler';
const LABS =
  'Example Analytical,Third Bench,Clear Column,North Fork Testing,Meniscus,Blue Flask,Sample & Standard,Retention Time,Level Pipette,Second Reading,Quiet Centrifuge,Baseline Works';
const CANNABINOIDS = 'Δ9-THC,THCA,Δ8-THC,CBD,CBDA,CBG,CBN,CBC';

const words = (text) => text.split(',');
const [brandFirst, brandLast, flavors, drinks, labs, cannabinoids] = [
  ...[BRAND_FIRST, BRAND_LAST, FLAVORS, DRINKS, LABS, CANNABINOIDS].map(words),
];
const DOSES = [2.5, 5, 5, 5, 10, 10, 25, 50];
const PANELS = ['pesticides', 'heavyMetals', 'microbials', 'residualSolvents'];

const DAY = 86_400_000;
const LAST_TEST_DAY = Date.UTC(2026, 9, 31);
const TEST_DAYS = 4 * 365;
const FIRST_SENT = Date.UTC(2025, 10, 3, 15);

/** A seeded pseudo-random generator: integers from 0 to below a bound, determined by n alone. */
function randomFor(n) {
  let state = Math.imul(n + 1, 0x9e3779b1);
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** Brand names, largest brand first. */
export const BRANDS = Array.from(
  { length: BRAND_COUNT },
  (_, i) => `${brandFirst[i % brandFirst.length]} ${brandLast[Math.floor(i / brandFirst.length)]}`,
);

/** Cubed, so that brands differ in size: the first has 79 of 1,000 certificates, and it takes 100,000 to cover all. */
const brandOf = (random) => BRANDS[Math.floor(BRAND_COUNT * (random(2 ** 32) / 2 ** 32) ** 3)];

/** Three words of different rarity: in about one of 5,000 names, one of 70, and one of 30. */
function rareWord(random) {
  const rarity = random(5_000);
  if (rarity === 0) return 'Elderflower ';
  if (rarity < 72) return 'Verbena ';
  return rarity < 240 ? 'Nettle ' : '';
}

/** A UUID (version 4) whose first 40 bits are unique per n, because references are derived from them. */
function idOf(n, random) {
  // An odd multiplier is invertible modulo 2^40, so no two values of n collide.
  const unique = ((BigInt(n) * 0x9e3779b97fn + 0x5851f42d4cn) & 0xffffffffffn).toString(16).padStart(10, '0');
  const hex = (digits) =>
    random(16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  return `${unique.slice(0, 8)}-${unique.slice(8)}${hex(2)}-4${hex(3)}-a${hex(3)}-${hex(6)}${hex(6)}`;
}

const letter = (random) => String.fromCharCode(65 + random(26));

/**
 * A submission, and the verdict of its reviewer.
 * @param {number} n from 0
 */
export function sentCertificate(n) {
  const random = randomFor(n);
  const mg = DOSES[random(DOSES.length)];
  const sentAt = new Date(FIRST_SENT + n * 30_000);
  const passed = random(100) < 92;
  const failed = !passed && random(2) === 0;
  const productName = `${flavors[random(flavors.length)]} ${rareWord(random)}${drinks[random(drinks.length)]} ${mg} mg`;
  return {
    id: idOf(n, random),
    draft: {
      brandName: brandOf(random),
      contactName: null,
      contactEmail: null,
      website: null,
      productName,
      batchId: `${letter(random)}${letter(random)}-${String(n).padStart(7, '0')}/${letter(random)}${random(10)}`,
      thcContent: Math.round(mg * (60 + random(45))) / 100,
      cbdContent: random(50) / 10,
      testDate: new Date(LAST_TEST_DAY - random(TEST_DAYS) * DAY).toISOString().slice(0, 10),
      labName: labs[random(labs.length)],
      notes: null,
      coaFileUrl: null,
      labReportId: `R-${n}`,
      analytes: cannabinoids.map((name, i) => analyte(name, i === 0 ? mg * (0.0024 + random(9) / 10_000) : null)),
    },
    verdict: {
      status: passed ? 'passed' : failed ? 'failed' : 'pending',
      panels: Object.fromEntries(
        PANELS.map((panel, i) => [panel, i === 0 && !passed ? (failed ? 'failed' : 'pending') : 'passed']),
      ),
    },
    sentAt,
    reviewedAt: new Date(sentAt.getTime() + 2 * DAY),
  };
}

function analyte(name, measured) {
  const value = measured === null ? null : Number(measured.toFixed(4));
  return {
    ...{ panel: 'cannabinoids', name, valueText: value === null ? 'ND' : String(value), value },
    ...{ unit: 'mg/g', lod: 0.0001, loq: 0.0003, limit: null, method: 'HPLC-DAD' },
  };
}

/** A lab works for some brands only. */
const BRANDS_PER_LAB = 120;

/** A certificate as its lab sends it: a line of a bulk file, or a request. */
export function certificateLine(n) {
  const { draft, verdict } = sentCertificate(n);
  const { productName, batchId, thcContent, cbdContent, testDate, labReportId, analytes } = draft;
  return {
    ...{ brandName: BRANDS[n % BRANDS_PER_LAB], productName, batchId, thcContent, cbdContent, testDate, labReportId },
    ...verdict,
    analytes: analytes.map(({ limit: _none, ...measured }) => measured),
  };
}
