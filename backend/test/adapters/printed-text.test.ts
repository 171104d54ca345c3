import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import type { Certificate } from '../../src/domain/coa-registry/certificate/certificate.js';
import { changeEntry } from '../../src/domain/coa-registry/certificate/certificate-audit.js';
import { printedSample } from '../../src/domain/coa-registry/certificate/printed-sample.js';
import type { AnalyteResult } from '../../src/domain/coa-registry/certificate/test-results.js';
import { withdraw } from '../../src/domain/coa-registry/review/review.js';
import { correct } from '../../src/domain/coa-registry/submission/sender-changes.js';
import { withoutSubmitter } from '../../src/domain/coa-registry/submission/submitter-data.js';
import { checkPrintedText } from '../../src/modules/coa-registry/certificate/database/printed-text.js';
import { TypeOrmCertificateRepository } from '../../src/modules/coa-registry/certificate/database/typeorm-certificate.repository.js';
import { anyText } from '../support/any-text.js';
import { ACTOR, aCertificate, aDraft, aLine, approved, NOW } from '../support/builders.js';
import { databaseOfThisFile } from './open-database.js';

const emptyDatabase = databaseOfThisFile();

let database: DataSource;
let certificates: TypeOrmCertificateRepository;
beforeEach(async () => {
  database = await emptyDatabase();
  certificates = new TypeOrmCertificateRepository(database);
});

const SAMPLE = printedSample({ containerVolume: { amount: '12.00', unit: 'fl oz' }, densityGPerMl: '1.040' });
const PRINTED = { analytes: [aLine({ valueText: '5.20', value: 5.2 })], sample: SAMPLE };

async function added(printed: Parameters<typeof aCertificate>[0] = PRINTED): Promise<Certificate> {
  const certificate = aCertificate(printed);
  await certificates.add(certificate);
  return certificate;
}

const changed = (before: Certificate, after: Certificate) =>
  certificates.changeOne(after, changeEntry('submission.changed', before, after, ACTOR, NOW));

const published = async (): Promise<Certificate> => {
  const waiting = await added();
  return changed(waiting, approved(waiting));
};

const unchanged = async () => expect(await checkPrintedText(database.manager)).toMatchObject({ changed: 0 });

describe('the printed text of a published certificate', () => {
  it.each([
    [`UPDATE coa_data SET "testResults" = jsonb_set("testResults", '{analytes,0,valueText}', '"5.2"')`],
    [`UPDATE coa_data SET "testResults" = jsonb_set("testResults", '{analytes,0,value}', '5.20')`],
    [`UPDATE coa_data SET "testResults" = jsonb_set("testResults", '{analytes}', '[]')`],
    [`UPDATE coa_data SET "testResults" = "testResults" - 'analytes'`],
    [`UPDATE coa_data SET "sample" = NULL`],
    [`UPDATE coa_data SET "sample" = jsonb_set("sample", '{densityGPerMl}', '"1.04"')`],
    [`UPDATE coa_data SET "printedSha256" = 'x'`],
  ])('cannot change by %s, not even once it was withdrawn', async (sql) => {
    const current = await published();
    await expect(database.query(sql)).rejects.toThrow('was published and cannot change');
    await changed(current, withdraw(current, 'The lab withdrew it.', NOW));
    await expect(database.query(sql)).rejects.toThrow('was published and cannot change');
    expect(await certificates.byId(current.id)).toMatchObject({
      sample: SAMPLE,
      testResults: { analytes: PRINTED.analytes },
    });
    await unchanged();
  });

  it('stays while everything else may change', async () => {
    const current = await published();
    await database.query(`UPDATE coa_data SET "labName" = 'Corrected by hand'`);
    await database.query(
      `UPDATE coa_data SET "testResults" = jsonb_set("testResults", '{panels,microbials}', '"failed"')`,
    );
    const [row] = await database.query(`SELECT "version" FROM coa_data`);
    expect(row.version).toBe(current.version);
    await unchanged();
  });

  it('stays when the personal data of its submitter is erased', async () => {
    const waiting = await added({ ...PRINTED, submittedResults: { mine: true } });
    const current = await changed(waiting, approved(waiting));
    await certificates.eraseSubmitter(current.contactEmail ?? '', (one) => withoutSubmitter(one, NOW));
    expect(await certificates.byId(current.id)).toMatchObject({ contactEmail: null, sample: SAMPLE });
    await unchanged();
  });
});

describe('the printed text of an open submission', () => {
  it('may change, and its hash with it', async () => {
    const before = await added();
    const hash = async () =>
      (await database.query(`SELECT encode("printedSha256", 'hex') AS hash FROM coa_data`))[0].hash;
    const first = await hash();
    await changed(before, correct(before, aDraft({ ...PRINTED, batchId: before.batchId, sample: null }), NOW));
    expect(await hash()).not.toBe(first);
    await unchanged();
  });
});

describe('the check of all printed texts', () => {
  it('looks at every certificate, in parts of any size, and finds what was changed past the trigger', async () => {
    for (let i = 0; i < 5; i += 1) await added({ analytes: [aLine({ valueText: `${i}` })] });
    await database.query(`ALTER TABLE coa_data DISABLE TRIGGER coa_data_printed_text`);
    await database.query(
      `UPDATE coa_data SET "testResults" = jsonb_set("testResults", '{analytes,0,valueText}', '"7"')
        WHERE "testResults"->'analytes'->0->>'valueText' IN ('1', '3')`,
    );
    await database.query(`ALTER TABLE coa_data ENABLE TRIGGER coa_data_printed_text`);
    for (const part of [1, 2, 5, 100]) {
      expect(await checkPrintedText(database.manager, part)).toEqual({ checked: 5, changed: 2 });
    }
  });

  it('finds nothing in an empty registry', async () => {
    expect(await checkPrintedText(database.manager)).toEqual({ checked: 0, changed: 0 });
  });
});

/** Texts that careless code changes: Unicode in two spellings, runs of spaces, zeros at the end, exponents. */
const text = fc.oneof(
  fc.constantFrom(
    '5.20',
    '1e-7',
    '0.10000000000000000000001',
    '<LOQ',
    'e\u0301',
    'é',
    'a  b',
    'ﬁ',
    '①',
    '🌊',
    '\\u0041',
    '"',
    '007',
  ),
  anyText({ minLength: 1 }).filter((one) => !one.includes('\0') && one.isWellFormed()),
);
const number = fc.oneof(
  fc.constant(null),
  fc.constantFrom(0, 1e-7, 5.2, 1e21, 0.1),
  fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
);
const line: fc.Arbitrary<AnalyteResult> = fc.record({
  panel: fc.constantFrom('heavyMetals', 'cannabinoids', 'other'),
  name: text,
  valueText: text,
  value: number,
  unit: fc.option(text),
  lod: number,
  loq: number,
  limit: number,
  method: fc.option(text),
});

it('printed text is read as it was written, before and after publication, withdrawal and erasure', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 4 }), fc.option(text), async (analytes, revision) => {
      const sample = printedSample({ revision, servingsPerContainer: '1.0' });
      const waiting = await added({ analytes, sample });
      const isAsPrinted = async () => {
        const read = await certificates.byId(waiting.id);
        expect(read?.testResults.analytes).toEqual(analytes.map((one) => ({ ...one })));
        expect(read?.sample).toEqual(sample);
        return read as Certificate;
      };
      const read = await isAsPrinted();
      await changed(read, approved(read));
      const current = await isAsPrinted();
      await changed(current, withdraw(current, 'The lab withdrew it.', NOW));
      const ended = await isAsPrinted();
      await certificates.eraseSubmitter(ended.contactEmail ?? '', (one) => withoutSubmitter(one, NOW));
      await isAsPrinted();
    }),
    { numRuns: 40 },
  );
  await unchanged();
});
