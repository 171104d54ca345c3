import 'reflect-metadata';
import fc from 'fast-check';
import { fastPathParse } from '../../src/modules/coa-registry/http/fast-path-parse.js';
import { PartnerCertificateDto } from '../../src/modules/coa-registry/http/partner-certificate.dto.js';
import { validate } from '../../src/platform/http/validation.js';

const VERDICTS = { pesticides: 'passed', heavyMetals: 'passed', microbials: 'pending', residualSolvents: 'not_tested' };

const PLAIN = {
  ...{ brandName: 'Juniper & Tide', productName: 'Yuzu Seltzer 5 mg', batchId: '#C9030' },
  ...{ thcContent: 4.82, cbdContent: 0, testDate: '2026-10-14', labReportId: 'EA-1', status: 'passed' },
  panels: VERDICTS,
  analytes: [{ panel: 'cannabinoids', name: 'CBD', valueText: 'ND', unit: 'mg/g', lod: 0.0001 }],
};

const DAYS = ['2026-10-14', '2024-02-29', '2026-02-29', '2026-2-1', '0000-01-01', '2026-10-14 ', ''];
const ADDRESSES = [
  'https://a.example',
  'http://lab.example/c/1.pdf',
  'https://-a.example',
  'ftp://a.example',
  'a.example',
];

/** Values that are right, nearly right and wrong, of each field and of none. */
const oneOf = (...values: unknown[]) => fc.constantFrom(...values);
const word = fc.oneof(
  fc.string({ maxLength: 210 }),
  oneOf('CBD', ' CBD', 'CBD ', '', ' ', null, 5, '抹茶', '🌊', '\u0085x'),
);
const amount = fc.oneof(fc.double({ noNaN: true }), oneOf(0, 1e-7, 4.82, 4.825, -0, -1, 1000, 1000.01, null, '1'));
const verdict = oneOf('passed', 'failed', 'not_tested', 'pending', 'Passed', null);
const maybe = (value: fc.Arbitrary<unknown>) => fc.option(value, { nil: undefined });

const sent = fc.record({
  ...{ brandName: word, productName: word, batchId: word, labReportId: word, notes: maybe(word) },
  ...{ thcContent: amount, cbdContent: amount, testDate: oneOf(...DAYS) },
  status: oneOf('passed', 'failed', 'pending', 'other'),
  panels: oneOf(VERDICTS, { ...VERDICTS, more: 1 }, { pesticides: 'passed' }, null, []),
  website: maybe(oneOf(...ADDRESSES)),
  coaFileUrl: maybe(oneOf(...ADDRESSES)),
  analytes: fc.oneof(
    oneOf(null, {}, 'none'),
    fc.array(
      fc.record(
        {
          ...{ panel: oneOf('cannabinoids', 'other', 'THC'), name: word, valueText: word, value: amount },
          ...{ unit: maybe(word), lod: amount, loq: amount, limit: amount, method: maybe(word), more: verdict },
        },
        { requiredKeys: ['panel', 'name', 'valueText'] },
      ),
      { maxLength: 3 },
    ),
  ),
  more: verdict,
});

/** As it comes from a line: without what JSON cannot say. */
const parsed = (value: unknown): object => JSON.parse(JSON.stringify(value));
const plain = (value: unknown) => JSON.parse(JSON.stringify(fastPathParse(parsed(value))));

describe('a plain certificate', () => {
  it('is recognised, and read as the DTO reads it', () => {
    expect(plain(PLAIN)).toEqual(parsed(validate(PartnerCertificateDto, parsed(PLAIN))));
    expect(plain(PLAIN)).toMatchObject({ batchId: '#C9030', analytes: [{ value: null, lod: 0.0001 }] });
  });

  it('is nothing that the DTO refuses, or reads differently', () => {
    // One or two fields at a time: were all of them odd, no certificate would ever be plain.
    const names = fc.subarray([...Object.keys(PLAIN), 'website', 'coaFileUrl', 'notes', 'more'], { maxLength: 2 });
    const differing = fc.tuple(sent, names).map(([fields, chosen]) => ({
      ...PLAIN,
      ...Object.fromEntries(Object.entries(fields).filter(([name]) => chosen.includes(name))),
    }));
    let recognised = 0;
    fc.assert(
      fc.property(differing, (certificate) => {
        const quick = plain(certificate);
        if (quick === null) return;
        recognised += 1;
        expect(parsed(validate(PartnerCertificateDto, parsed(certificate)))).toEqual(quick);
      }),
      { numRuns: 3_000 },
    );
    expect(recognised).toBeGreaterThan(500);
  });
});
