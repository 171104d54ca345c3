import { listLineResults, listOwnCertificates } from '../../../frontend/src/api/generated/sdk.gen.js';
import type { CertificateCheckDto, FieldErrorDto } from '../../../frontend/src/api/generated/types.gen.js';
import {
  zBulkJobDto,
  zCertificateCheckDto,
  zListLineResultsResponse,
} from '../../../frontend/src/api/generated/zod.gen.js';
import { serverOfThisFile } from '../support/test-server.js';
import { aReport, clientsOfThisFile, PASSED, UNKNOWN_ID } from './api-helpers.js';
import { bodySchema, callsOf, exampleOf, readDocument, type Schema } from './document.js';
import { expectProblem, expectProblemOf } from './problem.js';

const document = readDocument();

const server = serverOfThisFile();
const { lab } = clientsOfThisFile(server);

const post = (path: string, body: string, type = 'application/json') =>
  fetch(`${server.url}/api/partner/${path}`, {
    method: 'POST',
    headers: { ...lab.headers, 'content-type': type, 'idempotency-key': crypto.randomUUID() },
    body,
  });

const checked = async (body: object): Promise<CertificateCheckDto> => {
  const response = await post('certificates:validate', JSON.stringify(body));
  expect(response.status).toBe(200);
  return zCertificateCheckDto.parse(await response.json());
};

const VERDICTS = ['passed', 'failed', 'not_tested', 'pending', 'not_reported'];
const PRINTED = ['pesticides', 'heavyMetals', 'microbials', 'residualSolvents', 'cannabinoids', 'other'];
const LEAD = { panel: 'heavyMetals', name: 'Lead', valueText: '0.1', value: 0.1, unit: 'µg/g' };
const pesticides = (verdict: unknown) => ({ panels: { ...PASSED.panels, pesticides: verdict } });
const volume = (amount: unknown, unit: unknown = 'mL') => ({ sample: { containerVolume: { amount, unit } } });
const PESTICIDES = `Choose a result for the pesticide panel: ${VERDICTS.join(', ')}`;

/** The error at a place in the body that was sent; its field is the same place with dots. */
const at = (
  pointer: string,
  code: NonNullable<FieldErrorDto['code']>,
  message: string,
  more: Pick<FieldErrorDto, 'allowed' | 'suggestion'> = {},
): FieldErrorDto => ({
  field: pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~'),
  pointer,
  code,
  message,
  ...more,
});

const VOLUME = '/sample/containerVolume/amount';
const VOLUME_RANGE = 'Container volume must be a number from 10 to 5000 mL, with at most six decimals';
const VERDICT = '/panels/pesticides';

/** What is sent, and the one error it gets. */
const CASES: readonly (readonly [name: string, change: object, error: FieldErrorDto])[] = [
  [
    'an amount as a number',
    volume(355),
    at(VOLUME, 'wrong-type', 'Container volume: send amounts as text, such as "355"'),
  ],
  ['an amount with its unit', volume('355 mL'), at(VOLUME, 'malformed', VOLUME_RANGE)],
  ['an amount out of range', volume('35500'), at(VOLUME, 'out-of-range', VOLUME_RANGE)],
  [
    'a unit in other letters',
    volume('355', 'ml'),
    at(
      '/sample/containerVolume/unit',
      'not-allowed',
      'Unit of the container volume must be one of mL, L, fl oz. Did you mean "mL"?',
      { allowed: ['mL', 'L', 'fl oz'], suggestion: 'mL' },
    ),
  ],
  [
    'a density as a number',
    { sample: { densityGPerMl: 1.04 } },
    at('/sample/densityGPerMl', 'wrong-type', 'Density: send amounts as text, such as "1.04"'),
  ],
  [
    'a link to the own computer',
    { coaFileUrl: 'http://localhost/x.pdf' },
    at(
      '/coaFileUrl',
      'malformed',
      'Certificate file must lead to a public address. No one outside your network can open "localhost"',
    ),
  ],
  [
    'a link without its beginning',
    { coaFileUrl: 'lab.example/x.pdf' },
    at('/coaFileUrl', 'malformed', 'Certificate file must be a link that starts with http:// or https://'),
  ],
  [
    'a value as text',
    { analytes: [{ ...LEAD, value: '0.1' }] },
    at('/analytes/0/value', 'wrong-type', 'value must be a number without quotation marks, such as 0.1'),
  ],
  [
    'a limit as text that is no number',
    { analytes: [{ ...LEAD, loq: '<0.1' }] },
    at('/analytes/0/loq', 'wrong-type', 'loq must be a number without quotation marks, or null'),
  ],
  [
    'a printed result as a number',
    { analytes: [LEAD, { ...LEAD, valueText: 0.1 }] },
    at('/analytes/1/valueText', 'wrong-type', 'Result as printed must be text, such as "0.1"'),
  ],
  [
    'milligrams as text',
    { thcContent: '4.82' },
    at('/thcContent', 'wrong-type', 'THC content must be a number without quotation marks, such as 4.82'),
  ],
  [
    'three decimals',
    { thcContent: 4.825 },
    at('/thcContent', 'too-precise', 'THC content can have at most two decimals'),
  ],
  [
    'a day that there is not',
    { testDate: '2026-02-30' },
    at('/testDate', 'no-such-day', 'Test date: there is no such day as 2026-02-30'),
  ],
  [
    'another day that there is not',
    { sample: { issuedOn: '2026-13-01' } },
    at('/sample/issuedOn', 'no-such-day', 'Report date: there is no such day as 2026-13-01'),
  ],
  [
    'a day in another form',
    { testDate: '10/14/2026' },
    at('/testDate', 'malformed', 'Test date must be a date in the form YYYY-MM-DD'),
  ],
  [
    'no list of analytes',
    { analytes: 'none' },
    at('/analytes', 'wrong-type', 'analytes must be a list of measured lines. Leave it out if there are none'),
  ],
  [
    'a panel name in other letters',
    { analytes: [{ ...LEAD, panel: 'Heavy Metals' }] },
    at('/analytes/0/panel', 'not-allowed', `panel must be one of ${PRINTED.join(', ')}. Did you mean "heavyMetals"?`, {
      allowed: PRINTED,
      suggestion: 'heavyMetals',
    }),
  ],
  [
    'the beginning of a verdict',
    pesticides('pass'),
    at(VERDICT, 'not-allowed', `${PESTICIDES}. Did you mean "passed"?`, { allowed: VERDICTS, suggestion: 'passed' }),
  ],
  ['a verdict that is near none', pesticides('ok'), at(VERDICT, 'not-allowed', PESTICIDES, { allowed: VERDICTS })],
  [
    'a word that "passed" must not be suggested for',
    pesticides('not passed'),
    at(VERDICT, 'not-allowed', PESTICIDES, { allowed: VERDICTS }),
  ],
  ['no verdict', pesticides(undefined), at(VERDICT, 'required', PESTICIDES, { allowed: VERDICTS })],
  [
    'one verdict for all panels',
    { panels: 'pass' },
    at(
      '/panels',
      'wrong-type',
      'panels must be an object with a result for each of pesticides, heavyMetals, microbials, residualSolvents',
    ),
  ],
  [
    'a misspelled name',
    { productname: 'Yuzu' },
    at('/productname', 'unknown-field', 'Unknown field "productname". Did you mean "productName"?', {
      suggestion: 'productName',
    }),
  ],
  [
    'a misspelled name with dots and slashes, deep inside',
    { analytes: [{ ...LEAD, 'unit~/.s': 'ppm' }] },
    at('/analytes/0/unit~0~1.s', 'unknown-field', 'Unknown field "analytes.0.unit~/.s". Did you mean "unit"?', {
      suggestion: 'unit',
    }),
  ],
  ['a name that is near none', { colour: 'green' }, at('/colour', 'unknown-field', 'Unknown field "colour"')],
  [
    'a status that its panels contradict',
    pesticides('failed'),
    at(VERDICT, 'contradictory', "A certificate with a failed panel can't have the status passed"),
  ],
];

describe('an error of a certificate says where it is, what is wrong and what would be right', () => {
  it.each(CASES)('%s', async (_, change, expected) => {
    const body = aReport(change);
    expect((await checked(body)).errors).toEqual([expected]);
    const problem = await expectProblemOf(await post('certificates', JSON.stringify(body)), 400, {
      type: '/problems/invalid-input',
      detail: expected.message,
    });
    expect(problem.errors).toEqual([expected]);
  });

  it('in a bulk file as in a request', async () => {
    const lines = CASES.map(([, change]) => JSON.stringify(aReport(change)));
    const response = await post('bulk-jobs', lines.join('\n'), 'application/x-ndjson');
    const { id } = zBulkJobDto.parse(await response.json());
    const { data } = await listLineResults({ client: lab.client, path: { id }, throwOnError: true });
    const results = zListLineResultsResponse.parse(data);
    expect(results.map(({ errors }) => errors)).toEqual(CASES.map(([, , expected]) => [expected]));
  });

  it('names the whole body where it is no object, and no place in the body for what stands in the URL', async () => {
    const { errors } = await expectProblemOf(await post('certificates:validate', '[]'), 400, {
      type: '/problems/invalid-input',
    });
    expect(errors[0]).toMatchObject({ field: '', pointer: '' });
    const query = { standing: 'approve' as 'approved' };
    const problem = expectProblem(await listOwnCertificates({ client: lab.client, query }), 400, {
      type: '/problems/invalid-input',
    });
    expect(problem.errors).toHaveLength(1);
    expect(problem.errors[0]).toMatchObject({ field: 'standing', code: 'not-allowed', suggestion: 'approved' });
    expect(problem.errors[0]).not.toHaveProperty('pointer');
  });

  it.each(
    callsOf(document)
      .filter(
        ({ path, operation }) => path.startsWith('/api/partner/') && operation.requestBody?.content['application/json'],
      )
      .map((call) => [call.name, call] as const),
  )('%s refuses a member that its schema does not have', async (_, call) => {
    const schema = bodySchema(document, call) as Schema;
    expect(schema.additionalProperties).toBe(false);
    const url = server.url + call.path.replaceAll(/\{\w+\}/g, UNKNOWN_ID);
    const body = { ...(exampleOf(document, schema) as object), 'not-in-it': 1 };
    const headers = {
      ...lab.headers,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      'if-match': '"v1"',
    };
    const response = await fetch(url, { method: call.method, headers, body: JSON.stringify(body) });
    const { errors } = (await response.json()) as CertificateCheckDto;
    expect({ status: response.status, errors }).toMatchObject({
      status: call.path.endsWith(':validate') ? 200 : 400,
      errors: [{ pointer: '/not-in-it', code: 'unknown-field' }],
    });
  });

  it('also where nothing near is worth the time', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`${'x'.repeat(150)}${n}`, 1]));
    const { errors } = await checked({ ...aReport(), ...unknown });
    expect(errors).toHaveLength(900);
    expect(errors.every(({ suggestion }) => suggestion === undefined)).toBe(true);
  });
});

describe('a finding names the places in the body that was sent', () => {
  const found = async (change: object) =>
    (await checked(aReport(change))).findings.map(({ code, pointers }) => [code, pointers]);

  it.each<[string, object, string, string[]]>([
    ['a date', { testDate: '2199-01-01' }, 'test-date-in-future', ['/testDate']],
    [
      'some lines',
      {
        analytes: [
          LEAD,
          { ...LEAD, value: 0.4 },
          { ...LEAD, name: 'Arsenic' },
          { ...LEAD, name: 'Cadmium', valueText: 'ND' },
        ],
      },
      'value-text-differs',
      ['/analytes/1', '/analytes/3'],
    ],
    ['a unit', { analytes: [LEAD, { ...LEAD, name: 'Arsenic', unit: 'stone' }] }, 'unit-unknown', ['/analytes/1']],
    ['a status', { status: 'failed', panels: { ...PASSED.panels } }, 'status-panels-differ', ['/status', '/panels']],
    [
      'the sample',
      {
        sample: {
          containerVolume: { amount: '355', unit: 'mL' },
          containerMass: { amount: '100', unit: 'g' },
          densityGPerMl: '1.04',
        },
      },
      'sample-contradicts',
      ['/sample/containerMass'],
    ],
  ])('%s', async (_, change, code, pointers) => {
    expect(await found(change)).toContainEqual([code, pointers]);
  });

  it('also after the certificate is stored', async () => {
    const analytes = [LEAD, { ...LEAD, value: 0.4 }];
    const response = await post('certificates', JSON.stringify(aReport({ analytes } as never)));
    expect(await response.json()).toMatchObject({
      findings: [{ code: 'value-text-differs', pointers: ['/analytes/1'] }],
    });
  });
});
