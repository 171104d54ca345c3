import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { connect } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  createCertificate,
  createNewsletterIssue,
  createNotice,
  getBrand,
  getDocumentReading,
  getSession,
  listContactMessages,
  openLabIncident,
  proposeAnalyteName,
  requestChanges,
  sendContactMessage,
  signIn,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import { zProblemDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { encodeCursor } from '../../src/platform/http/paging.js';
import { HANGS_AFTER_MS } from '../support/limits.mjs';
import { sendDocument } from '../support/send-document.js';
import { PASSWORD, serverOfThisFile } from '../support/test-server.js';
import { aPdf, sha256Of } from '../support/tiny-pdf.js';
import { until } from '../support/until.js';
import { aReport, labWithKey, published, signInAsStaff, stored, submitted } from './api-helpers.js';
import {
  bodySchema,
  type Call,
  callsOf,
  exampleOf,
  readDocument,
  requiredQueryOf,
  resolved,
  type Schema,
} from './document.js';

/**
 * Sends bad input to every operation in the OpenAPI document. The response must never be a 5xx, must be a problem with
 * the documented shape, and nothing may be stored. New operations are covered automatically.
 */
const document = readDocument();
const calls = callsOf(document);
const taking = calls.filter((call) => bodySchema(document, call) !== null);
const reading = calls.filter(({ method }) => method === 'GET');

const server = serverOfThisFile();
/** Account and key may do everything, so that no response is just a 401 or 403. */
let cookie: string;
let authorization: string;
let ids: Record<string, string>;
let before: Record<string, string>;

beforeAll(async () => {
  const visitor = server.client();
  const staff = await signInAsStaff(server, 'robin');
  const submission = await submitted(staff, visitor, { batchId: 'to be decided' });
  const { id, version } = submission;
  const comments = [{ code: 'batch-mismatch' as const, weight: 'major' as const }];
  await requestChanges({ client: staff, path: { id }, body: { version, comments }, throwOnError: true });
  await published(staff, visitor, { brandName: 'Waxwing', batchId: 'on display' });
  const brand = await getBrand({ client: visitor, path: { brandName: 'Waxwing' }, throwOnError: true });
  const { lab, headers } = await labWithKey(staff);
  authorization = headers.authorization;
  const certificate = await createCertificate({
    client: visitor,
    headers: { ...headers, 'Idempotency-Key': 'the first' },
    body: aReport(),
    throwOnError: true,
  });
  const words = { email: 'sam@mail.example', topic: 'question', message: 'Where do I find a lot?' } as const;
  await sendContactMessage({ client: visitor, body: words, throwOnError: true });
  const [message] = (await listContactMessages({ client: staff, throwOnError: true })).data;
  const draft = { subject: 'News', introduction: 'One.', articleIds: [], batchIds: [] };
  const issue = await createNewsletterIssue({ client: staff, body: draft, throwOnError: true });
  const notice = {
    kind: 'suspended',
    labName: 'Another Laboratory',
    testedFrom: '2020-01-01',
    sourceName: 'Example Board',
    sourceUrl: 'https://board.example/17',
    sourceDate: '2020-02-01',
    statement: 'Results may not be reliable.',
    certificates: 0,
  } as const;
  const incident = await openLabIncident({ client: staff, body: notice, throwOnError: true });
  const recall = await createNotice({
    client: staff,
    body: {
      kind: 'mix_up',
      sourceName: 'Example Agency',
      summary: 'Do not drink it.',
      references: [{ url: 'https://agency.example/417', date: '2020-02-01' }],
      batches: 'Juniper & Tide,NOTICED-1',
    },
    throwOnError: true,
  });
  const name = { name: 'Pb-208', panel: 'heavyMetals', analyte: 'lead', scope: 'panel', reason: 'An isotope' } as const;
  const change = await proposeAnalyteName({ client: staff, body: name, throwOnError: true });
  const pdf = aPdf();
  const sha256 = sha256Of(pdf);
  const sentDocument = await sendDocument(visitor, pdf);
  expect(sentDocument.response?.status).toBe(200);
  const { data: member } = await getSession({ client: staff, throwOnError: true });
  ids = {
    submissions: submission.id,
    messages: message?.id ?? '',
    'webhook-endpoints': submission.id,
    brands: String(brand.data.id),
    labs: lab.id,
    certificates: certificate.data.id,
    accounts: member.id,
    'lab-incidents': incident.data.id,
    notices: recall.data.id,
    'newsletter-issues': issue.data.id,
    'reference-changes': change.data.id,
    'brand-requests': submission.id,
    'brand-claims': submission.id,
    rules: 'us-ct-infused-beverage',
    documents: sha256,
  };
  cookie = await sessionCookie(visitor);
  await until('the document is read', async () => {
    const { data } = await getDocumentReading({ client: staff, path: { sha256 }, throwOnError: true });
    return data.state === 'ready';
  });
  before = await stored(server);
});
/** Once per operation, because a digest of all tables is slow. */
const storesNothing = () =>
  it('stores nothing', async () => {
    const earlier = before;
    before = await stored(server); // so that a failure affects only one operation
    expect(before).toEqual(earlier);
  });

async function sessionCookie(client: Client): Promise<string> {
  const { response } = await signIn({ client, body: { username: 'robin', password: PASSWORD }, throwOnError: true });
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

interface BadInputResult {
  readonly what: string;
  readonly status: number;
  readonly problem: unknown;
  /** Null if the response is correct. */
  readonly violation: string | null;
}

const pathOf = ({ path }: Call) =>
  path
    .replace(
      /\/(submissions|messages|webhook-endpoints|brands|labs|accounts|certificates|lab-incidents|notices|newsletter-issues|reference-changes|rules|brand-requests|brand-claims)\/\{id\}/,
      (_, kind) => `/${kind}/${ids[kind]}`,
    )
    .replace('{commentId}', ids.submissions ?? '')
    .replace('/staff/documents/{sha256}', `/staff/documents/${ids.documents}`);

/** Sends a request and checks the response. */
async function sent(
  what: string,
  path: string,
  init: RequestInit = {},
  allowed: number[] = [400],
): Promise<BadInputResult> {
  const conditions = { 'idempotency-key': randomUUID(), 'if-match': '*' };
  const headers = { cookie, authorization, ...conditions, ...(init.headers as Record<string, string>) };
  const response = await fetch(server.url + path, { redirect: 'manual', ...init, headers });
  const text = await response.text();
  return checkResponse(what, response.status, response.headers.get('content-type') ?? '', text, allowed);
}

function checkResponse(what: string, status: number, type: string, text: string, allowed: number[]): BadInputResult {
  const result = (violation: string | null, problem: unknown = text.slice(0, 200)) => ({
    what,
    status,
    problem,
    violation,
  });
  if (!allowed.includes(status)) return result(`status ${status}, not ${allowed.join(' or ')}`);
  if (status < 400) return result(null, type.startsWith('application/json') ? JSON.parse(text) : undefined);
  if (!type.startsWith('application/problem+json')) return result(`content type ${type}`);
  const parsed = zProblemDto.safeParse(JSON.parse(text));
  if (!parsed.success) return result(parsed.error.message);
  const { data } = parsed;
  if (JSON.stringify(Object.keys(data)) !== JSON.stringify(Object.keys(JSON.parse(text))))
    return result('extra fields');
  if (data.status !== status || data.error !== data.detail || data.detail === '')
    return result('not well-formed', data);
  if (/[<>]|\bat \w+ \(|node_modules|SELECT|Error:/.test(data.detail)) return result('says too much', data);
  return result(null, data);
}

const violations = (answers: readonly BadInputResult[]) => answers.filter(({ violation }) => violation !== null);

const json = (method: string, body: string | Buffer): RequestInit => ({
  method,
  body: body as never,
  headers: { 'content-type': 'application/json' },
});

const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const SPACES = Buffer.alloc(20_000_000, ' ');
const BOMBS = { gzip: gzipSync(SPACES), br: brotliCompressSync(SPACES, QUICK) };

const nested = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels);

/** A valid body with one value replaced by raw JSON. */
function withField(call: Call, field: string, raw: string): string {
  const example = exampleOf(document, bodySchema(document, call) as Schema) as Record<string, unknown>;
  const fields = Object.entries(example).filter(([name]) => name !== field);
  const rest = fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return `{${[...rest, `${JSON.stringify(field)}:${raw}`].join(',')}}`;
}

const fieldsOf = (call: Call) => Object.entries((bodySchema(document, call) as Schema).properties ?? {});

/**
 * @returns whether an earlier call has the same field or parameter: the same code reads it there, and a few values show that
 * this call has that code too. Each test that asks remembers for itself.
 */
function remembering(): (name: string, schema: unknown) => boolean {
  const met = new Set<string>();
  return (name, schema) => {
    const key = JSON.stringify([name, schema]);
    const isMet = met.has(key);
    met.add(key);
    return isMet;
  };
}
const metBefore = {
  deep: remembering(),
  levels: remembering(),
  many: remembering(),
  pollution: remembering(),
  query: remembering(),
  text: remembering(),
  type: remembering(),
};

/**
 * @returns all values for the first call, and the first few for others: the same code reads the body or the query of every call
 * before its fields, and a few values show that this call has that code too.
 */
const forCall = <T>(call: Call, values: readonly T[], few: number): readonly T[] =>
  call === taking[0] || call === reading[0] ? values : values.slice(0, few);

it('finds operations to test', () => {
  expect(taking.map(({ name }) => name)).toContain('POST /api/coa/submit');
  expect(taking.length).toBeGreaterThanOrEqual(8);
  expect(reading.length).toBeGreaterThanOrEqual(12);
});

describe.each(taking)('$name', (call) => {
  // A dry run reports errors in an object instead of rejecting it.
  const refusals = call.operation.operationId === 'validateCertificate' ? [400, 200] : [400];
  const send = (what: string, body: string | Buffer, allowed = refusals) =>
    sent(what, pathOf(call), json(call.method, body), allowed);

  it('rejects invalid JSON', async () => {
    const broken = [
      '',
      '{',
      ' ',
      '{"a":}',
      '{"a":1,}',
      "{'a':1}",
      '{"a":1}x',
      'undefined',
      'NaN',
      '\u0000',
      '[1',
      '"a',
      '\\',
    ];
    const bodies = [...forCall(call, broken, 2), Buffer.from([0xff, 0xfe, 0x00, 0x80])];
    const answers = await Promise.all(bodies.map((body) => send(JSON.stringify(body), body)));
    expect(violations(answers)).toEqual([]);
  });

  it('rejects JSON that is not an object', async () => {
    const example = JSON.stringify(exampleOf(document, bodySchema(document, call) as Schema));
    const others = ['null', '[{}]', '[[]]', '[]', 'true', 'false', '0', '-1.5e300', '""', '"text"'];
    const bodies = ['{}', `[${example}]`, JSON.stringify(example), ...forCall(call, others, 2)];
    expect(violations(await Promise.all(bodies.map((body) => send(body, body))))).toEqual([]);
  });

  it('rejects a body with another content type', async () => {
    const types = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain', 'text/html'];
    const others = ['application/xml', 'application/jsonx', 'application/octet-stream', ';;;', '*/*'];
    const body = JSON.stringify(exampleOf(document, bodySchema(document, call) as Schema));
    const answers = forCall(call, [...types, ...others], 3).map((type) =>
      sent(type, pathOf(call), { method: call.method, body, headers: { 'content-type': type } }, [415]),
    );
    expect(violations(await Promise.all(answers))).toEqual([]);
    expect(violations([await sent('no body at all', pathOf(call), { method: call.method })])).toEqual([]);
  });

  it('rejects more than 256 kB', async () => {
    const bodies = [`{"a":"${'é'.repeat(150_000)}"}`, JSON.stringify('a'.repeat(300_000)), ' '.repeat(300_000)];
    const answers = forCall(call, bodies, 1).map((body) => send(`${body.length} characters`, body, [413]));
    expect(violations(await Promise.all(answers))).toEqual([]);
  });

  it('rejects compressed bodies', async () => {
    const compressed = (encoding: string, body: string | Buffer) => {
      const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
      return sent(`${encoding}, ${body.length} bytes`, pathOf(call), { ...json(call.method, body), headers }, [415]);
    };
    const bodies: [string, string | Buffer][] = [
      ['gzip', BOMBS.gzip],
      ['br', BOMBS.br],
      ['gzip', gzipSync('{}')],
      ['GZIP', gzipSync('{}').subarray(0, 12)],
      ['deflate', deflateSync('{}')],
      ['nonsense', '{}'],
      ['gzip, gzip', gzipSync(gzipSync('{}'))],
    ];
    const answers = forCall(call, bodies, 1).map(([encoding, body]) => compressed(encoding, body));
    expect(violations(await Promise.all(answers))).toEqual([]);
  });

  it('rejects too many values with a short message', async () => {
    const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1]));
    const names = fieldsOf(call)
      .filter((field) => !metBefore.many(...field))
      .map(([name]) => name);
    const inFields = (name: string) => [{ [name]: fields(1_001) }, { [name]: Array(20_001).fill({}) }];
    const anywhere = [fields(1_001), Array(20_001).fill({}), ...inFields('unknown')];
    for (const value of [...forCall(call, anywhere, 1), ...names.flatMap(inFields)]) {
      const body = JSON.stringify(value);
      const answer = await send(body.slice(0, 40), body, [400]);
      expect(violations([answer])).toEqual([]);
      const said = JSON.stringify(answer.problem);
      expect(said).toMatch(/at most (1,000 fields in one object|20,000 values)/);
      expect(said.length).toBeLessThan(1_000);
    }
  });

  it('rejects deep nesting in any field', async () => {
    const names = fieldsOf(call)
      .filter((field) => !metBefore.deep(...field))
      .map(([name]) => name);
    const deep = [
      ...[200, 20_000].flatMap((levels) => [
        nested(levels, '[', ']'),
        `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`,
      ]),
      nested(20_000, '[{"":', '}]').replace('}', '1}'),
    ];
    const inField = (name: string) => deep.map((value) => withField(call, name, value));
    const bodies = [...forCall(call, [...inField('unknown'), ...deep], 2), ...names.flatMap(inField)];
    for (const body of bodies) expect(violations([await send(`${body.slice(0, 300)}…`, body)])).toEqual([]);
  });

  it('rejects 100 levels in every field except those that accept any JSON', async () => {
    for (const [name, schema] of fieldsOf(call)) {
      if (takesAnything(schema) || metBefore.levels(name, schema)) continue;
      expect(violations([await send(name, withField(call, name, nested(100, '[', ']')))])).toEqual([]);
    }
  });

  it('rejects unstorable characters in values and names', async () => {
    const names = fieldsOf(call)
      .filter((field) => !metBefore.text(...field))
      .map(([name]) => name);
    const bad = forCall(call, ['a\\u0000b', '\\udc00\\ud800', '\\u0000', '\\ud800', 'a\\udfff'], 2);
    const bodies = bad.flatMap((text) => [
      `{"${text}":1}`,
      withField(call, 'unknown', `{"${text}":1}`),
      withField(call, 'unknown', `["${text}"]`),
      ...names.flatMap((name) =>
        [`"${text}"`, `["${text}"]`, `{"a":[{"${text}":"b"}]}`].map((raw) => withField(call, name, raw)),
      ),
    ]);
    expect(violations(await Promise.all(bodies.map((body) => send(body, body))))).toEqual([]);
  });

  it('rejects a value of the wrong type and names the field', async () => {
    const answers: BadInputResult[] = [];
    for (const [name, schema] of fieldsOf(call)) {
      const isRequired = bodySchema(document, call)?.required?.includes(name) ?? false;
      const values = wrongValues(schema, isRequired);
      for (const raw of metBefore.type(name, [schema, isRequired]) ? values.slice(0, 2) : values) {
        const answer = await send(`${name}: ${raw}`, withField(call, name, raw));
        const named = (answer.problem as { errors?: { field: string }[] }).errors?.map(
          ({ field }) => field.split('.')[0],
        );
        answers.push(
          answer.violation || named?.includes(name) ? answer : { ...answer, violation: `does not name ${name}` },
        );
      }
    }
    expect(violations(answers)).toEqual([]);
  });

  it('rejects a missing field and names it', async () => {
    for (const name of bodySchema(document, call)?.required ?? []) {
      const { [name]: _, ...rest } = exampleOf(document, bodySchema(document, call) as Schema) as Record<
        string,
        unknown
      >;
      const answer = await send(`without ${name}`, JSON.stringify(rest));
      expect(violations([answer])).toEqual([]);
      expect(JSON.stringify((answer.problem as { errors: unknown }).errors)).toContain(`"${name}`);
    }
  });

  it('rejects unknown fields', async () => {
    const names = [
      'unknown',
      'id',
      '',
      ' ',
      '0',
      'a.b',
      'a[b]',
      '$where',
      'password ',
      'ünknown',
      '😀',
      'x'.repeat(5_000),
    ];
    const bodies = forCall(call, names, 3).map((name) => withField(call, name, '1'));
    expect(violations(await Promise.all(bodies.map((body) => send(body.slice(-100), body))))).toEqual([]);
  });

  it('rejects names used for prototype pollution', async () => {
    const names = fieldsOf(call)
      .filter((field) => !metBefore.pollution(...field))
      .map(([name]) => name);
    const anywhere = [
      withField(call, '__proto__', '{"admin":true}'),
      withField(call, 'constructor', '{"prototype":{"admin":true}}'),
      withField(call, 'unknown', '{"__proto__":{"admin":true}}'),
      withField(call, '__proto__', 'null'),
      withField(call, '\\u005f_proto__'.replace('\\\\', '\\'), '{"admin":true}'),
      ...['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'].map((name) => `{"${name}":1}`),
    ];
    const inField = (name: string) =>
      [
        '{"a":[{"__proto__":{"admin":true}}]}',
        '{"constructor":{"prototype":{"admin":true}}}',
        '{"a":[{"constructor":1}]}',
      ].map((raw) => withField(call, name, raw));
    const bodies = [...forCall(call, anywhere, 3), ...names.flatMap(inField)];
    expect(violations(await Promise.all(bodies.map((body) => send(body, body))))).toEqual([]);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('returns documented statuses only', async () => {
    const documented = Object.keys(call.operation.responses).map(Number);
    expect(documented).toEqual(expect.arrayContaining([400, 413, 415]));
  });

  storesNothing();
});

const takesAnything = ({ anyOf }: Schema) => anyOf !== undefined;

/** Values that are valid JSON but violate the schema. */
function wrongValues(schema: Schema, isRequired: boolean): string[] {
  const { type, enum: values, minLength, minItems, required = [] } = resolved(document, schema);
  // An object without required fields may be empty, and left out by null like any other optional field.
  const isAllOptional = type === 'object' && required.length === 0 && !isRequired;
  const mayBeEmpty = minItems === 0;
  if (takesAnything(resolved(document, schema))) return [];
  const always = [
    '[]',
    '{}',
    '[[]]',
    '{"a":1}',
    '["x"]',
    ...(values ? [JSON.stringify(values)] : []),
    ...(isRequired ? ['null'] : []),
  ];
  const texts = ['"nonsense"', '"constructor"', '""'];
  const numbers = ['0', '1.5', '-1', '1e400', '9007199254740993'];
  if (values) return [...always, ...texts, ...numbers, 'true'];
  switch (type) {
    case 'string':
      return [...always, ...numbers, 'true', 'false', ...(isRequired && minLength === 1 ? ['""', '"  "'] : [])];
    case 'number':
    case 'integer':
      return [...always, ...texts, '"5"', 'true', 'false', '-1e300', '1e400', '-0.001'];
    case 'boolean':
      return [...always, ...texts, ...numbers, '"true"', '1'];
    default:
      return [
        '[{}]',
        '"x"',
        '""',
        '0',
        'true',
        ...(isAllOptional ? [] : ['null', '{}']),
        ...(mayBeEmpty ? [] : ['[]']),
      ];
  }
}

describe('GET requests', () => {
  const NO_TEXT = ['%00', 'a%00b', '%00%00'];
  const BROKEN = ['%', '%Z', '%ZZ', '%C3%28%', '%ED%A0%80', '%FF', '%C0%80', '%u0041', 'a%2'];
  const ODD = [
    'a'.repeat(1_299),
    'a'.repeat(1_301),
    'a'.repeat(4_000),
    '%C3%A4'.repeat(600),
    '%2F'.repeat(100),
    '%2e%2e%2f'.repeat(20),
    '%F0%9F%98%80',
    "' OR 1=1 --",
    '$1',
    '%25',
    '..;',
    '__proto__',
    'constructor',
    '-1',
    '9'.repeat(30),
    'NaN',
    '%E2%80%AE',
  ];
  /** One of each kind: empty, a number out of range, no text, broken, odd, a cursor of another list. */
  const FEW = ['', '-1', '1e400', '%00', '%ZZ', '%ED%A0%80', '__proto__', encodeCursor(null)];
  /** What is no value of any parameter. */
  const ANYWHERE = [
    ...['__proto__[a]=1', Array.from({ length: 1_500 }, (_, n) => `a${n}=1`).join('&'), '__proto__=1', 'constructor=1'],
    ...['toString=1', '=', '=1', '&&&', '?', '%00=1', '%=%', 'a'.repeat(8_000)],
  ];
  const withParameter = reading.filter(({ path }) => path.includes('{'));

  it.each(withParameter)('$name accepts any text as its parameter', async ({ path }) => {
    const at = (text: string) => path.replace(/\{\w+\}/, () => text);
    const broken = path === withParameter[0]?.path ? BROKEN : BROKEN.slice(0, 2);
    const answers = [
      ...NO_TEXT.map((text) => sent(text, at(text))),
      ...broken.map((text) => sent(text, at(text), {}, [400, 404, 200])),
      ...ODD.map((text) => sent(text.slice(0, 50), at(text), {}, [404, 200])),
    ];
    expect(violations(await Promise.all(answers))).toEqual([]);
  });

  it.each(reading)('$name accepts any query', async (call) => {
    const parameters = (call.operation.parameters ?? []).filter((p) => p.in === 'query');
    const names = parameters.map(({ name }) => name);
    const newNames = parameters.filter(({ name, schema }) => !metBefore.query(name, schema)).map(({ name }) => name);
    const path = pathOf(call).replace(/\{\w+\}/, 'x');
    const values = [
      '',
      '0',
      '-1',
      '1.5',
      '1e9',
      '1e400',
      'NaN',
      'Infinity',
      '0x10',
      '9'.repeat(400),
      '%20',
      '%2B1',
      'null',
      '[]',
      '{}',
      // Decoded before the code of any parameter is reached.
      ...forCall(call, BROKEN, 2),
      ...NO_TEXT,
      ...ODD,
    ];
    const cursors = [
      encodeCursor([]),
      encodeCursor({ __proto__: null, s: 'newest', v: '0000-01-01', id: ids.submissions }),
      encodeCursor({ s: 'newest', v: '9999-12-31', id: ids.submissions }),
      encodeCursor({ s: 'strongest', v: 1e-300, id: ids.submissions }),
      encodeCursor({ createdAt: '0000-01-01T00:00:00Z', id: ids.submissions }),
      encodeCursor({ createdAt: '9999-12-31T23:59:59Z', id: ids.submissions }),
      encodeCursor({ proposedAt: '0000-01-01T00:00:00Z', id: ids.submissions }),
      encodeCursor({ publishedAt: '9999-12-31T23:59:59Z', id: ids.submissions }),
      Buffer.from(nested(60, '[', ']')).toString('base64url'),
    ];
    // Any other parameter takes a cursor as one more text.
    const isCursor = (name: string) => name === 'cursor' || name === 'after';
    const valuesOf = (name: string) => (isCursor(name) ? [...values, ...cursors] : values);
    const queries = [
      ...newNames.flatMap((name) => valuesOf(name).map((value) => `${name}=${value}`)),
      ...[...names, 'unknown'].flatMap((name) => FEW.map((value) => `${name}=${value}`)),
      ...names.map((name) => `${name}=1&${name}=2`),
      ...newNames.flatMap((name) => [`${name}[]=1`, `${name}[a]=1`, `${name}[0]=1`, `${name}.a=1`, name]),
      ...newNames.flatMap((name) => [`${name}=newest&sort=strongest`, `%00${name}=1`]),
      ...forCall(call, ANYWHERE, 2),
    ];
    // The change here is of a name, which has no impact to show.
    const mayBeMissing = path.includes('/x') || path.endsWith('/impact');
    const status = [200, 400, ...(mayBeMissing ? [404] : [])];
    const answers: BadInputResult[] = [];
    for (const query of queries) answers.push(await sent(query.slice(0, 80), `${path}?${query}`, {}, status));
    expect(violations(answers)).toEqual([]);
  });

  it.each(reading)('$name ignores a body', async (call) => {
    const path = `${pathOf(call).replace(/\{\w+\}/, 'x')}?${requiredQueryOf(call)}`;
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { cookie, authorization, 'content-type': 'application/json', 'content-length': 1 };
      const get = request(server.url + path, { method: 'GET', headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      });
      get.on('error', reject).end('{');
    });
    expect([200, 404]).toContain(status);
  });

  storesNothing();
});

describe('raw HTTP', () => {
  /** Sends raw bytes and checks that the server still responds. @returns the last response */
  const raw = (text: string) =>
    new Promise<{ status: number; type: string; body: string }>((resolve, reject) => {
      const { hostname, port } = new URL(server.url);
      let received = '';
      const socket = connect(Number(port), hostname, () => socket.write(Buffer.from(text, 'latin1')));
      socket.setTimeout(HANGS_AFTER_MS, () => socket.destroy(new Error('no answer')));
      socket.setEncoding('utf8').on('data', (chunk) => {
        received += chunk;
      });
      socket.on('error', (error: NodeJS.ErrnoException) => error.code !== 'ECONNRESET' && reject(error));
      socket.on('close', () => {
        const [head = '', ...rest] = received.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '').split('\r\n\r\n');
        const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]);
        resolve({ status, type: /content-type: (.*)/i.exec(head)?.[1] ?? '', body: rest.join('\r\n\r\n') });
      });
    });

  const CLOSE = 'Host: localhost\r\nConnection: close\r\n';
  const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\n${CLOSE}${headers}\r\n`;
  const post = (headers: string, body: string, path = '/api/subscribe') =>
    `POST ${path} HTTP/1.1\r\n${CLOSE}Content-Type: application/json\r\n${headers}\r\n${body}`;

  it.each<[string, string, number[]]>([
    ['bytes that are no HTTP', '\x00\x01\x02\r\n\r\n', [400]],
    ['another protocol', 'EHLO mail.example\r\n\r\n', [400]],
    ['a method that does not exist', 'BREW /api/coa HTTP/1.1\r\nHost: a\r\n\r\n', [400]],
    ['an unsupported method', `TRACE /api/coa HTTP/1.1\r\n${CLOSE}\r\n`, [405]],
    ['WebDAV', `PROPFIND /api/coa HTTP/1.1\r\n${CLOSE}\r\n`, [405]],
    ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${CLOSE}\r\n`, [404]],
    ['a path without a slash', get('api/coa'), [400]],
    ['a path with a control character', get('/api/coa/\x01'), [400]],
    ['a path of bytes that are no UTF-8', get('/api/coa/\xe9\xff'), [400]],
    ['a header of 20 kB', get('/api/coa', `X-Long: ${'a'.repeat(20_000)}\r\n`), [431]],
    ['3,000 headers', get('/api/coa', Array.from({ length: 3_000 }, (_, n) => `X${n}: 1\r\n`).join('')), [431]],
    ['a header with a NUL', get('/api/coa', 'X-A: a\x00b\r\n'), [400]],
    ['a header without a name', get('/api/coa', ': a\r\n'), [400]],
    [
      'a cookie that is no cookie',
      get('/api/staff/session', 'Cookie: staff_session=%ZZ; ;;=;a; __proto__=x\r\n'),
      [401],
    ],
    ['a cookie with a NUL', get('/api/staff/session', 'Cookie: staff_session=%00\r\n'), [401]],
    ['a cookie of 8 kB', get('/api/staff/session', `Cookie: staff_session=${'a'.repeat(8_000)}\r\n`), [401]],
    ['two ids of the request', get('/api/unknown', 'X-Request-Id: aaaaaaaa\r\nX-Request-Id: bbbbbbbb\r\n'), [404]],
    [
      'nonsense for every header',
      get('/api/unknown', 'Accept: ;;\r\nRange: x\r\nIf-None-Match: *\r\nAccept-Encoding: ,\r\n'),
      [404],
    ],
    ['an unsupported Expect header', post('Expect: miracles\r\nContent-Length: 2\r\n', '{}'), [400]],
    ['forged addresses', get('/api/unknown', 'X-Forwarded-For: \', 0, ::::\r\nForwarded: for="_x\r\n'), [404]],
    ['a negative length', post('Content-Length: -1\r\n', ''), [400]],
    ['a length in words', post('Content-Length: two\r\n', '{}'), [400]],
    ['two lengths', post('Content-Length: 2\r\nContent-Length: 3\r\n', '{}'), [400]],
    ['a length and chunks', post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'), [400]],
    ['chunks of no length', post('Transfer-Encoding: chunked\r\n', 'ZZ\r\n{}\r\n0\r\n\r\n'), [400]],
    ['chunks of 300 kB', post('Transfer-Encoding: chunked\r\n', `493e0\r\n${' '.repeat(300_000)}\r\n0\r\n\r\n`), [413]],
    ['a length of 300 kB', post('Content-Length: 300000\r\n', ' '.repeat(300_000)), [413]],
    ['an encoding that is not there', post('Content-Encoding: gzip\r\nContent-Length: 2\r\n', '{}'), [415]],
    ['two content types', post('Content-Type: text/plain\r\nContent-Length: 2\r\n', '{}'), [400, 415]],
    ['a body after asking whether to go on', post('Expect: 100-continue\r\nContent-Length: 2\r\n', '{}'), [400]],
    [
      'JSON for a call that takes none',
      `DELETE /api/unknown HTTP/1.1\r\n${CLOSE}Content-Length: 1\r\n\r\n{`,
      [404, 415],
    ],
  ])('%s gets a problem', async (what, text, allowed) => {
    const { status, type, body } = await raw(text);
    expect(violations([checkResponse(what, status, type, body, allowed)])).toEqual([]);
  });

  it('no Host header is rejected by Node, without a body', async () => {
    expect((await raw('GET /api/coa HTTP/1.1\r\nConnection: close\r\n\r\n')).status).toBe(400);
  });

  it('a client that disconnects in the middle of a body does no harm', async () => {
    const { hostname, port } = new URL(server.url);
    await Promise.all(
      Array.from(
        { length: 20 },
        () =>
          new Promise<void>((resolve) => {
            const socket = connect(Number(port), hostname, () => {
              socket.write(post('Content-Length: 1000\r\n', '{"email":"'), () => socket.resetAndDestroy());
            });
            socket.on('error', () => {}).on('close', () => resolve());
          }),
      ),
    );
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  });

  storesNothing();
});
