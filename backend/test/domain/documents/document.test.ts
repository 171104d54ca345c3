import {
  foundDamaged,
  givenUp,
  isOffered,
  LAB_WAITS_MS,
  MAX_READINGS,
  needsBytes,
  newDocument,
  notScanned,
  readAgain,
  readingFailed,
  ready,
  sentAgain,
  takenDown,
  turnedDown,
} from '../../../src/domain/documents/document.js';
import type { StoredDocument } from '../../../src/domain/shared/stored-document.js';

const NOW = new Date('2026-11-20T15:00:00Z');
const LATER = new Date('2026-11-20T15:20:00Z');
const ID = 'a'.repeat(64);

const received = newDocument(ID, 1_000, 'submitter', NOW);
const reading: StoredDocument = { ...received, state: 'reading', leasedUntil: LATER, attempts: 1 };
const read = ready(reading, 2, LATER);
const refused = turnedDown(reading, 'refused', 'active-content', LATER);
const unreadable = turnedDown(reading, 'unreadable', 'password-protected', LATER);
const removed = takenDown(read, 'forged', 'The lab says so', LATER);

describe('the place in the queue', () => {
  it('is later for what labs send than for what people wait for, by ten minutes', () => {
    const ofLab = newDocument(ID, 1_000, 'lab', NOW);
    expect((ofLab.queuedAt?.getTime() ?? 0) - (received.queuedAt?.getTime() ?? 0)).toBe(LAB_WAITS_MS);
    expect(LAB_WAITS_MS).toBe(600_000);
    expect(ofLab.nextAttemptAt).toEqual(NOW);
  });

  it('moves forward when a person sends what a lab sent, and never back', () => {
    const ofLab = newDocument(ID, 1_000, 'lab', NOW);
    const soon = new Date(NOW.getTime() + 1_000);
    expect(sentAgain(ofLab, 'staff', false, soon).queuedAt).toEqual(soon);
    expect(sentAgain(received, 'lab', false, soon).queuedAt).toEqual(NOW);
  });
});

describe('the same file once more', () => {
  it('changes nothing about a document that was read', () => {
    expect(sentAgain(read, 'lab', false, LATER)).toEqual({ ...read, sentAt: LATER });
    expect(needsBytes(read)).toBe(false);
  });

  it('has a refused one read again', () => {
    expect(needsBytes(refused)).toBe(true);
    const again = { state: 'received', refusal: null, attempts: 0 };
    expect(sentAgain(refused, 'submitter', true, LATER)).toMatchObject(again);
    // Refused while it arrived:
    expect(sentAgain(refused, 'submitter', false, LATER)).toEqual({ ...refused, sentAt: LATER });
  });

  it('repairs a damaged one, which keeps its reading', () => {
    const damaged = foundDamaged(read, NOW);
    expect(damaged).toMatchObject({ state: 'ready', damagedAt: NOW });
    expect(needsBytes(damaged)).toBe(true);
    expect(sentAgain(damaged, 'lab', true, LATER)).toMatchObject({ state: 'ready', damagedAt: null, checkedAt: LATER });
  });

  it('has one read that was damaged before it could be', () => {
    const damaged = foundDamaged(reading, NOW);
    expect(damaged).toMatchObject({ state: 'unreadable', refusal: 'damaged', damagedAt: NOW, leasedUntil: null });
    expect(sentAgain(damaged, 'lab', true, LATER)).toMatchObject({ state: 'received', refusal: null, damagedAt: null });
  });

  it('does not bring back one that was taken down', () => {
    expect(needsBytes(removed)).toBe(false);
    expect(needsBytes({ ...removed, damagedAt: NOW })).toBe(false);
    expect(sentAgain(removed, 'staff', true, LATER)).toEqual({ ...removed, sentAt: LATER });
  });
});

describe('a reading that fails for a reason outside of the document', () => {
  it('is repeated after growing delays, and then given up without losing the bytes', () => {
    const delays: number[] = [];
    let document = reading;
    for (let attempts = 1; document.queuedAt !== null; attempts += 1) {
      document = readingFailed({ ...reading, attempts }, NOW);
      if (document.nextAttemptAt) delays.push(document.nextAttemptAt.getTime() - NOW.getTime());
    }
    expect(delays).toHaveLength(MAX_READINGS - 1);
    expect(delays).toEqual(delays.toSorted((a, b) => a - b));
    expect(document).toMatchObject({ state: 'unreadable', refusal: 'reading-failed' });
    expect(isOffered(document)).toBe(false);
    expect(readAgain(document, LATER)).toMatchObject({ state: 'received', attempts: 0 });
  });

  it('is not counted while the scanner cannot be reached', () => {
    const waiting = notScanned({ ...reading, attempts: MAX_READINGS }, NOW);
    expect(waiting).toMatchObject({ state: 'received', attempts: MAX_READINGS - 1, leasedUntil: null });
    expect(waiting.nextAttemptAt?.getTime()).toBeGreaterThan(NOW.getTime());
  });
});

describe('handing out the bytes', () => {
  it.each([
    ['one that was not read yet', received, false],
    ['one that is being read', reading, false],
    ['one that was read', read, true],
    ['one that was read, and is read again', readAgain(read, LATER), true],
    ['one that software checked and could not read', unreadable, true],
    ['one that could not be checked', givenUp(reading, LATER), false],
    ['a refused one', refused, false],
    ['a damaged one', foundDamaged(read, LATER), false],
    ['one that was taken down', removed, false],
  ])('%s', (_, document, offered) => {
    expect(isOffered(document)).toBe(offered);
  });
});

describe('a decision of staff', () => {
  it('queues a document before those of labs', () => {
    expect(readAgain(unreadable, LATER)).toMatchObject({ state: 'received', refusal: null, queuedAt: LATER });
    expect(readAgain(reading, LATER)).toBe(reading);
  });

  it.each([refused, removed])('cannot read again what is gone: $state', (document) => {
    expect(() => readAgain(document, LATER)).toThrow("We don't have this document any more");
  });

  it('takes down any document once, also one that is being read', () => {
    for (const document of [received, reading, read, refused, unreadable, foundDamaged(read, NOW)]) {
      const gone = takenDown(document, 'copyright', 'As asked', LATER);
      expect(gone).toMatchObject({ state: 'removed', removalReason: 'copyright', queuedAt: null, leasedUntil: null });
      expect(gone.refusal).toBeNull();
    }
    expect(() => takenDown(removed, 'copyright', '', LATER)).toThrow();
  });
});
