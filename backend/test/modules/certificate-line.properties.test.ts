import 'reflect-metadata';
import fc from 'fast-check';
import { isValidLine, parseCertificate } from '../../src/modules/coa-registry/http/certificate-line.js';
import { PARTNER_CERTIFICATE_SCHEMA } from '../../src/modules/coa-registry/http/generated/partner-certificate.schema.js';
import { labContentOf, PartnerCertificateDto } from '../../src/modules/coa-registry/http/partner-certificate.dto.js';
import { validate } from '../../src/platform/http/validation.js';

const VALID = {
  brandName: 'Juniper & Tide',
  productName: 'Yuzu Seltzer 5 mg',
  batchId: '#C9030',
  thcContent: 4.82,
  cbdContent: 0,
  testDate: '2026-10-14',
  labReportId: 'EA-1',
  status: 'passed',
  panels: { pesticides: 'passed', heavyMetals: 'passed', microbials: 'pending', residualSolvents: 'not_tested' },
  website: 'https://a.example',
  coaFileUrl: 'http://lab.example/c/1.pdf',
  notes: 'Second run',
  sample: {
    containerVolume: { amount: '12.0', unit: 'fl oz' },
    containerMass: { amount: '369.2', unit: 'g' },
    servingsPerContainer: '1',
    densityGPerMl: '1.040',
    collectedOn: '2026-10-05',
    receivedOn: '2026-10-07',
    testedOn: '2026-10-14',
    issuedOn: '2026-10-15',
    revision: 'Rev. 2',
  },
  analytes: [
    {
      panel: 'cannabinoids',
      name: 'Δ9-THC',
      valueText: '4.82',
      value: 4.82,
      unit: 'mg/g',
      lod: 1e-7,
      loq: 0,
      limit: 5,
    },
    { panel: 'heavyMetals', name: 'Lead 🌊', valueText: '<LOQ', value: null, limit: null, method: 'ICP-MS' },
  ],
};

const { analytes: _, ...WITHOUT_ANALYTES } = VALID;

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

type Path = readonly (string | number)[];

/** Every field of the schema, objects and lists included. */
function fieldsOf(schema: Schema, path: Path = []): readonly (readonly [Path, Schema])[] {
  const properties = Object.entries(schema.properties ?? {});
  return [
    [path, schema] as const,
    ...properties.flatMap(([name, part]) => fieldsOf(part, [...path, name])),
    ...(schema.items ? fieldsOf(schema.items, [...path, 0]) : []),
  ];
}

const FIELDS = fieldsOf(PARTNER_CERTIFICATE_SCHEMA).slice(1);

const TEXTS = [
  'CBD',
  ' CBD',
  'CBD ',
  '',
  ' ',
  '抹茶',
  '🌊',
  '\ufe0f',
  '☀️',
  '\u0085x',
  'a\tb',
  'a\nb',
  'a\u200bb',
  'a\u2028b',
  '\ufeffa',
  'a\u00a0',
  '\u0000',
  'a\u0000b',
  '\ud83c',
  'a\udf0a',
  'e\u0301',
  '\u2800',
  'a\u3164b',
  'null',
  '1',
];
const DAYS = [
  '2026-10-14',
  '2024-02-29',
  '2026-02-29',
  '2026-2-1',
  '0000-01-01',
  '0001-01-01',
  '0050-01-01',
  '0100-01-01',
  '2026-10-14 ',
  '2026-10-14\n',
  '2026-10-14T00:00:00Z',
  '20261014',
  '2026-W01',
  '9999-12-31',
  '2026-13-01',
];
const LINKS = [
  'https://a.example',
  'HTTPS://A.EXAMPLE/B?c=d#e',
  'https://-a.example',
  'ftp://a.example',
  'a.example',
  'https://a',
  'https://u:p@a.example',
  'https://u@a.example',
  'https://a.example/\u200b',
  'https://a.example/\\b',
  '//a.example',
  'https://a.example/\u0000',
  'https://a.example/\ud83c',
  'https://bücher.example/ü',
  ' https://a.example',
  'mailto:a@b.c',
  'https://a.example:99999',
  'https://1.2.3.4',
  'https://[::1]/',
  `https://a.example/${'x'.repeat(490)}`,
];
const NUMBERS = [0, -0, 1e-7, 4.82, 4.825, 0.1 + 0.2, -1, 1000, 1000.01, 1e9, 1e10, 1e300, 5e-324];
const OTHERS = [undefined, null, true, '', '1', 1, [], {}, [null], [[]], { a: 1 }, 'x'.repeat(3_000)];

/** Values that are right, nearly right and wrong for a field. */
function valuesFor({ type = [], enum: members, format, maxLength = 100 }: Schema): fc.Arbitrary<unknown> {
  const others = fc.constantFrom<unknown>(...OTHERS);
  if (members) return fc.oneof(fc.constantFrom<unknown>(...members, 'Passed', 'passed ', 'toString'), others);
  if (format === 'date') return fc.oneof(fc.constantFrom(...DAYS), others);
  if (format === 'iri') return fc.oneof(fc.constantFrom(...LINKS), fc.webUrl(), others);
  if (type === 'string') {
    const lengths = [maxLength - 1, maxLength, maxLength + 1];
    const long = fc.constantFrom(...lengths.flatMap((length) => ['x', '🌊', 'e\u0301'].map((it) => it.repeat(length))));
    const random = fc.oneof(fc.string({ maxLength }), fc.string({ unit: 'binary', maxLength: 20 }));
    return fc.oneof(fc.constantFrom(...TEXTS), random, long, others);
  }
  if (type === 'array' || type === 'object') return others;
  return fc.oneof(fc.constantFrom(...NUMBERS), fc.double({ noNaN: true }), fc.integer(), others);
}

const analytes = (length: number) => Array.from({ length }, () => VALID.analytes[0]);

interface Change {
  readonly path: Path;
  readonly value: unknown;
}

const changedField = fc
  .constantFrom(...FIELDS)
  .chain(([path, schema]) => valuesFor(schema).map((value): Change => ({ path, value })));

const newField = fc
  .tuple(
    fc.constantFrom(...FIELDS.map(([path]) => path.slice(0, -1))),
    fc.constantFrom('more', 'brandname', 'constructor', 'toString', '', '\u0000', '\ud83c', 'reason', 'testResults'),
    fc.constantFrom<unknown>(...OTHERS),
  )
  .map(([path, name, value]): Change => ({ path: [...path, name], value }));

/** A certificate with up to two odd fields: with more, no certificate would ever be valid. */
const certificate = fc
  .tuple(fc.constantFrom<object>(VALID, WITHOUT_ANALYTES), fc.array(fc.oneof(changedField, newField), { maxLength: 2 }))
  .map(([valid, changes]) => changes.reduce(withChange, structuredClone(valid)));

function withChange(sent: object, { path, value }: Change): object {
  let parent = sent as Record<string | number, unknown>;
  for (const name of path.slice(0, -1)) {
    const child = parent[name];
    if (typeof child !== 'object' || child === null) return sent;
    parent = child as typeof parent;
  }
  parent[path.at(-1) ?? ''] = structuredClone(value);
  return sent;
}

/** As it comes from a line: without what JSON cannot say. */
const fromJson = (value: unknown): object => JSON.parse(JSON.stringify(value));

/** What a request with the certificate results in. */
function parsedByClass(sent: object) {
  const dto = validate(PartnerCertificateDto, sent);
  return Array.isArray(dto) ? dto : labContentOf(dto);
}

describe('a line of a bulk file', () => {
  it('gives what a request with it gives: the same content, or the same errors in the same order', () => {
    let [valid, invalid] = [0, 0];
    fc.assert(
      fc.property(certificate, (sent) => {
        const expected = parsedByClass(fromJson(sent));
        expect(parseCertificate(fromJson(sent))).toEqual(expected);
        if (isValidLine(fromJson(sent))) valid += 1;
        if (Array.isArray(expected)) invalid += 1;
      }),
      { numRuns: 1_000 },
    );
    expect(valid).toBeGreaterThan(200);
    expect(invalid).toBeGreaterThan(200);
  });

  it.each([
    '{"cbdContent":{"constructor":{"prototype":{}}}}',
    '{"analytes":[{"constructor":1}]}',
    '{"sample":{"__proto__":{"constructor":1}}}',
  ])('names the field that may not have its name: %s', (sent) => {
    const [name = ''] = /constructor|__proto__/.exec(sent) ?? [];
    const found = parseCertificate({ ...VALID, ...JSON.parse(sent) });
    expect(found).toMatchObject([
      { field: expect.stringMatching(new RegExp(`${name}$`)), message: expect.stringContaining(name) },
    ]);
  });

  it('with nothing unusual is valid by the schema alone', () => {
    for (const sent of [VALID, WITHOUT_ANALYTES, { ...VALID, analytes: analytes(500) }]) {
      expect(isValidLine(sent)).toBe(true);
    }
    expect(parseCertificate(WITHOUT_ANALYTES)).toMatchObject({ batchId: '#C9030', analytes: [] });
    expect(parseCertificate(VALID)).toMatchObject({
      analytes: [{ method: null }, { value: null, unit: null, lod: null }],
    });
  });

  it.each<[string, object]>([
    ['an unknown field', { more: 1 }],
    ['a field named __proto__', JSON.parse('{ "__proto__": { "brandName": "x" } }')],
    ['an unknown field of an analyte', { analytes: [{ ...VALID.analytes[0], more: 1 }] }],
    ['an unknown panel', { panels: { ...VALID.panels, mycotoxins: 'passed' } }],
    ['spaces around a text', { notes: ' Second run' }],
    ['an invisible character', { brandName: 'Juniper\u200b' }],
    ['a noncharacter', { brandName: 'Juniper\uffff' }],
    ['a character that cannot be stored', { batchId: 'C\u0000' }],
    ['half of a surrogate pair', { productName: 'Seltzer \ud83c' }],
    ['half of a surrogate pair in a link', { website: 'https://a.example/\ud83c' }],
    ['three decimals of THC', { thcContent: 4.825 }],
    ['three decimals of CBD', { cbdContent: 0.125 }],
    ['a day that there is not', { testDate: '2026-02-29' }],
    ['a user name in a link', { coaFileUrl: 'https://u@lab.example' }],
    [
      'an amount that JSON can write and no number is',
      { analytes: [{ ...VALID.analytes[0], value: Number.POSITIVE_INFINITY }] },
    ],
    ['501 analytes', { analytes: analytes(501) }],
  ])('is left to the request class with %s', (_, change) => {
    const sent = Object.defineProperties({ ...VALID }, Object.getOwnPropertyDescriptors(change));
    expect(isValidLine(sent)).toBe(false);
  });
});
