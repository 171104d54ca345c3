import { createHash } from 'node:crypto';
import { entryOf, isMadeFrom, type LogRecord, placed } from '../../../src/domain/transparency/log-entry.js';
import { hashesOfLevel, parseTilePath } from '../../../src/domain/transparency/tile-path.js';
import { sha256 } from '../../../src/modules/transparency/sha256.js';

const SALT = Buffer.alloc(32, 7);
const aRecord = (differing: Partial<LogRecord> = {}): LogRecord => ({
  id: '1',
  ref: 'CB-7K3M-9QXD',
  leaf: { type: 'coa.published', at: '2026-11-26T15:00:00.000Z', file: 'ab' },
  content: { productName: 'Yuzu Seltzer', thcContent: 5 },
  salt: SALT,
  ...differing,
});

it('an entry says what happened, and commits to what was published without saying it', () => {
  const [entry] = placed(sha256, 4, [aRecord()], new Map());
  const record = createHash('sha256')
    .update(SALT)
    .update('{"productName":"Yuzu Seltzer","thcContent":5}')
    .digest('hex');
  expect(entry).toEqual({
    position: 4,
    ref: 'CB-7K3M-9QXD',
    seq: 1,
    file: 'ab',
    text: `{"at":"2026-11-26T15:00:00.000Z","file":"ab","record":"${record}","ref":"CB-7K3M-9QXD","seq":1,"type":"coa.published","v":1}`,
  });
});

it('entries about one certificate are counted, in one batch and over several', () => {
  const records = [aRecord(), aRecord({ ref: 'CB-2' }), aRecord()];
  const entries = placed(sha256, 0, records, new Map([['CB-7K3M-9QXD', 3]]));
  expect(entries.map(({ ref, seq }) => [ref, seq])).toEqual([
    ['CB-7K3M-9QXD', 4],
    ['CB-2', 1],
    ['CB-7K3M-9QXD', 5],
  ]);
});

it.each([{ salt: null }, { content: null }])(
  'what was erased before it was logged is not committed to: %j',
  (erased) => {
    const [entry] = placed(sha256, 0, [aRecord(erased)], new Map());
    expect(JSON.parse(entry?.text ?? '')).not.toHaveProperty('record');
  },
);

it('an entry can be made again from its text, and knows the record that it was made from', () => {
  const records = [
    aRecord(),
    aRecord({ ref: 'CB-2', leaf: { type: 'coa.withdrawn' }, content: null }),
    aRecord({ salt: null }),
  ];
  const entries = placed(sha256, 4, records, new Map());
  expect(entries.map(({ position, text }) => entryOf(position, text))).toEqual(entries);
  expect(entries.map((entry) => records.map((record) => isMadeFrom(sha256, entry, record)))).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ]);
});

describe('the address of a tile', () => {
  it.each([
    ['000', { start: 0, end: 256 }],
    ['067.p/1', { start: 67 * 256, end: 67 * 256 + 1 }],
    ['x001/x234/067.p/255', { start: 1_234_067 * 256, end: 1_234_067 * 256 + 255 }],
  ])('%s', (path, range) => {
    expect(parseTilePath(1, path)).toEqual({ level: 1, ...range });
  });

  it.each([
    '0',
    '1234',
    'x001',
    'x000/067',
    '001/067',
    '067.p/0',
    '067.p/256',
    '067.p/01',
    '067.p',
    '067/',
    '../067',
    '06a',
  ])('is not %s', (path) => {
    expect(parseTilePath(0, path)).toBeNull();
  });
});

// The example of c2sp.org/tlog-tiles.
it('a tree of 70,000 entries has these tiles', () => {
  expect([0, 1, 2, 3].map((level) => hashesOfLevel(70_000, level))).toEqual([273 * 256 + 112, 256 + 17, 1, 0]);
});
