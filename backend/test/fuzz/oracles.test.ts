import { MARK, PERSONAL } from './corpora.js';
import { operation } from './document.js';
import { roundTripViolations } from './echoes.js';
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
import { Random } from './random.js';
import { smallest } from './shrinking.js';
import type { WireRequest, WireResponse } from './wire.js';

/** Each verdict is given a good answer, which it passes, and bad ones, which it does not. */

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

describe('a problem', () => {
  it('passes when it is one', () => expect(problemViolations(problem())).toEqual([]));

  it.each<[string, WireResponse]>([
    ['of another type', problem({}, { 'content-type': 'application/json; charset=utf-8' })],
    ['that is no JSON', { ...problem(), body: Buffer.from('<html>') }],
    ['with a field left out', problem({ title: undefined })],
    ['with a field that is not documented', problem({ stack: 'at x' })],
    ['with another status', problem({ status: 404 })],
    ['that no page explains', problem({ type: '/problems/made-up' })],
    ['that says nothing', problem({ detail: '', error: '' })],
    ['that says two things', problem({ error: 'Another' })],
    ['of another request', problem({}, { 'x-request-id': 'two' })],
    ['that tells how we work', problem({ detail: 'QueryFailedError', error: 'QueryFailedError' })],
    ['that does not say when to come back', problem({ status: 429 }, {}, 429)],
  ])('fails %s', (_, response) => expect(problemViolations(response)).toHaveLength(1));
});

describe('any answer', () => {
  it('fails with a status of ours', () => {
    expect(responseViolations(problem({ status: 500 }, {}, 500))).toContain('status 500');
    expect(responseViolations(problem({ status: 503 }, { 'retry-after': '5' }, 503))).toContain('status 503');
  });

  it('fails with a header that was written into a text', () => {
    expect(responseViolations(json({}, { [MARK]: 'yes' }))).toEqual([`an injected header: ${MARK}`]);
    expect(responseViolations(json({}, { 'set-cookie': `${MARK}=1` }))).toEqual(['an injected header: set-cookie']);
    expect(responseViolations(json({}, { 'set-cookie': 'theme=dark' }))).toEqual([]);
  });

  it('fails without a problem, unless it is a page that there is not', () => {
    const page = { status: 404, headers: { 'content-type': 'text/html; charset=utf-8' }, body: Buffer.from('<html>') };
    expect(responseViolations(page)).toEqual([]);
    expect(responseViolations({ ...page, status: 400 })).toHaveLength(1);
  });
});

describe('the document', () => {
  const session = operation('getAgeVerificationStatus');
  const list = operation('listCoas');
  const counted = { 'x-total-count': '1', 'x-total-count-relation': 'eq' };

  it('is kept by an answer of its shape', () => {
    expect(contractViolations(session, 'GET', json({ verified: true }))).toEqual([]);
    expect(contractViolations(list, 'GET', json([], counted))).toEqual([]);
    expect(
      contractViolations(operation('signOut'), 'DELETE', { ...json(''), status: 204, body: Buffer.alloc(0) }),
    ).toEqual([]);
  });

  it.each<[string, readonly string[]]>([
    ['a status that it does not name', contractViolations(session, 'GET', json({ verified: true }, {}, 201))],
    ['a field that it does not name', contractViolations(session, 'GET', json({ verified: true, by: 'me' }))],
    ['a field left out', contractViolations(session, 'GET', json({}))],
    ['a value of another type', contractViolations(session, 'GET', json({ verified: 'yes' }))],
    [
      'content of another type',
      contractViolations(session, 'GET', json({ verified: true }, { 'content-type': 'text/html; charset=utf-8' })),
    ],
    [
      'content without its characters named',
      contractViolations(session, 'GET', json({ verified: true }, { 'content-type': 'application/json' })),
    ],
    ['content that is no JSON', contractViolations(session, 'GET', { ...json(''), body: Buffer.from('{') })],
    [
      'content that is no UTF-8',
      contractViolations(session, 'GET', { ...json(''), body: Buffer.from([0x22, 0xff, 0x22]) }),
    ],
    ['a header left out', contractViolations(list, 'GET', json([], { 'x-total-count': '1' }))],
    ['a header of another kind', contractViolations(list, 'GET', json([], { ...counted, 'x-total-count': 'many' }))],
    ['content where there is none', contractViolations(operation('signOut'), 'DELETE', json({}, {}, 204))],
    ['a field of a thing in a list', contractViolations(operation('listAccounts'), 'GET', json([{ id: 1 }]))],
  ])('is broken by %s', (_, violations) => expect(violations).toHaveLength(1));
});

it('somebody who may not is refused, and nothing else', () => {
  expect([401, 403, 400, 429].flatMap(authorizationViolations)).toEqual([]);
  for (const status of [200, 204, 304, 404, 409, 500]) expect(authorizationViolations(status)).toHaveLength(1);
});

describe('a page', () => {
  it('passes when it shows texts as texts', () => {
    const text = `&lt;${MARK}&gt; " ${MARK}="1 javascript:${MARK}()`;
    const data = `<script type="application/ld+json">{"name":"\\u003c${MARK}>"}</script>`;
    expect(
      htmlViolations(`<!doctype html><title>${text}</title><p title="&quot; ${MARK}=1">${text}${data}</p>`),
    ).toEqual([]);
    expect(htmlViolations('<img src="data:image/png;base64,AA">')).toEqual([]);
  });

  it.each([
    ['an element', `<p><${MARK}></p>`],
    ['an element in a template', `<template><${MARK}></template>`],
    ['an attribute', `<p title="" ${MARK}="1">`],
    ['a script', `<script>${MARK}()</script>`],
    ['data that somebody ended', '<script type="application/json">{"a":"</script>"}'],
    ['a link that runs', `<a href=" javascript:${MARK}()">a</a>`],
    ['an address of data', '<iframe src="data:text/html,a"></iframe>'],
  ])('fails with %s', (_, html) => expect(htmlViolations(html).length).toBeGreaterThan(0));

  it('is looked at when it is what an operation answers with', () => {
    const response = json('', { 'content-type': 'text/html; charset=utf-8' });
    expect(contentViolations({ ...response, body: Buffer.from(`<${MARK}>`) })).toHaveLength(1);
    const lines = json('', { 'content-type': 'application/x-ndjson; charset=utf-8' });
    expect(contentViolations({ ...lines, body: Buffer.from('{}\n{\n') })).toHaveLength(1);
    const table = json('', { 'content-type': 'text/csv; charset=utf-8' });
    expect(contentViolations({ ...table, body: Buffer.from('a\r\n=1+1\r\n') })).toHaveLength(1);
  });
});

it('a feed is well-formed, and has no element of a text', () => {
  expect(xmlViolations(`<a><b>&lt;${MARK}&gt;</b></a>`)).toEqual([]);
  for (const xml of [`<a><${MARK}/></a>`, `<a ${MARK}="1"/>`, '<a><b></a>', '<a>\u0001</a>', '<a>&</a>']) {
    expect(xmlViolations(xml).length).toBeGreaterThan(0);
  }
});

describe('a table', () => {
  it('is read as RFC 4180 says', () => {
    expect(cellsOf('a,"b ""c"", d"\r\n"e\r\nf",\r\n')).toEqual([
      ['a', 'b "c", d'],
      ['e\r\nf', ''],
    ]);
  });

  it('passes when no cell runs', () => expect(csvViolations("a,b\r\n'=1+1,2\r\n")).toEqual([]));

  it.each(['=1+1', '+1', '-1', '@A1', '\t=1', '"\r=1"', '"=1"'])('fails with the cell %j', (cell) => {
    expect(csvViolations(`a,b\r\n1,${cell}\r\n`)).toHaveLength(1);
  });

  it('fails with a row of another width, or a quote that nothing ends', () => {
    expect(csvViolations('a,b\r\n1\r\n')).toHaveLength(1);
    expect(csvViolations('a,b\r\n1,"2\r\n')).toHaveLength(1);
  });
});

describe('a line of the log', () => {
  it('passes as one object', () => {
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
  ])('fails as %j', (line) => expect(logViolations(line)).toHaveLength(1));
});

describe('a letter', () => {
  const email = (differing: object = {}) =>
    emailViolations({
      headers: [],
      to: [{ address: 'a@b.example', name: '' }],
      html: '<p>',
      attachments: [],
      ...differing,
    } as never);

  it('passes to one person', () => expect(email()).toEqual([]));

  it.each<[string, object]>([
    ['a header of a text', { headers: [{ key: MARK, value: 'yes' }] }],
    ['two recipients', { to: [{ address: 'a@b.example' }, { address: 'c@d.example' }] }],
    ['a copy', { bcc: [{ address: 'c@d.example' }] }],
    ['a subject of two lines', { subject: 'a\nb' }],
    ['an element of a text', { html: `<${MARK}>` }],
    ['a file', { attachments: [{ mimeType: 'text/html' }] }],
  ])('fails with %s', (_, differing) => expect(email(differing)).toHaveLength(1));
});

describe('what is read back', () => {
  it('is as it was sent, but for spaces around', () => {
    expect(roundTripViolations({ notes: ' a ', reason: '' }, { notes: 'a', reason: null })).toEqual([]);
    expect(roundTripViolations({ name: 'a  b' }, { name: 'a b' })).toEqual([]);
    expect(roundTripViolations({ brandName: 'WAXWING' }, { brandName: 'Waxwing' })).toEqual([]);
    expect(roundTripViolations({ reason: 'a' }, { withdrawalReason: 'a' }, { reason: 'withdrawalReason' })).toEqual([]);
  });

  it.each([
    ['cut', 'abc', 'ab'],
    ['gone', 'abc', null],
    ['folded where nothing says so', 'a  b', 'a b'],
    ['spelt otherwise', 'e\u0301', 'é'],
    ['escaped', '<a>', '&lt;a&gt;'],
    ['replaced', 'a\u0001', 'a\ufffd'],
  ])('fails when it is %s', (_, sent, found) => {
    expect(roundTripViolations({ notes: sent }, { notes: found })).toHaveLength(1);
  });

  it('may lose what cannot be seen in a text of several lines only', () => {
    expect(roundTripViolations({ notes: '\u202ea' }, { notes: 'a' })).toEqual([]);
    expect(roundTripViolations({ labReportId: '\u202ea' }, { labReportId: 'a' })).toHaveLength(1);
  });
});

describe('choices', () => {
  const some = (seed: number, stream: number) => {
    const random = new Random(seed, stream);
    return Array.from({ length: 8 }, () => random.below(1_000_000));
  };

  it('are the same for the same seed, and others for others', () => {
    expect(some(1, 7)).toEqual(some(1, 7));
    expect(some(1, 7)).not.toEqual(some(2, 7));
    expect(some(1, 7)).not.toEqual(some(1, 8));
  });
});

it('a request that fails is made as small as it can be', async () => {
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

it('bytes are made fewer header by header, and still make the server hang up', async () => {
  const raw = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX: bad\r\n\r\n{}';
  const sent: WireRequest = { method: 'GET', target: '/', headers: [], body: null, raw };
  const found = await smallest(sent, async (candidate) => candidate.raw?.includes('X: bad') ?? false);
  expect(found.raw).toBe('GET / HTTP/1.1\r\nConnection: close\r\nX: bad\r\n\r\n{}');
});
