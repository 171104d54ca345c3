// What `npm run bench lists` asks: requests under load, and search terms of every kind.
import { BRANDS, sentCertificate } from './generator.mjs';

/** So many distinct certificates that hardly any is requested twice in a round. */
const DISTINCT_CERTIFICATES = 20_000;

/** Certificates at even distances across the registry. */
const evenSample = (size, count) =>
  Array.from({ length: Math.min(size, count) }, (_, i) =>
    sentCertificate(Math.floor((i * size) / Math.min(size, count))),
  );

const unique = (texts) => [...new Set(texts)];
const search = (text, more = '') => `/api/coa?search=${encodeURIComponent(text)}${more}`;
const byBatch = ({ draft }) => `/api/coa/${encodeURIComponent(draft.batchId)}`;
/** Flavor and drink: "Yuzu Seltzer". */
const productWords = ({ draft }) => draft.productName.replace(/ [\d.]+ mg$/, '');

/**
 * @param {number} size of the registry
 * @param {readonly string[]} deepPages URLs of the last pages up to the thousandth
 */
export function questions(size, deepPages) {
  const largest = encodeURIComponent(BRANDS[0]);
  const sample = evenSample(size, 500);
  const read = [
    { name: 'certificate by batch', paths: evenSample(size, DISTINCT_CERTIFICATES).map(byBatch) },
    { name: 'first page', paths: ['/api/coa'] },
    { name: 'page 1,000 by cursor', paths: deepPages },
    { name: 'brand filter', paths: [`/api/coa?brand=${largest}`] },
    { name: 'search: product words', paths: unique(sample.map(productWords)).map((text) => search(text)) },
    { name: 'search: brand', paths: unique(sample.map(({ draft }) => draft.brandName)).map((text) => search(text)) },
    { name: 'search: part of a batch', paths: sample.map(({ draft }) => search(draft.batchId.slice(0, 7))) },
    { name: 'statistics', paths: ['/api/coa-statistics'] },
    { name: 'article', paths: ['/api/articles/understanding-thc-beverages'] },
    { name: 'home page', paths: ['/'] },
  ];
  const cached = [
    { name: 'cached: certificate by batch', paths: evenSample(size, 200).map(byBatch), isCached: true },
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

/** A batch ID as someone may type it from a can: "AB-O01 2345/C7". */
const typed = (batchId) => batchId.replace('0', 'O').replace(/(\d{2})(?=\d{3})/, '$1 ');

/** Kinds of terms that differ from the stored spelling. */
const AS_TYPED = ['a batch as typed', 'part of a batch as typed', 'misspelled'];

/** Searches of every kind, each in every sort order. */
export function searches(size) {
  const sample = evenSample(size, 60);
  const kinds = {
    'rare words': ['elderflower', 'verbena seltzer', 'nettle kombucha', ...sample.slice(0, 15).map(productWords)],
    'frequent words': ['seltzer', 'tonic', '10 mg', '5 mg', 'yuzu', 'blood orange', 'ginger', 'copper', 'cold brew'],
    brands: sample.slice(0, 20).map(({ draft }) => draft.brandName),
    'part of a batch': sample.slice(20, 50).map(({ draft }) => draft.batchId.slice(0, 7)),
    'part of a number': ['00012', '0004', '9991', '123', '777', '00 a', '54321'],
    'two letters': ['yu', 'se', 'co', 'qx', 'el', '5 m', 'a1', 'zz'],
    'found nowhere': ['xyzzy', 'seltzer xyzzy', 'qqqqqq', 'yuzu elderflower tonic 3 mg'],
    'a batch as typed': sample.slice(20, 50).map(({ draft }) => typed(draft.batchId)),
    'part of a batch as typed': sample.slice(20, 50).map(({ draft }) => typed(draft.batchId.slice(0, 7))),
    'a name and a dose': sample.slice(0, 10).map(({ draft }) => draft.productName),
    'a brand and a batch': sample.slice(0, 20).map(({ draft }) => `${draft.brandName} ${draft.batchId}`),
    misspelled: ['eldreflower', 'verbenna seltzer', 'seltser', 'copper fimch', 'blod orange', 'kombuch a', 'hibicsus'],
  };
  return Object.entries(kinds).map(([kind, terms]) => ({
    kind,
    isAsTyped: AS_TYPED.includes(kind),
    paths: unique(terms).flatMap((text) => SORTS.map((sort) => search(text, `&sort=${sort}`))),
  }));
}
