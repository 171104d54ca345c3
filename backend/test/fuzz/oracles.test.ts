import { Random } from '../support/random.js';
import { MARK, PERSONAL } from './corpora.js';
import { operation } from './document.js';
import {
  authorizationViolations,
  cellsOf,
  contractViolations,
  csvViolations,
  htmlViolations,
  logViolations,
  problemViolations,
  responseViolations,
  xmlViolations,
} from './oracles.js';
import { contentViolations, emailViolations } from './outputs.js';
import { roundTripViolations } from './round-trip.js';
import { smallest } from './shrinking.js';
import type { WireRequest, WireResponse } from './wire.js';

/** Every oracle accepts a valid sample and rejects invalid ones. */

const PROBLEM = {
  type: '/problems/invalid-input',
  title: 'Invalid input',
  status: 400,
  detail: 'Batch ID is required',
  error: 'Batch ID is required',
  errors: [],
  requestId: 'one',
};

const problem = (differing: object = {}, headers: Record<string, string> = {}, status = 400): WireResponse => ({
  status,
  headers: { 'content-type': 'application/problem+json; charset=utf-8', 'x-request-id': 'one', ...headers },
  body: Buffer.from(JSON.stringify({ ...PROBLEM, ...differing })),
});

const json = (value: unknown, headers: Record<string, string> = {}, status = 200): WireResponse => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: Buffer.from(JSON.stringify(value)),
});

describe('problemViolations', () => {
  it('accepts a valid problem', () => expect(problemViolations(problem())).toEqual([]));

  it.each<[string, WireResponse]>([
    ['of another content type', problem({}, { 'content-type': 'application/json; charset=utf-8' })],
    ['that is not JSON', { ...problem(), body: Buffer.from('<html>') }],
    ['with a missing field', problem({ title: undefined })],
    ['with an undocumented field', problem({ stack: 'at x' })],
    ['with another status', problem({ status: 404 })],
    ['with an unknown type', problem({ type: '/problems/made-up' })],
    ['without a detail', problem({ detail: '', error: '' })],
    ['with different texts in detail and error', problem({ error: 'Another' })],
    ['with another request id', problem({}, { 'x-request-id': 'two' })],
    ['with implementation details', problem({ detail: 'QueryFailedError', error: 'QueryFailedError' })],
    ['without Retry-After', problem({ status: 429 }, {}, 429)],
  ])('rejects a problem %s', (_, response) => expect(problemViolations(response)).toHaveLength(1));
});

describe('responseViolations', () => {
  it('rejects 5xx statuses', () => {
    expect(responseViolations(problem({ status: 500 }, {}, 500))).toContain('status 500');
    expect(responseViolations(problem({ status: 503 }, { 'retry-after': '5' }, 503))).toContain('status 503');
  });

  it('rejects injected headers', () => {
    expect(responseViolations(json({}, { [MARK]: 'yes' }))).toEqual([`an injected header: ${MARK}`]);
    expect(responseViolations(json({}, { 'set-cookie': `${MARK}=1` }))).toEqual(['an injected header: set-cookie']);
    expect(responseViolations(json({}, { 'set-cookie': 'theme=dark' }))).toEqual([]);
  });

  it('rejects an error that is not a problem, except an HTML 404 page', () => {
    const page = { status: 404, headers: { 'content-type': 'text/html; charset=utf-8' }, body: Buffer.from('<html>') };
    expect(responseViolations(page)).toEqual([]);
    expect(responseViolations({ ...page, status: 400 })).toHaveLength(1);
  });
});

const picture = (start = '\x89PNG\r\n'): WireResponse => ({
  status: 200,
  headers: { 'content-type': 'image/png' },
  body: Buffer.from(start, 'latin1'),
});

describe('contractViolations', () => {
  const session = operation('getAgeVerificationStatus');
  const list = operation('listCoas');
  const counted = { 'x-total-count': '1', 'x-total-count-relation': 'eq' };

  it('accepts a picture, which has no charset', () =>
    expect(contractViolations(operation('getDocumentPage'), 'GET', picture())).toEqual([]));

  it('accepts a response that matches its schema', () => {
    expect(contractViolations(session, 'GET', json({ verified: true }))).toEqual([]);
    expect(contractViolations(list, 'GET', json([], counted))).toEqual([]);
    expect(
      contractViolations(operation('signOut'), 'DELETE', { ...json(''), status: 204, body: Buffer.alloc(0) }),
    ).toEqual([]);
  });

  it.each<[string, readonly string[]]>([
    ['an undocumented status', contractViolations(session, 'GET', json({ verified: true }, {}, 201))],
    ['an undocumented field', contractViolations(session, 'GET', json({ verified: true, by: 'me' }))],
    ['a missing field', contractViolations(session, 'GET', json({}))],
    ['a value of the wrong type', contractViolations(session, 'GET', json({ verified: 'yes' }))],
    [
      'another content type',
      contractViolations(session, 'GET', json({ verified: true }, { 'content-type': 'text/html; charset=utf-8' })),
    ],
    [
      'a content type without charset',
      contractViolations(session, 'GET', json({ verified: true }, { 'content-type': 'application/json' })),
    ],
    ['a picture that is none', contractViolations(operation('getDocumentPage'), 'GET', picture('%PDF-'))],
    ['a file of another type', contractViolations(operation('getDocumentFile'), 'GET', picture())],
    ['invalid JSON', contractViolations(session, 'GET', { ...json(''), body: Buffer.from('{') })],
    ['invalid UTF-8', contractViolations(session, 'GET', { ...json(''), body: Buffer.from([0x22, 0xff, 0x22]) })],
    ['a missing header', contractViolations(list, 'GET', json([], { 'x-total-count': '1' }))],
    ['an invalid header value', contractViolations(list, 'GET', json([], { ...counted, 'x-total-count': 'many' }))],
    ['an undocumented body', contractViolations(operation('signOut'), 'DELETE', json({}, {}, 204))],
    ['an invalid item in a list', contractViolations(operation('listAccounts'), 'GET', json([{ id: 1 }]))],
  ])('rejects %s', (_, violations) => expect(violations).toHaveLength(1));
});

it('authorizationViolations accepts refusals only', () => {
  expect([401, 403, 400, 429].flatMap(authorizationViolations)).toEqual([]);
  for (const status of [200, 204, 304, 404, 409, 500]) expect(authorizationViolations(status)).toHaveLength(1);
});

describe('htmlViolations', () => {
  it('accepts escaped text', () => {
    const text = `&lt;${MARK}&gt; " ${MARK}="1 javascript:${MARK}()`;
    const data = `<script type="application/ld+json">{"name":"\\u003c${MARK}>"}</script>`;
    expect(
      htmlViolations(`<!doctype html><title>${text}</title><p title="&quot; ${MARK}=1">${text}${data}</p>`),
    ).toEqual([]);
    expect(htmlViolations('<img src="data:image/png;base64,AA">')).toEqual([]);
  });

  it.each([
    ['an injected element', `<p><${MARK}></p>`],
    ['an injected element in a template', `<template><${MARK}></template>`],
    ['an injected attribute', `<p title="" ${MARK}="1">`],
    ['an injected script', `<script>${MARK}()</script>`],
    ['a JSON script that was ended early', '<script type="application/json">{"a":"</script>"}'],
    ['a javascript: link', `<a href=" javascript:${MARK}()">a</a>`],
    ['a data: URL', '<iframe src="data:text/html,a"></iframe>'],
  ])('rejects %s', (_, html) => expect(htmlViolations(html).length).toBeGreaterThan(0));

  it('runs on HTML, NDJSON and CSV responses', () => {
    const response = json('', { 'content-type': 'text/html; charset=utf-8' });
    expect(contentViolations({ ...response, body: Buffer.from(`<${MARK}>`) })).toHaveLength(1);
    const lines = json('', { 'content-type': 'application/x-ndjson; charset=utf-8' });
    expect(contentViolations({ ...lines, body: Buffer.from('{}\n{\n') })).toHaveLength(1);
    const table = json('', { 'content-type': 'text/csv; charset=utf-8' });
    expect(contentViolations({ ...table, body: Buffer.from('a\r\n=1+1\r\n') })).toHaveLength(1);
  });
});

it('xmlViolations accepts well-formed feeds and rejects injected elements', () => {
  expect(xmlViolations(`<a><b>&lt;${MARK}&gt;</b></a>`)).toEqual([]);
  for (const xml of [`<a><${MARK}/></a>`, `<a ${MARK}="1"/>`, '<a><b></a>', '<a>\u0001</a>', '<a>&</a>']) {
    expect(xmlViolations(xml).length).toBeGreaterThan(0);
  }
});

describe('csvViolations', () => {
  it('parses RFC 4180', () => {
    expect(cellsOf('a,"b ""c"", d"\r\n"e\r\nf",\r\n')).toEqual([
      ['a', 'b "c", d'],
      ['e\r\nf', ''],
    ]);
  });

  it('accepts escaped formulas', () => expect(csvViolations("a,b\r\n'=1+1,2\r\n")).toEqual([]));

  it.each(['=1+1', '+1', '-1', '@A1', '\t=1', '"\r=1"', '"=1"'])('rejects the cell %j', (cell) => {
    expect(csvViolations(`a,b\r\n1,${cell}\r\n`)).toHaveLength(1);
  });

  it('rejects rows of different widths and unterminated quotes', () => {
    expect(csvViolations('a,b\r\n1\r\n')).toHaveLength(1);
    expect(csvViolations('a,b\r\n1,"2\r\n')).toHaveLength(1);
  });
});

describe('logViolations', () => {
  it('accepts a JSON object', () => {
    expect(logViolations('{"level":30,"time":"2026-11-20T15:04:05.000Z","msg":"request"}')).toEqual([]);
  });

  it.each([
    '',
    'text',
    '[1]',
    'null',
    '{"level":30',
    '{"msg":"no level"}',
    `{"level":30,"time":1,"msg":"${PERSONAL}"}`,
  ])('rejects %j', (line) => expect(logViolations(line)).toHaveLength(1));
});

describe('emailViolations', () => {
  const email = (differing: object = {}) =>
    emailViolations({
      headers: [],
      to: [{ address: 'a@b.example', name: '' }],
      html: '<p>',
      attachments: [],
      ...differing,
    } as never);

  it('accepts an email to one recipient', () => expect(email()).toEqual([]));

  it.each<[string, object]>([
    ['an injected header', { headers: [{ key: MARK, value: 'yes' }] }],
    ['two recipients', { to: [{ address: 'a@b.example' }, { address: 'c@d.example' }] }],
    ['a Bcc', { bcc: [{ address: 'c@d.example' }] }],
    ['a line break in the subject', { subject: 'a\nb' }],
    ['an injected element', { html: `<${MARK}>` }],
    ['an attachment', { attachments: [{ mimeType: 'text/html' }] }],
  ])('rejects %s', (_, differing) => expect(email(differing)).toHaveLength(1));
});

describe('roundTripViolations', () => {
  it('accepts documented normalization', () => {
    expect(roundTripViolations({ notes: ' a ', reason: '' }, { notes: 'a', reason: null })).toEqual([]);
    expect(roundTripViolations({ name: 'a  b' }, { name: 'a b' })).toEqual([]);
    expect(roundTripViolations({ brandName: 'WAXWING' }, { brandName: 'Waxwing' })).toEqual([]);
    expect(roundTripViolations({ reason: 'a' }, { withdrawalReason: 'a' }, { reason: 'withdrawalReason' })).toEqual([]);
  });

  it.each([
    ['truncated', 'abc', 'ab'],
    ['missing', 'abc', null],
    ['folded without documentation', 'a  b', 'a b'],
    ['normalized differently', 'e\u0301', 'é'],
    ['escaped', '<a>', '&lt;a&gt;'],
    ['replaced', 'a\u0001', 'a\ufffd'],
  ])('rejects text that is %s', (_, sent, found) => {
    expect(roundTripViolations({ notes: sent }, { notes: found })).toHaveLength(1);
  });

  it('allows invisible characters to be removed from multi-line texts only', () => {
    expect(roundTripViolations({ notes: '\u202ea' }, { notes: 'a' })).toEqual([]);
    expect(roundTripViolations({ labReportId: '\u202ea' }, { labReportId: 'a' })).toHaveLength(1);
  });
});

describe('Random', () => {
  const some = (seed: number, stream: number) => {
    const random = new Random(seed, stream);
    return Array.from({ length: 8 }, () => random.below(1_000_000));
  };

  it('returns the same sequence for the same seed and stream only', () => {
    expect(some(1, 7)).toEqual(some(1, 7));
    expect(some(1, 7)).not.toEqual(some(2, 7));
    expect(some(1, 7)).not.toEqual(some(1, 8));
  });
});

it('smallest shrinks target, headers and body of a failing request', async () => {
  const sent: WireRequest = {
    method: 'POST',
    target: '/api/x?a=1&b=2',
    headers: [
      ['content-type', 'application/json'],
      ['x', 'y'],
    ],
    body: Buffer.from('{"a":"bad text that is long","b":1}'),
  };
  const isWrong = async ({ headers, body }: WireRequest) =>
    headers.some(([name]) => name === 'content-type') && /^\{"a":"bad/.test(String(body));
  expect(await smallest(sent, isWrong)).toEqual({
    method: 'POST',
    target: '/api/x',
    headers: [['content-type', 'application/json']],
    body: Buffer.from('{"a":"bad t"}'),
  });
});

it('smallest shrinks raw bytes but keeps "Connection: close"', async () => {
  const raw = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX: bad\r\n\r\n{}';
  const sent: WireRequest = { method: 'GET', target: '/', headers: [], body: null, raw };
  const found = await smallest(sent, async (candidate) => candidate.raw?.includes('X: bad') ?? false);
  expect(found.raw).toBe('GET / HTTP/1.1\r\nConnection: close\r\nX: bad\r\n\r\n{}');
});
