import { affectedLines, listOf } from '../../../src/domain/coa-registry/certificate/affected-lines.js';
import {
  assertPublishable,
  batchNoticeSentence,
  draftNotice,
  type Notice,
  NoticeChanged,
  type NoticeDraft,
  noticeNumber,
  publishNotice,
  redraftNotice,
  SecondPersonPublishes,
  withdrawNotice,
} from '../../../src/domain/coa-registry/certificate/batch-notice.js';
import { noticeEvent } from '../../../src/domain/coa-registry/registry/registry-events.js';
import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { ACTOR, aBatchNotice, aNoticeDraft, NOW } from '../../support/builders.js';

const SECOND = { id: 'sam-id', name: 'sam' };
const LATER = new Date(NOW.getTime() + 60_000);

const draft = (differing: Partial<NoticeDraft> = {}) =>
  draftNotice(aNoticeDraft(differing), 'id', { now: NOW, actor: ACTOR });
const by = (version: number, actor = SECOND, now = LATER) => ({ version, actor, now });
const publish = (notice: Notice, actor = SECOND) =>
  publishNotice(notice, 'CBN-2026-0001', by(notice.version, actor), false);

it('is public once a second person published it, with a number and without who wrote it', () => {
  const notice = publish(draft({ summary: 'Pour it away' }));
  expect(notice).toMatchObject({
    state: 'published',
    number: 'CBN-2026-0001',
    draft: null,
    publishedBy: 'sam',
    version: 2,
  });
  expect(notice.content).toMatchObject({ summary: 'Pour it away.' });
  expect(notice.content).not.toHaveProperty('selection');
});

it('is not published by its author, by an account that the author made, or as another version', () => {
  expect(() => publish(draft(), ACTOR)).toThrow(SecondPersonPublishes);
  expect(() => publishNotice(draft(), 'CBN-2026-0001', by(1), true)).toThrow(SecondPersonPublishes);
  expect(() => publishNotice(draft(), 'CBN-2026-0001', by(2), false)).toThrow(NoticeChanged);
  expect(() => publish(publish(draft()))).toThrow(NoticeChanged);
});

it('keeps its number, its first day, and what is public while an update waits', () => {
  const first = publish(draft());
  const waiting = redraftNotice(first, aNoticeDraft({ summary: 'New.' }), by(2, ACTOR));
  expect(waiting).toMatchObject({ state: 'published', content: first.content, modifiedAt: first.modifiedAt });
  const later = new Date(LATER.getTime() + 60_000);
  const updated = publishNotice(waiting, 'CBN-2026-0002', by(3, SECOND, later), false);
  expect(updated).toMatchObject({ state: 'updated', number: 'CBN-2026-0001', publishedAt: LATER, modifiedAt: later });
  expect(noticeEvent(updated)).toMatchObject({ title: 'Updated: Recall: CBN-2026-0001', at: later });
});

it('ends once, with its reason', () => {
  const ended = withdrawNotice(publish(draft()), 'The recall ended.', by(2));
  expect(ended).toMatchObject({ state: 'withdrawn', withdrawnBy: 'sam', modifiedAt: LATER, number: 'CBN-2026-0001' });
  expect(() => withdrawNotice(ended, 'Again.', by(3))).toThrow(NoticeChanged);
  expect(() => redraftNotice(ended, aNoticeDraft(), by(3))).toThrow(NoticeChanged);
  expect(() => withdrawNotice(draft(), 'Ask sam@mail.example.', by(1))).toThrow(InvalidInput);
  expect(withdrawNotice(draft(), 'Not true.', by(1))).toMatchObject({ number: null, modifiedAt: null });
});

it('is numbered within its year', () => {
  expect([noticeNumber(2026, 6), noticeNumber(2027, 12_344)]).toEqual(['CBN-2026-0007', 'CBN-2027-12345']);
});

it.each([
  [
    'a recall by an authority',
    aBatchNotice(),
    'Example Food Agency (November 2, 2026, number F-0417-2026) says that it is recalled.',
  ],
  [
    'a wrong label',
    aBatchNotice({ kind: 'wrong_label', sourceName: 'The brand', sourceNumber: null }),
    'The brand (November 2, 2026) says that its label is wrong.',
  ],
])('says who says what: %s', (_, notice, said) => {
  expect(batchNoticeSentence(notice)).toBe(
    `Notice about this batch (CBN-2026-0007). ${said} Do not drink it. Take it back to the store.`,
  );
});

it('is about what was found, and about something', () => {
  expect(() => assertPublishable({ batches: [], unknown: ['CB-0000-0000'] })).toThrow(InvalidInput);
  expect(() => assertPublishable({ batches: [], unknown: [] })).toThrow(InvalidInput);
});

describe('a list of batches', () => {
  const read = (text: string) => affectedLines(text).lines;

  it.each([
    ['a reference', 'cb-7k3m-9qxd', [{ reference: 'CB-7K3M-9QXD' }]],
    [
      'brand and batch',
      ' Juniper  & Tide , #C9030 ',
      [{ brandName: 'Juniper & Tide', batchId: '#C9030', productName: null }],
    ],
    [
      'what a spreadsheet pastes',
      'Waxwing\tA-1\tYuzu',
      [{ brandName: 'Waxwing', batchId: 'A-1', productName: 'Yuzu' }],
    ],
    ['commas and quotes', '"Fizz, ""Inc""",A-1', [{ brandName: 'Fizz, "Inc"', batchId: 'A-1' }]],
    [
      'names of columns, and blank lines',
      '\uFEFFBrand,Batch,Product\r\n\r\n,,\r\nWaxwing,A-1\r\n',
      [{ brandName: 'Waxwing' }],
    ],
    ['a batch twice', 'Waxwing,A-1\nWAXWING,a — 1', [{ brandName: 'WAXWING' }]],
  ])('reads %s', (_, text, lines) => {
    expect(read(text)).toEqual(lines.map((line) => expect.objectContaining(line)));
  });

  it.each([
    ['no batch', 'Waxwing'],
    ['a hidden character', 'Waxwing,A\u200b1'],
    ['a noncharacter', 'Waxwing,A\uffff'],
    ['a batch without letter or digit that can be compared', 'Waxwing,\u2800'],
    ['a line of the length of a book', `Waxwing,${' '.repeat(100_000)}A`],
    ['a name that is too long', `${'x'.repeat(201)},A-1`],
  ])('refuses %s and says in which line', (_, line) => {
    const { lines, errors } = affectedLines(`Waxwing,A-1\n${line}`);
    expect(lines).toHaveLength(1);
    expect(errors).toEqual([{ field: 'batches', message: expect.stringMatching(/^Line 2: /) }]);
  });

  it('is written as it is read', () => {
    const named = read('"Fizz, ""Inc""",A-1,Yuzu\nWaxwing,B-2').flatMap((line) => ('batchId' in line ? line : []));
    expect(read(listOf(named))).toEqual(named);
  });
});
