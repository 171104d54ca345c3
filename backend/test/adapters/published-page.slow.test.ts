import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import {
  draftNotice,
  noticeEntry,
  publishNotice,
  withdrawNotice,
} from '../../src/domain/coa-registry/certificate/batch-notice.js';
import { covers, endIncident } from '../../src/domain/coa-registry/certificate/lab-incident.js';
import {
  type PrintedSample,
  printedSample,
  SAMPLED_BY,
  SAMPLERS,
} from '../../src/domain/coa-registry/certificate/printed-sample.js';
import { searchTerm, searchText, wordsTerm } from '../../src/domain/coa-registry/certificate/search-text.js';
import type { VerdictText } from '../../src/domain/coa-registry/checks/verdict-changes.js';
import {
  CERTIFICATE_SORTS,
  type CertificateCursor,
  type CertificateQuery,
} from '../../src/domain/coa-registry/registry/published-certificate.js';
import { nameKey } from '../../src/domain/shared/name-key.js';
import { brandTable } from '../../src/modules/brands/brand.table.js';
import { certificateTable } from '../../src/modules/coa-registry/certificate/database/certificate.table.js';
import { labIncidentTable } from '../../src/modules/coa-registry/certificate/database/lab-incident.table.js';
import { labIncidentsOf, testedWithin } from '../../src/modules/coa-registry/certificate/database/lab-incidents-of.js';
import { COUNT_CAP } from '../../src/modules/coa-registry/certificate/database/list-statement.js';
import { TypeOrmNoticeRepository } from '../../src/modules/coa-registry/certificate/database/typeorm-notice.repository.js';
import { VerdictStore } from '../../src/modules/coa-registry/certificate/database/verdict-store.js';
import { warningsOf } from '../../src/modules/coa-registry/certificate/database/warnings-of.js';
import type { VerdictSource } from '../../src/modules/coa-registry/certificate/verdict-source.js';
import { pageStatement } from '../../src/modules/coa-registry/registry/database/published-page.js';
import { ACTOR, aNoticeDraft, anIncident, EVERYTHING, NOW } from '../support/builders.js';
import { cloneDatabase, openDataSource, type TestDatabase } from '../support/test-database.js';
import { LIBRARY } from './certificate-fixtures.js';

/** Certificates with names that no index of the lists has room for: of each 200 syllables that become 600 letters. */
const LONG = LIBRARY.filter((_, i) => i % 97 === 0).map((one, i) => {
  const syllables = Array.from({ length: 190 }, (_, k) =>
    String.fromCodePoint(0xac00 + ((k * 577 + i * 7919) % 11_172)),
  );
  const long = { ...one, productName: `${syllables.join('')} 5 mg`, batchId: `LONG-${i}`, batchKey: `long-${i}` };
  const id = `${one.id.slice(0, 8)}-ffff${one.id.slice(13)}`;
  return { ...long, id, reference: `L-${i}`, searchText: searchText(long) };
});

const ALL = [...LIBRARY, ...LONG];

/** With the milligrams above which a certificate is above the rule: of some, of most, of none. */
const RULES = [
  ['some', 6],
  ['most', 2],
  ['none', 1000],
] as const;

/** The first run. */
const LISTED = 1;

/** Above a rule. */
const verdict = (rule: string): VerdictText => `${rule}:above`;

let clone: TestDatabase;
let database: DataSource;

beforeAll(async () => {
  clone = await cloneDatabase();
  database = await openDataSource(clone.url);
  const names = [...new Set(ALL.map(({ brandName }) => brandName))];
  const brands = names.map((name) => ({ name, nameKey: nameKey(name), contactEmail: '' }));
  const { identifiers } = await database.manager.insert(brandTable, brands);
  const brandIds = new Map(names.map((name, i) => [name, identifiers[i]?.id]));
  const rows = ALL.map((one, i) => ({
    ...one,
    brandId: brandIds.get(one.brandName),
    labName: `Bench ${i % 3}`,
    labKey: `bench ${i % 3}`,
    sample: i % 7 === 0 ? printedSample({ testedOn: '2026-02-02', sampledBy: SAMPLERS[i % 3] }) : one.sample,
  }));
  for (let from = 0; from < rows.length; from += 1000) {
    await database.manager.insert(certificateTable, rows.slice(from, from + 1000) as object[]);
  }
  // Some batches have several reports, of which one that failed speaks for all.
  await database.query(
    `UPDATE coa_data SET "batchKey" = 'shared ' || (abs(hashtext("id"::text)) % 40), "labReportId" = "id"::text
      WHERE "id" IN (SELECT "id" FROM coa_data ORDER BY "status" = 'failed' DESC, "id" LIMIT 200)
         OR abs(hashtext("id"::text)) % 10 = 0`,
  );
  const source: { -readonly [K in keyof VerdictSource]: VerdictSource[K] } = {
    basis: 'these rules',
    verdictsOf: ({ thcContent }) =>
      RULES.map(([rule, limitMg]): VerdictText => `${rule}:${thcContent > limitMg ? 'above' : 'not_above'}`),
  };
  const verdicts = new VerdictStore(database, source);
  await verdicts.begin();
  while (((await verdicts.comparePart(5000))?.compared ?? 0) > 0);
  await openIncidents();
  // Half of them are compared again, and lists keep their answers until all are.
  Object.assign(source, { basis: 'newer rules', verdictsOf: () => [verdict('none')] });
  await verdicts.begin();
  await verdicts.comparePart(ALL.length / 2);
});

afterAll(async () => {
  await database?.destroy();
  await clone?.release();
});

const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...LIBRARY.map((one) => one.searchText)) },
  { weight: 1, arbitrary: fc.constantFrom(...LONG.map((one) => one.searchText.slice(-60))) },
);
const term = fc
  .tuple(text, fc.nat(40), fc.integer({ min: 1, max: 9 }))
  .map(([words, from, length]) => searchTerm(words.slice(from, from + length)));
const cursor = fc.constantFrom(...ALL.map(({ id, testDate, thcContent }) => ({ id, testDate, thcContent })));
const query = fc
  .record({
    search: fc.option(term, { freq: 5 }),
    brandKey: fc.option(fc.constantFrom('third porch', 'waxwing', 'little comet', 'nobody'), { freq: 1 }),
    outcome: fc.option(fc.constantFrom('passed' as const, 'failed' as const, 'pending' as const), { freq: 1 }),
    testedFrom: fc.option(fc.constantFrom('2024-06-01', '2025-07-02', '2025-12-03', '2026-04-01', '2027-01-01')),
    panelsComplete: fc.boolean(),
    sampledBy: fc.option(fc.constantFrom(...SAMPLED_BY), { freq: 1 }),
    verdict: fc.option(fc.constantFrom(verdict('some'), verdict('most'), verdict('none'))),
    sort: fc.constantFrom(...CERTIFICATE_SORTS),
    limit: fc.constantFrom(1, 5, 50, 200),
    after: fc.option(cursor, { freq: 2 }),
  })
  .map(({ after, ...rest }): CertificateQuery => {
    const value = rest.sort === 'newest' || rest.sort === 'oldest' ? after?.testDate : after?.thcContent;
    const from: CertificateCursor | null = after && value !== undefined ? { value, id: after.id } : null;
    return { ...rest, after: from };
  });

const byWords = (input: string) => {
  const typed = searchTerm(input);
  return typed && wordsTerm(typed);
};

it('a page and its total are those of a plain LIKE over everything', async () => {
  await fc.assert(
    fc.asyncProperty(query, async (wanted) => {
      expect(await fastPage(wanted)).toEqual(await plainPage(wanted));
    }),
    { numRuns: 500 },
  );
});

it.each<[string, Partial<CertificateQuery>]>([
  ['of a frequent word in sight', { search: searchTerm('seltzer'), sort: 'oldest' }],
  ['of a frequent word far behind', { search: searchTerm('seltzer'), sort: 'strongest' }],
  ['of a seldom word', { search: searchTerm('elderflower') }],
  ['of a seldom word of which there are too many to keep', { search: searchTerm('tonic'), sort: 'oldest' }],
  ['of a word that is nowhere', { search: searchTerm('sarsaparilla') }],
  ['of words in different fields', { search: byWords('5 mg third seltzer') }],
  ['of words in different fields, one of them nowhere', { search: byWords('seltzer sarsaparilla third') }],
  ['of long names', { search: searchTerm(LONG[0]?.searchText.slice(1, 5) ?? '') }],
  ['of a batch whose product has a long name', { search: searchTerm('LONG-3') }],
  ['of a short period by strength', { testedFrom: '2026-04-01', sort: 'strongest' }],
  ['of a long period by strength', { testedFrom: '2025-02-01', sort: 'mildest' }],
  [
    'of a frequent word in a short period',
    { search: searchTerm('seltzer'), testedFrom: '2025-12-02', sort: 'mildest' },
  ],
  ['of a frequent word with all panels', { search: searchTerm('seltzer'), panelsComplete: true, sort: 'oldest' }],
  ['of a verdict that most have', { verdict: verdict('most'), sort: 'mildest' }],
  [
    'of a verdict that some have, in a short period by strength',
    { verdict: verdict('some'), testedFrom: '2026-04-01', sort: 'strongest' },
  ],
  [
    'of a verdict that most have, in a long period by strength',
    { verdict: verdict('most'), testedFrom: '2024-06-01', sort: 'strongest' },
  ],
  ['of a verdict and a word', { verdict: verdict('some'), search: searchTerm('seltzer') }],
  ['of a verdict that none has by the former rules', { verdict: verdict('none') }],
  ['of a period without certificates', { testedFrom: '2027-01-01', sort: 'strongest' }],
])('is the plain one where it is %s', async (_what, differing) => {
  const wanted: CertificateQuery = { ...EVERYTHING, ...differing };
  expect(await fastPage(wanted)).toEqual(await plainPage(wanted));
});

it('the long names are longer than an index entry may be', async () => {
  const [longest] = await database.query<{ bytes: number }[]>(
    `SELECT max(octet_length("searchText")) AS bytes FROM coa_data`,
  );
  expect(longest?.bytes).toBeGreaterThan(1000);
});

/** Certificates that an open incident of their laboratory covers, by the domain's rule. */
let underIncident: readonly string[];

/** Those, and certificates whose batch a current notice is about. */
let covered: readonly string[];

/** Two of a laboratory with many certificates, one of a day of another, and ended ones of everybody. */
async function openIncidents() {
  const labs = await database.query<{ labName: string }[]>(
    `SELECT "labName" FROM coa_data GROUP BY 1 ORDER BY count(*) DESC`,
  );
  const windows = [
    { lab: 0, testedFrom: '2025-06-01', testedTo: null },
    { lab: 0, testedFrom: '2025-09-01', testedTo: null },
    { lab: 1, testedFrom: '2026-02-02', testedTo: '2026-02-02' },
  ];
  const open = windows.map(({ lab, ...window }) => anIncident({ ...window, labName: labs[lab]?.labName ?? '' }));
  const ended = labs.map(({ labName }) =>
    endIncident(anIncident({ labName, testedFrom: '2020-01-01', testedTo: null }), 'cleared', 'Over.', NOW, ACTOR),
  );
  await database.manager.insert(labIncidentTable, [...open, ...ended]);
  const tested = await database.query<{ id: string; labKey: string; testDate: string; sample: PrintedSample | null }[]>(
    `SELECT "id", "labKey", "testDate"::text AS "testDate", "sample" FROM coa_data`,
  );
  underIncident = tested
    .filter((one) => open.some((incident) => incident.labKey === one.labKey && covers(incident, one)))
    .map(({ id }) => id);
  covered = [...new Set([...underIncident, ...(await addNotices())])];
}

/** A current notice and a withdrawn one about a part of the batches. @returns the certificates of the first */
async function addNotices(): Promise<readonly string[]> {
  const notices = new TypeOrmNoticeRepository(database);
  const rows = await database.query<{ id: string; brandName: string; batchId: string; batchKey: string }[]>(
    `SELECT "id", "brandName", "batchId", "batchKey" FROM coa_data ORDER BY "id"`,
  );
  const [noticed, withdrawn] = [rows.filter((_, at) => at % 9 === 0), rows.filter((_, at) => at % 9 === 1)];
  for (const [at, some] of [noticed, withdrawn].entries()) {
    const change = { now: NOW, actor: ACTOR };
    const draft = draftNotice(aNoticeDraft(), randomUUID(), change);
    const second = { now: NOW, actor: { id: 'sam', name: 'sam' }, version: 1 };
    const published = publishNotice(draft, `CBN-2026-000${at + 1}`, second, false);
    const entry = noticeEntry('published', published, null, change);
    const batches = [...new Map(some.map((one) => [`${nameKey(one.brandName)} ${one.batchKey}`, one])).values()].map(
      (one) => ({ ...one, brandKey: nameKey(one.brandName), productName: null, references: [] }),
    );
    await notices.add(draft, entry);
    await notices.change(published, batches, entry);
    if (some === withdrawn)
      await notices.change(withdrawNotice(published, 'Over.', { ...second, version: 2 }), null, entry);
  }
  const keys = new Set(noticed.map(({ brandName, batchKey }) => `${nameKey(brandName)} ${batchKey}`));
  return rows.filter(({ brandName, batchKey }) => keys.has(`${nameKey(brandName)} ${batchKey}`)).map(({ id }) => id);
}

it('rows have the incidents and notices that the domain says, and many have none', async () => {
  const rows = await database.query<{ id: string; incidents: { kind: string }[] }[]>(
    `SELECT c."id", ${labIncidentsOf('c')} AS "incidents" FROM coa_data c`,
  );
  const found = rows.filter(({ incidents }) => incidents.length > 0).map(({ id }) => id);
  expect(found.toSorted()).toEqual(underIncident.toSorted());
  const warned = await database.query<{ id: string; warnings: unknown[] }[]>(
    `SELECT c."id", ${warningsOf('c')} AS "warnings" FROM coa_data c`,
  );
  expect(warned.flatMap(({ id, warnings }) => (warnings.length > 0 ? id : [])).toSorted()).toEqual(covered.toSorted());
  expect(underIncident.length).toBeGreaterThan(100);
  expect(covered.length).toBeGreaterThan(underIncident.length);
  expect(covered.length).toBeLessThan(ALL.length / 2);
});

it('a test is in the window of an incident on the same days as in the domain', async () => {
  const days = ['2026-09-30', '2026-10-01', '2026-10-31', '2026-11-01'];
  const tests = days.flatMap((testDate) => [null, ...days].map((testedOn) => ({ testDate, testedOn })));
  const windows = [null, '2026-10-31'].map((testedTo) => ({ labName: '', testedFrom: '2026-10-01', testedTo }));
  const rows = await database.query<{ within: boolean[] }[]>(
    `SELECT ARRAY[${windows.map(({ testedFrom, testedTo }) => testedWithin('c', `'${testedFrom}'`, testedTo ? `'${testedTo}'` : 'NULL')).join()}] AS "within"
       FROM (SELECT ("test"->>'testDate')::date AS "testDate", "test" AS "sample" FROM json_array_elements($1) "test") c`,
    [JSON.stringify(tests)],
  );
  expect(rows.map(({ within }) => within)).toEqual(
    tests.map(({ testDate, testedOn }) =>
      windows.map((window) => covers(window, { testDate, sample: printedSample({ testedOn }) })),
    ),
  );
});

/** What the page of a certificate `c` shows. */
const SHOWN = `CASE
  WHEN c."doNotDrink" OR EXISTS (SELECT 1 FROM coa_data f WHERE f."batchKey" = c."batchKey" AND f."brandId" = c."brandId" AND f."doNotDrink")
    THEN 'failed'
  WHEN c."status" = 'passed' AND reports_all_panels(c."testResults") AND c."ownErrors" = 0 AND c."id" <> ALL ($6::uuid[])
    THEN 'passed' ELSE 'pending' END`;

interface Found {
  readonly counted: number;
  readonly ids: string[];
}

async function fastPage(wanted: CertificateQuery): Promise<Found> {
  const { sql, values } = pageStatement(wanted, LISTED);
  const [found] = await database.query<{ counted: number; rows: { id: string }[] }[]>(sql, values);
  return { counted: found?.counted ?? 0, ids: (found?.rows ?? []).map(({ id }) => id) };
}

async function plainPage(wanted: CertificateQuery): Promise<Found> {
  const { search, brandKey, outcome, testedFrom, panelsComplete, sampledBy, verdict, sort, limit, after } = wanted;
  const column = sort === 'newest' || sort === 'oldest' ? 'c."testDate"' : 'c."thcContent"';
  const direction = sort === 'oldest' || sort === 'mildest' ? 'ASC' : 'DESC';
  const [, aboveMg = -1] = RULES.find(([rule]) => verdict === `${rule}:above`) ?? [];
  const patterns = search ? search.parts.map((part) => `%${part}%`) : ['%'];
  const others = (search?.others ?? []).map(
    (some) => `AND c."searchText" LIKE ANY ('{${some.map((part) => `"%${part}%"`).join()}}')`,
  );
  const sampler = `coalesce(c."sample"->>'sampledBy', 'unknown')`;
  const matching = `FROM coa_data c JOIN brands b ON b."id" = c."brandId"
    WHERE ($1::text IS NULL OR b."nameKey" = $1) AND ($2::text IS NULL OR ${SHOWN} = $2) AND c."searchText" LIKE ANY ($3)
      AND ($4::date IS NULL OR c."testDate" >= $4) AND (NOT $5 OR reports_all_panels(c."testResults"))
      AND c."thcContent" > ${aboveMg} ${others.join(' ')}
      ${sampledBy ? `AND ${sampler} = '${sampledBy}'` : ''}`;
  const values = [brandKey, outcome, patterns, testedFrom, panelsComplete, covered];
  const behind = after ? `AND (${column}, c."id") ${direction === 'ASC' ? '>' : '<'} ($7, $8)` : '';
  const rows = await database.query<{ id: string }[]>(
    `SELECT c."id" ${matching} ${behind} ORDER BY ${column} ${direction}, c."id" ${direction} LIMIT ${limit + 1}`,
    after ? [...values, after.value, after.id] : values,
  );
  const [count] = await database.query<{ n: number }[]>(`SELECT count(*)::int AS n ${matching}`, values);
  return { counted: Math.min(count?.n ?? 0, COUNT_CAP), ids: rows.map(({ id }) => id) };
}
