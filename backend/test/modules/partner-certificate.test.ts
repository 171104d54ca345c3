import 'reflect-metadata';
import { parseCertificate } from '../../src/modules/coa-registry/labs/http/partner-certificate.dto.js';
import { CSV_COLUMNS, NUMBER_COLUMNS } from '../../src/modules/coa-registry/submission/http/certificate-csv.js';
import { readDocument, type Schema } from '../api/document.js';

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
};

describe('a line of a bulk file', () => {
  it('holds null for what was left out', () => {
    const analytes = [{ panel: 'heavyMetals', name: 'Lead', valueText: '<LOQ', value: null, method: 'ICP-MS' }];
    expect(parseCertificate(VALID)).toMatchObject({ batchId: '#C9030', website: null, sample: null, analytes: [] });
    expect(parseCertificate({ ...VALID, analytes })).toMatchObject({
      analytes: [{ method: 'ICP-MS', value: null, unit: null, lod: null, loq: null, limit: null }],
    });
  });

  it.each([
    '{"cbdContent":{"constructor":{"prototype":{}}}}',
    '{"analytes":[{"constructor":1}]}',
    '{"sample":{"__proto__":{"constructor":1}}}',
  ])('names the field that may not have its name: %s', (sent) => {
    const [name = ''] = /constructor|__proto__/.exec(sent) ?? [];
    expect(parseCertificate({ ...VALID, ...JSON.parse(sent) })).toMatchObject([
      { field: expect.stringMatching(new RegExp(`${name}$`)), message: expect.stringContaining(name) },
    ]);
  });
});

describe('the columns of a CSV file', () => {
  const { schemas } = readDocument().components;

  /** The fields with a single value, and whether it is a number. */
  function fieldsOf({ properties = {} }: Schema, parent: readonly string[] = []): [string, boolean][] {
    return Object.entries(properties).flatMap(([name, sent]): [string, boolean][] => {
      const path = [...parent, name];
      const target = sent.$ref ?? sent.allOf?.[0]?.$ref;
      const field = target === undefined ? sent : (schemas[target.split('/').at(-1) ?? ''] ?? {});
      if (field.properties) return fieldsOf(field, path);
      return field.type === 'array' ? [] : [[path.join('.'), field.type === 'number']];
    });
  }

  it('are the fields of a certificate with a single value, in the order of the document', () => {
    const fields = fieldsOf(schemas.PartnerCertificateDto ?? {});
    expect(CSV_COLUMNS).toEqual(fields.map(([name]) => name));
    expect(NUMBER_COLUMNS).toEqual(fields.filter(([, isNumber]) => isNumber).map(([name]) => name));
  });
});
