import { randomUUID } from 'node:crypto';
import {
  amendCertificate,
  amendOwnCertificate,
  approveSubmission,
  checkCoa,
  createCertificate,
  getCertificate,
  getOwnCertificate,
  listCoas,
  submitCoa,
  validateCertificate,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type { PrintedSampleDto, SampledBy, SentSampleDto } from '../../../frontend/src/api/generated/types.gen.js';
import { zCoaDto, zOwnCertificateDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { serverOfThisFile } from '../support/test-server.js';
import { aReport, aSubmission, clientsOfThisFile, type LabClient, PASSED, published } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

const server = serverOfThisFile();
const { visitor, staff, lab, trusted } = clientsOfThisFile(server);

const once = () => ({ 'Idempotency-Key': randomUUID() });

const SENT: SentSampleDto = {
  containerVolume: { amount: '12.00', unit: 'fl oz' },
  servingsPerContainer: '1',
  densityGPerMl: '1.040',
  collectedOn: '2026-10-05',
  revision: 'Rev. 2',
};

const STORED: PrintedSampleDto = {
  ...(SENT as PrintedSampleDto),
  containerMass: null,
  receivedOn: null,
  testedOn: null,
  issuedOn: null,
};

const create = ({ client }: LabClient, sample: unknown) =>
  createCertificate({ client, headers: once(), body: aReport({ sample: sample as SentSampleDto }) });

describe('the sample of a certificate', () => {
  it('is read back as it was sent, published with it, and kept or replaced by an amendment', async () => {
    const { data } = await create(trusted, SENT);
    expect(zOwnCertificateDto.parse(data)).toMatchObject({ standing: 'approved', sample: STORED });
    const { id = '', reference = '' } = data ?? {};
    expect((await getOwnCertificate({ client: trusted.client, path: { id } })).data?.sample).toEqual(STORED);
    const published = await getCertificate({ client: visitor, path: { reference } });
    expect(zCoaDto.parse(published.data).sample).toEqual(STORED);

    const body = { ...aReport({ sample: { ...SENT, revision: 'Rev. 3' } }), reason: 'Another revision.' };
    const headers = { ...once(), 'If-Match': '*' };
    const amended = await amendOwnCertificate({ client: trusted.client, path: { id }, headers, body });
    expect(amended.data?.sample).toEqual({ ...STORED, revision: 'Rev. 3' });
    expect((await getCertificate({ client: visitor, path: { reference } })).data?.sample).toEqual(STORED);
  });

  it('is null when none of it is sent', async () => {
    expect((await create(lab, { revision: '', containerVolume: null })).data?.sample).toBeNull();
  });

  it('may be sent again as it was read, with members that are null', async () => {
    expect((await create(lab, STORED)).data?.sample).toEqual(STORED);
  });

  it.each<[object, string, string]>([
    [
      { containerMass: { amount: '12', unit: 'lb' } },
      'sample.containerMass.unit',
      'Unit of the container mass must be one of g, kg, oz',
    ],
    [
      { densityGPerMl: '1,04' },
      'sample.densityGPerMl',
      'Density must be a number from 0.5 to 2, with at most six decimals',
    ],
    [{ colour: 'red' }, 'sample.colour', 'Unknown field "sample.colour"'],
  ])('is refused with its place: %j', async (sample, field, message) => {
    expectProblem(await create(lab, sample), 400, wrong(field, message));
    const body = { ...aReport(), sample } as never;
    const { data } = await validateCertificate({ client: lab.client, body });
    expect(data).toMatchObject({ valid: false, errors: [{ field, message }] });
  });

  it('must be an object', async () => {
    for (const sample of ['12 fl oz', 12, [SENT]]) {
      const { response } = await create(lab, sample);
      expect(response?.status).toBe(400);
    }
  });

  it('with dates out of order is a warning, also in the check before sending', async () => {
    const sample = { collectedOn: '2026-10-08', receivedOn: '2026-10-07' };
    const expected = expect.objectContaining({ code: 'dates-out-of-order', field: 'sample.receivedOn' });
    expect((await create(trusted, sample)).data).toMatchObject({ standing: 'approved', findings: [expected] });
    const checked = await checkCoa({ client: visitor, body: { ...aSubmission(), sample } });
    expect(checked.data?.findings).toContainEqual(expected);
  });
});

describe('who picked the can', () => {
  it('is published with the certificate and found in the list, once a reviewer read who bought it', async () => {
    const { data: sent } = await create(trusted, { sampledBy: 'store', boughtBy: 'Example Consumer Union' });
    expect(sent).toMatchObject({
      standing: 'pending',
      sample: { sampledBy: 'store', boughtBy: 'Example Consumer Union' },
    });
    const { id = '', version = 1, reference = '', batchId = '' } = sent ?? {};
    await approveSubmission({ client: staff, path: { id }, body: { ...PASSED, version }, throwOnError: true });
    const { data } = await getCertificate({ client: visitor, path: { reference } });
    expect(zCoaDto.parse(data)).toMatchObject({ sampledBy: 'store', boughtBy: 'Example Consumer Union' });
    const found = async (sampledBy: SampledBy) =>
      (await listCoas({ client: visitor, query: { search: batchId, sampledBy }, throwOnError: true })).data.length;
    expect([await found('store'), await found('brand'), await found('unknown')]).toEqual([1, 0, 0]);
  });

  it('is not stated in what does not say so', async () => {
    const { data } = await create(trusted, { revision: '2' });
    const path = { reference: data?.reference ?? '' };
    expect((await getCertificate({ client: visitor, path })).data).toMatchObject({
      sampledBy: 'unknown',
      boughtBy: null,
    });
  });

  it.each<SentSampleDto>([{ sampledBy: 'laboratory' }, { sampledBy: 'store', boughtBy: 'Example Consumer Union' }])(
    'cannot be %j in what came through the public form',
    async (sample) => {
      const body = aSubmission({ sample });
      const message = 'Only the lab can state this. Leave it out, or say that the brand sent the can';
      expectProblem(await submitCoa({ client: visitor, body }), 400, wrong('sample.sampledBy', message));
    },
  );

  it('stays as the lab stated it when the public form amends its certificate, and staff can change it', async () => {
    const { data } = await create(trusted, { sampledBy: 'laboratory', revision: '1' });
    const { batchId = '', brandName } = data ?? {};
    const sent = { batchId, brandName, labReportId: randomUUID(), sample: { sampledBy: 'brand' as const } };
    const decision = { publishAs: 'amendment', amendmentReason: 'A digit was wrong.' } as const;
    const { id, version, reference } = await published(staff, visitor, sent, decision);
    const path = { reference };
    expect((await getCertificate({ client: visitor, path })).data?.sampledBy).toBe('laboratory');
    const body = { ...aSubmission(sent), ...PASSED, version, reason: 'The lab wrote to us.' };
    const { contactName: _, contactEmail: __, labReportId: ___, ...amendment } = body;
    const amended = await amendCertificate({ client: staff, path: { id }, body: amendment, throwOnError: true });
    expect(amended.data.sample?.sampledBy).toBe('brand');
  });
});
