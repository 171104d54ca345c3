import { randomUUID } from 'node:crypto';
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  amendOwnCertificate,
  checkCoa,
  createCertificate,
  getCertificate,
  getOwnCertificate,
  validateCertificate,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type { PrintedSampleDto, SentSampleDto } from '../../../frontend/src/api/generated/types.gen.js';
import { zCoaDto, zOwnCertificateDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { startServer, type TestServer } from '../support/test-server.js';
import { aReport, aSubmission, type LabClient, staffAndLabs } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

let server: TestServer;
let visitor: Client;
let lab: LabClient;
let trusted: LabClient;
beforeAll(async () => {
  server = await startServer();
  visitor = server.client();
  ({ lab, trusted } = await staffAndLabs(server));
});
afterAll(() => server?.stop());

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
