import type { ReadingResult } from '../../../domain/documents/ports.js';

export type TurnedDown = Exclude<ReadingResult, { outcome: 'ready' }>;

/** Ends a reading. Thrown anywhere in the reading process. */
export class ReadingRefused extends Error {
  constructor(readonly result: TurnedDown) {
    super(result.reason);
  }
}

/** For a document that has active content, or could not be checked for it. */
export const refused = (reason: TurnedDown['reason']) => new ReadingRefused({ outcome: 'refused', reason });

/** For a document that was checked. */
export const unreadable = (reason: TurnedDown['reason']) => new ReadingRefused({ outcome: 'unreadable', reason });
