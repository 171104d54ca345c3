import type { z } from 'zod';
import { DocumentReader, type ReadingResult } from '../../../domain/documents/ports.js';
import { ChildAnswer } from './child-answer.schema.js';
import { FRAME, type Frame } from './frames.js';
import { READING_LIMITS } from './limits.js';
import { isPngWithin } from './png.js';
import { type ReadingCode, type ReadingEnd, runReading } from './reading-process.js';

/** Reads each document in a separate process (decision 0046). The queue reads one at a time. */
export class ChildProcessDocumentReader extends DocumentReader {
  /**
   * @param code where the process's code is; tests run theirs from sources
   * @param started told the number of each process, for those who measure it
   */
  constructor(
    private readonly code?: ReadingCode,
    private readonly started?: (pid: number) => void,
  ) {
    super();
  }

  async read(content: Uint8Array): Promise<ReadingResult> {
    return resultOf(await runReading(content, this.code, this.started));
  }
}

/**
 * What the end of a process means for the document. The document may have taken control of the process, so its output
 * is validated like any other input.
 * @throws Error if the process failed for a reason outside of the document
 */
function resultOf({ frames, how, errors }: ReadingEnd): ReadingResult {
  if (how === 'ended-from-outside' || how === 'starved' || frames[0]?.kind !== FRAME.started)
    throw new Error(`The reading process failed: ${how} ${errors}`.trim());
  const isChecked = frames.some(({ kind }) => kind === FRAME.checked);
  const tooComplex: ReadingResult = { outcome: isChecked ? 'unreadable' : 'refused', reason: 'too-complex' };
  const last = frames.at(-1);
  if (how !== 'finished' || last?.kind !== FRAME.result) return tooComplex;
  const answer = answerIn(last.content);
  if (!answer) return tooComplex;
  if (answer.outcome !== 'ready') return isChecked ? answer : { ...answer, outcome: 'refused' };
  const { reading, pages } = answer;
  const pictures = picturesIn(frames);
  if (!isChecked || pictures?.length !== pages.length) return tooComplex;
  return {
    outcome: 'ready',
    reading,
    pages: pages.map((page, index) => ({ ...page, png: pictures[index] as Uint8Array })),
  };
}

/**
 * @returns null if it is not valid. Text that is not JSON makes the parser throw, and so can a very long list of
 * errors.
 */
function answerIn(json: Buffer): z.infer<typeof ChildAnswer> | null {
  try {
    return ChildAnswer.parse(JSON.parse(json.toString('utf8')));
  } catch {
    return null;
  }
}

/** @returns null if one of them is not a picture that a page may have */
function picturesIn(frames: readonly Frame[]): Uint8Array[] | null {
  const pictures = frames.filter(({ kind }) => kind === FRAME.picture).map(({ content }) => content);
  return pictures.every((picture) => isPngWithin(picture, READING_LIMITS.pixels)) ? pictures : null;
}
