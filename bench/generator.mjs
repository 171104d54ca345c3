// Certificates for measuring: always the same ones, as laboratories would send them. Brands, laboratories and figures are
// invented. Certificate n does not depend on how many there are, so a small registry is the beginning of a large one.

const BRAND_COUNT = 2_000;

const BRAND_FIRST =
  'Copper,Velvet,Paper,Quiet,Salt,Little,Maple,Slow,Ember,Otter,Third,Half,North,Driftless,Gilded,Juniper,Willow,Harbor,Canyon,Prairie,Hollow,Lantern,Marble,Saffron,Cobalt,Feather,Gravel,Indigo,Kindly,Linen,Mossy,Nimble,Ochre,Pebble,Rustic,Silver,Tidal,Umber,Violet,Walnut';
const BRAND_LAST =
  'Finch,Thistle,Orchard,Marsh,Comet,Static,Bicycle,Porch,Weather,Ladder,Window,Meadow,Anchor,Button,Candle,Ditch,Engine,Fiddle,Garden,Hammock,Island,Jacket,Kettle,Lagoon,Mitten,Needle,Outpost,Pasture,Quarry,Ribbon,Sparrow,Teapot,Umbrella,Valley,Wagon,Yarrow,Zephyr,Almanac,Bramble,Cellar,Dovecote,Eddy,Ferry,Gable,Heron,Inkwell,Jubilee,Knoll,Lighthouse,Mooring';
const FLAVOURS =
  'Yuzu,Grapefruit,Lime,Blackberry,Peach,Cherry,Mango,Ginger,Hibiscus,Cucumber,Watermelon,Plum,Pear,Cardamom,Blood Orange,Lavender,Root Beer,Tangerine,Raspberry,Pineapple,Lemongrass,Rhubarb,Fig,Elderberry,Quince,Basil,Chamomile,Tamarind,Guava,Persimmon,Rosemary,Gooseberry';
const DRINKS =
  'Seltzer,Seltzer,Seltzer,Seltzer,Tonic,Tonic,Soda,Lemonade,Iced Tea,Spritz,Mocktail,Cider,Cola,Kombucha,Cold Brew,Sparkler';
const LABS =
  'Example Analytical,Third Bench,Clear Column,North Fork Testing,Meniscus,Blue Flask,Sample & Standard,Retention Time,Level Pipette,Second Reading,Quiet Centrifuge,Baseline Works';
const CANNABINOIDS = 'Δ9-THC,THCA,Δ8-THC,CBD,CBDA,CBG,CBN,CBC';

const words = (text) => text.split(',');
const [brandFirst, brandLast, flavours, drinks, labs, cannabinoids] = [
  ...[BRAND_FIRST, BRAND_LAST, FLAVOURS, DRINKS, LABS, CANNABINOIDS].map(words),
];
const DOSES = [2.5, 5, 5, 5, 10, 10, 25, 50];
const PANELS = ['pesticides', 'heavyMetals', 'microbials', 'residualSolvents'];

const DAY = 86_400_000;
const LAST_TEST_DAY = Date.UTC(2026, 9, 31);
const TEST_DAYS = 4 * 365;
const FIRST_SENT = Date.UTC(2025, 10, 3, 15);

/** Numbers below a bound that look random and depend on n alone. */
function drawsFor(n) {
  let state = Math.imul(n + 1, 0x9e3779b1);
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** Every brand's name, the largest first. */
export const BRANDS = Array.from(
  { length: BRAND_COUNT },
  (_, i) => `${brandFirst[i % brandFirst.length]} ${brandLast[Math.floor(i / brandFirst.length)]}`,
);

/** Brands differ in size: of a thousand certificates 79 are the first one's, and it takes 100,000 to meet them all. */
const brandOf = (draw) => BRANDS[Math.floor(BRAND_COUNT * (draw(2 ** 32) / 2 ** 32) ** 3)];

/** One word in five thousand names or so, one in seventy, and one in thirty. */
function rareWord(draw) {
  const rarity = draw(5_000);
  if (rarity === 0) return 'Elderflower ';
  if (rarity < 72) return 'Verbena ';
  return rarity < 240 ? 'Nettle ' : '';
}

/** An id (version 4) whose first 40 bits, which make the reference, belong to one n only. */
function idOf(n, draw) {
  // Odd, so that multiplying by it modulo 2^40 maps no two numbers to one.
  const own = ((BigInt(n) * 0x9e3779b97fn + 0x5851f42d4cn) & 0xffffffffffn).toString(16).padStart(10, '0');
  const hex = (digits) =>
    draw(16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  return `${own.slice(0, 8)}-${own.slice(8)}${hex(2)}-4${hex(3)}-a${hex(3)}-${hex(6)}${hex(6)}`;
}

const letter = (draw) => String.fromCharCode(65 + draw(26));

/**
 * What somebody sent, and what the reviewer read on it.
 * @param {number} n from 0
 */
export function sentCertificate(n) {
  const draw = drawsFor(n);
  const mg = DOSES[draw(DOSES.length)];
  const sentAt = new Date(FIRST_SENT + n * 30_000);
  const passed = draw(100) < 92;
  const failed = !passed && draw(2) === 0;
  const productName = `${flavours[draw(flavours.length)]} ${rareWord(draw)}${drinks[draw(drinks.length)]} ${mg} mg`;
  return {
    id: idOf(n, draw),
    draft: {
      brandName: brandOf(draw),
      contactName: null,
      contactEmail: null,
      website: null,
      productName,
      batchId: `${letter(draw)}${letter(draw)}-${String(n).padStart(7, '0')}/${letter(draw)}${draw(10)}`,
      thcContent: Math.round(mg * (60 + draw(45))) / 100,
      cbdContent: draw(50) / 10,
      testDate: new Date(LAST_TEST_DAY - draw(TEST_DAYS) * DAY).toISOString().slice(0, 10),
      labName: labs[draw(labs.length)],
      notes: null,
      coaFileUrl: null,
      labReportId: `R-${n}`,
      analytes: cannabinoids.map((name, i) => analyte(name, i === 0 ? mg * (0.0024 + draw(9) / 10_000) : null)),
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
