import fc from 'fast-check';
import { z } from 'zod';
import { InvalidInput } from '../../src/domain/shared/domain-error.js';
import {
  coaCursorSchema,
  encodeCoaCursor,
} from '../../src/modules/coa-registry/certificate/http/certificate-query.dto.js';
import { labListCursorSchema } from '../../src/modules/coa-registry/review/http/lab-certificate.dto.js';
import { decodeCursor, encodeCursor } from '../../src/platform/http/paging.js';
import { anyText } from '../support/any-text.js';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const milligrams = fc.integer({ min: 0, max: 100_000 }).map((hundredths) => hundredths / 100);
const id = fc.uuid({ version: 4 });

describe('a cursor', () => {
  it('round-trips any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = encodeCursor(value);
        expect(text).toMatch(/^[\w-]+$/); // URL-safe
        expect(JSON.stringify(decodeCursor(text, z.unknown()))).toBe(JSON.stringify(value));
      }),
    );
  });

  it.each(['newest', 'oldest'] as const)('by test date round-trips for sort=%s', (sort) => {
    fc.assert(
      fc.property(day, id, (value, id) => {
        expect(decodeCursor(encodeCoaCursor(sort)({ value, id }), coaCursorSchema(sort))).toEqual({ value, id });
      }),
    );
  });

  it.each(['strongest', 'mildest'] as const)('by strength round-trips for sort=%s', (sort) => {
    fc.assert(
      fc.property(milligrams, id, (value, id) => {
        const text = encodeCoaCursor(sort)({ value, id });
        expect(decodeCursor(text, coaCursorSchema(sort))).toEqual({ value, id });
        expect(text.length).toBeLessThanOrEqual(300); // accepted by the query's schema
      }),
    );
  });

  it('of the queue round-trips as a timestamp', () => {
    const createdAt = new Date('2026-11-20T15:04:05.678Z');
    expect(decodeCursor(encodeCursor({ createdAt, id: ID }), labListCursorSchema)).toEqual({ createdAt, id: ID });
  });
});

describe('an invalid cursor', () => {
  const refuses = (text: string, schema: z.ZodType = coaCursorSchema('newest')) => {
    const fields = [{ field: 'cursor', message: 'This cursor is not for this list. Start again without it' }];
    expect(() => decodeCursor(text, schema)).toThrow(InvalidInput);
    expect(() => decodeCursor(text, schema)).toThrow(expect.objectContaining({ fields }));
  };
  const made = { s: 'newest', v: '2026-10-14', id: ID };

  it('(control) decodes when it is valid', () => {
    expect(decodeCursor(encodeCursor(made), coaCursorSchema('newest'))).toEqual({ value: '2026-10-14', id: ID });
  });

  it.each(['', 'abc', '%', '====', '\0', 'null', '{}', Buffer.from('{"s":').toString('base64url'), 'a'.repeat(10_000)])(
    'is rejected if it cannot be decoded: %j',
    (text) => refuses(text),
  );

  it.each<[string, unknown]>([
    ['null', null],
    ['an array', [made]],
    ['a text', JSON.stringify(made)],
    ['of another order', { ...made, s: 'oldest' }],
    ['of no order', { v: made.v, id: made.id }],
    ['of an order that reaches for prototypes', { ...made, s: '__proto__' }],
    ['with a day that does not exist', { ...made, v: '2026-02-30' }],
    ['with a day that PostgreSQL does not know', { ...made, v: '0000-01-01' }],
    ['with a number for a day', { ...made, v: 20_261_014 }],
    ['with SQL for a day', { ...made, v: "2026-10-14' OR '1'='1" }],
    ['with a moment for a day', { ...made, v: '2026-10-14T00:00:00Z' }],
    ['with an id that is none', { ...made, id: '1' }],
    ['with SQL for an id', { ...made, id: `${ID}'--` }],
    ['with an object for an id', { ...made, id: { $ne: null } }],
  ])('is rejected: %s', (_, value) => refuses(encodeCursor(value)));

  it.each<[string, unknown]>([
    ['a text', '4.82'],
    ['below nothing', -0.01],
    ['more than a container may hold', 1000.01],
    ['null', null],
  ])('by strength is rejected with %s as the amount', (_, v) => {
    refuses(encodeCursor({ s: 'strongest', v, id: ID }), coaCursorSchema('strongest'));
  });

  it.each(['yesterday', '2026-11-20', '2026-13-20T15:04:05Z', 1_795_000_000_000, null, '2026-11-20T15:04:05+99:99'])(
    'of the queue is refused with %j for a moment',
    (createdAt) => refuses(encodeCursor({ createdAt, id: ID }), labListCursorSchema),
  );

  it('is either decoded or rejected, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), anyText()), (text) => {
        refuses(text);
      }),
    );
  });
});
