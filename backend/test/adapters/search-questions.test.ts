import 'reflect-metadata';
import { CERTIFICATES } from '../../src/demo-rows.js';
import { databaseOfThisFile } from './open-database.js';
import { ARTICLES, siteOn } from './open-site.js';

const MEDICINES = '/learn/medicines-and-thc';
const WHO_SHOULD_NOT = '/learn/safety-guidelines#who-should-not-drink-it';
const DRIVING = '/learn/safety-guidelines#driving-tools-and-water';
const DRUG_TESTS = '/learn/medicines-and-thc#drug-tests';
const ALCOHOL = '/learn/understanding-thc-beverages#no-alcohol-does-not-mean-no-impairment';
const METALS = '/learn/reading-lab-results#metals-check-whose-limit';
const LAW = '/learn/legal-considerations';

/** What people ask, and the page that must come first. */
const QUESTIONS: readonly (readonly [asked: string, path: string])[] = [
  // Shoppers
  ['#C9030', '/brands/Juniper%20%26%20Tide/coa/%23C9030'],
  ['c 9O3O', '/brands/Juniper%20%26%20Tide/coa/%23C9030'],
  ['lot 24/117', '/brands/Halfmoon%20Botanics/coa/LOT%2024%2F117'],
  ['QO 8813', '/brands/Quiet%20Orchard/coa/QO-8813'],
  ['velvet thistle vt 552', '/brands/Velvet%20Thistle/coa/VT%20552'],
  ['VT552 bitter orange', '/brands/Velvet%20Thistle/coa/VT%20552'],
  ['Ember and Rind E&R/2604', '/brands/Ember%20%26%20Rind/coa/E%26R%2F2604'],
  ['er2604 ember & rind blood orange', '/brands/Ember%20%26%20Rind/coa/E%26R%2F2604'],
  ['VT 562', '/brands/Velvet%20Thistle/coa/VT%20552'],
  ['ember and rind', '/brands/Ember%20%26%20Rind'],
  ['waxwing', '/brands/Waxwing'],
  ['waxwimg', '/brands/Waxwing'],
  ['yuzu seltzer', '/brands/Juniper%20%26%20Tide/products/Yuzu%20Seltzer%205%20mg'],
  ['ginger paper lantern', '/brands/Paper%20Lantern/products/Double%20Ginger'],
  ['night shot', '/brands/Waxwing/products/Night%20Shot%2050%20mg'],
  ['otter creek root beer', '/brands/Otter%20Creek%20Tonic/products/Root%20Beer%2010%20mg'],
  ['sarsaparila', '/brands/Otter%20Creek%20Tonic/products/Sarsaparilla%2010%20mg'],
  // Frightened
  ['emergency', '/emergency'],
  ['overdose', '/emergency'],
  ['overdoze', '/emergency'],
  ['poison control', '/emergency'],
  ['im too high', '/emergency'],
  ['green out', '/emergency'],
  ['greening out what do i do', '/emergency'],
  ['panic attack', '/emergency'],
  ['my heart is racing', '/emergency'],
  ["can't breathe", '/emergency'],
  ['he passed out', '/emergency'],
  ["she won't wake up", '/emergency'],
  ['my child ate a gummy', '/emergency'],
  ['toddler drank my yuzu seltzer', '/emergency'],
  ['throwing up', '/emergency'],
  ['i think im dying', '/emergency'],
  ['seizure', '/emergency'],
  ['suicidal', '/emergency'],
  ['my 3 year old drank my drink', '/emergency'],
  ['my son got into my thc drink', '/emergency'],
  ['ate too many', '/emergency'],
  ['how to sober up', '/emergency'],
  ['heart beating out of my chest', '/emergency'],
  ["can't stop shaking", '/emergency'],
  ['overdoze xanax', '/emergency'],
  ['emergencia', '/es/emergency'],
  ['mi hijo tomó thc', '/es/emergency'],
  ['my dog drank a thc seltzer', '/emergency#pet'],
  ['pet poison hotline', '/emergency#pet'],
  // Beginners, and people with a medicine or a condition
  ['xanax', MEDICINES],
  ['zoloft', MEDICINES],
  ['zolofft', MEDICINES],
  ['can I take sertraline', MEDICINES],
  ['warfarin', MEDICINES],
  ['warfrin', MEDICINES],
  ['blood thinners', MEDICINES],
  ['nursing', WHO_SHOULD_NOT],
  ['breastfeeding', WHO_SHOULD_NOT],
  ['can i drink while pregnant', WHO_SHOULD_NOT],
  ['driving', DRIVING],
  ['can I drive after one can', DRIVING],
  ['drug test', DRUG_TESTS],
  ['alcohol', ALCOHOL],
  ['how much should I drink', '/dose-calculator'],
  ['how long does it last', '/learn/onset-duration'],
  ['what does ND mean', '/learn/reading-lab-results'],
  ['qr code', '/learn/reading-lab-results#check-the-qr-code'],
  ['tolerance', '/learn/tolerance-breaks'],
  ['tolerence', '/learn/tolerance-breaks'],
  ['lead', METALS],
  ['cadmum', METALS],
  // The law
  ['farm bill', LAW],
  ['december 11', '/law/december-11'],
  ['can I fly with it', LAW],
];

/** What people ask about the law of a state, and the title of what must come first. */
const QUESTIONS_ABOUT_STATES: readonly (readonly [asked: string, title: string, path: string])[] = [
  ['is it legal in Texas', 'The law in Texas', '/law/texas'],
  ['texas', 'The law in Texas', '/law/texas'],
  ['legal tx', 'The law in Texas', '/law/texas'],
  ['west virginia', 'The law in West Virginia', '/law/west-virginia'],
  ['legal in Ohio', 'The law in Ohio', '/law/ohio'],
  ['washington dc', 'The law in District of Columbia', '/law/district-of-columbia'],
  ['minesota', 'The law in Minnesota', '/law/minnesota'],
];

const emptyDatabase = databaseOfThisFile();

let site: Awaited<ReturnType<typeof siteOn>>;
beforeAll(async () => {
  site = await siteOn(emptyDatabase, ARTICLES);
  for (const [brandName, productName, batchId, thcContent] of CERTIFICATES)
    await site.publish({ brandName, productName, batchId, thcContent });
});

const firstHit = async (asked: string) => (await site.found(asked)).groups[0]?.hits[0];

it.each(QUESTIONS)('%s leads first to %s', async (asked, path) => {
  expect((await firstHit(asked))?.path).toBe(path);
});

it.each(QUESTIONS_ABOUT_STATES)('%s leads first to: %s', async (asked, title, path) => {
  expect(await firstHit(asked)).toMatchObject({ title, path });
});

it('a batch id with a wrong digit is not shown as the batch', async () => {
  const { groups } = await site.found('VT 562');
  expect(groups.flatMap(({ hits }) => hits.map(({ kind, title, warning }) => [kind, title, warning]))).toEqual([
    ['batch', 'Batch VT 552', 'similar'],
  ]);
});
