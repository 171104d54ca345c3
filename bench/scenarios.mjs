// What is asked, and with which words.
import { BRANDS, sentCertificate } from './generator.mjs';

/** More than any cache of answers is asked for twice in a round. */
const DISTINCT = 20_000;

/** Certificates of a registry, evenly spread. */
const spread = (size, count) =>
  Array.from({ length: Math.min(size, count) }, (_, i) =>
    sentCertificate(Math.floor((i * size) / Math.min(size, count))),
  );

const distinct = (texts) => [...new Set(texts)];
const search = (text, more = '') => `/api/coa?search=${encodeURIComponent(text)}${more}`;
const byBatch = ({ draft }) => `/api/coa/${encodeURIComponent(draft.batchId)}`;
/** Flavour and drink: "Yuzu Seltzer". */
const productWords = ({ draft }) => draft.productName.replace(/ [\d.]+ mg$/, '');

/**
 * @param {number} size of the registry
 * @param {readonly string[]} deepPages addresses of pages up to the thousandth
 */
export function questions(size, deepPages) {
  const largest = encodeURIComponent(BRANDS[0]);
  const met = spread(size, 500);
  const read = [
    { name: 'certificate by batch', paths: spread(size, DISTINCT).map(byBatch) },
    { name: 'first page', paths: ['/api/coa'] },
    { name: 'page 1,000 by cursor', paths: deepPages },
    { name: 'brand filter', paths: [`/api/coa?brand=${largest}`] },
    { name: 'search: product words', paths: distinct(met.map(productWords)).map((text) => search(text)) },
    { name: 'search: brand', paths: distinct(met.map(({ draft }) => draft.brandName)).map((text) => search(text)) },
    { name: 'search: part of a batch', paths: met.map(({ draft }) => search(draft.batchId.slice(0, 7))) },
    { name: 'statistics', paths: ['/api/coa-statistics'] },
    { name: 'article', paths: ['/api/articles/understanding-thc-beverages'] },
    { name: 'home page', paths: ['/'] },
  ];
  const cached = [
    { name: 'cached: certificate by batch', paths: spread(size, 200).map(byBatch), isCached: true },
    { name: 'cached: first page', paths: ['/api/coa'], isCached: true },
    { name: 'cached: home page', paths: ['/'], isCached: true },
  ];
  return [...read, ...cached, { name: 'submission', submission: { path: '/api/coa/submit', body: SUBMISSION } }];
}

const SUBMISSION = {
  brandName: BRANDS[1],
  contactName: 'Robin Vale',
  contactEmail: 'robin@sender.example',
  productName: 'Yuzu Seltzer 5 mg',
  thcContent: 4.82,
  cbdContent: 0.4,
  testDate: '2026-10-14',
  labName: 'Example Analytical',
};

const SORTS = ['newest', 'oldest', 'strongest', 'mildest'];

/** As somebody may type it from a can: "AB-O01 2345/C7". */
const typed = (batchId) => batchId.replace('0', 'O').replace(/(\d{2})(?=\d{3})/, '$1 ');

/** Kinds whose words are not those of a certificate, letter for letter. */
const AS_TYPED = ['a batch as typed', 'part of a batch as typed', 'misspelled'];

/** Searches of every kind, each in every order. */
export function searches(size) {
  const met = spread(size, 60);
  const kinds = {
    'rare words': ['elderflower', 'verbena seltzer', 'nettle kombucha', ...met.slice(0, 15).map(productWords)],
    'frequent words': ['seltzer', 'tonic', '10 mg', '5 mg', 'yuzu', 'blood orange', 'ginger', 'copper', 'cold brew'],
    brands: met.slice(0, 20).map(({ draft }) => draft.brandName),
    'part of a batch': met.slice(20, 50).map(({ draft }) => draft.batchId.slice(0, 7)),
    'part of a number': ['00012', '0004', '9991', '123', '777', '00 a', '54321'],
    'two letters': ['yu', 'se', 'co', 'qx', 'el', '5 m', 'a1', 'zz'],
    'found nowhere': ['xyzzy', 'seltzer xyzzy', 'qqqqqq', 'yuzu elderflower tonic 3 mg'],
    'a batch as typed': met.slice(20, 50).map(({ draft }) => typed(draft.batchId)),
    'part of a batch as typed': met.slice(20, 50).map(({ draft }) => typed(draft.batchId.slice(0, 7))),
    'a name and a dose': met.slice(0, 10).map(({ draft }) => draft.productName),
    misspelled: ['eldreflower', 'verbenna seltzer', 'seltser', 'copper fimch', 'blod orange', 'kombuch a', 'hibicsus'],
  };
  return Object.entries(kinds).map(([kind, terms]) => ({
    kind,
    isAsTyped: AS_TYPED.includes(kind),
    paths: distinct(terms).flatMap((text) => SORTS.map((sort) => search(text, `&sort=${sort}`))),
  }));
}
