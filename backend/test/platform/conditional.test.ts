import {
  entityTag,
  hasTag,
  IfMatchMalformed,
  IfMatchMissing,
  parseIfMatch,
} from '../../src/platform/http/conditional.js';

it('formats a version as a strong ETag', () => {
  expect(entityTag(3)).toBe('"v3"');
});

it('of what is shown beside a version, the ETag names it too, and still counts as that version', () => {
  const tags = [[], ['a notice'], ['another notice']].map((beside) => entityTag(3, beside));
  expect(new Set(tags).size).toBe(3);
  for (const tag of tags) expect(parseIfMatch(tag)).toEqual([3]);
});

describe('If-Match', () => {
  it.each<[string, readonly number[] | 'any']>([
    ['"v3"', [3]],
    ['*', 'any'],
    [' * ', 'any'],
    ['"v1", "v2" ,"v10"', [1, 2, 10]],
    [',"v1",, "v2",', [1, 2]],
    ['W/"v3"', []],
    ['W/"v3", "v4"', [4]],
    ['"xyzzy"', []],
    ['"v03"', []],
    ['"v0"', []],
    ['"V3"', []],
    ['""', []],
    ['"v12345678901"', []],
    ['"v3-1f0c9ab2"', [3]],
    ['"v3-"', []],
    ['"v3-1f0c9ab2x"', []],
  ])('%s is read as %j', (header, versions) => {
    expect(parseIfMatch(header)).toEqual(versions);
  });

  it.each([
    '',
    ' ',
    'v3',
    '3',
    '"v3',
    "'v3'",
    '"v3" x',
    '*, "v3"',
    'w/"v3"',
    ','.repeat(16_000),
    `${', '.repeat(8_000)}x`,
  ])('rejects %.20j as malformed', (header) => {
    expect(() => parseIfMatch(header)).toThrow(IfMatchMalformed);
  });

  it('is required', () => {
    expect(() => parseIfMatch(undefined)).toThrow(IfMatchMissing);
  });
});

describe('If-None-Match', () => {
  it.each(['"v3"', 'W/"v3"', '*', '"v1", W/"v3"', '"x","v3"'])('%s matches version 3', (header) => {
    expect(hasTag(header, 'v3')).toBe(true);
  });

  it.each([undefined, '', 'v3', '"v2"', '"v33"', '"V3"', 'nonsense', '"v3'])(
    '%s does not match version 3',
    (header) => {
      expect(hasTag(header, 'v3')).toBe(false);
    },
  );
});
