import { ApiError } from '../../api/api';
import type { DocumentReadingDto } from '../../api/generated/types.gen';
import type { FoundValue } from './prefill';
import { type FileProblem, type HashedFile, hashFile, UnusableFile, uploadDocument } from './upload-document';

/** What the server knows about a document that was sent. */
export interface SentDocument
  extends Pick<DocumentReadingDto, 'sha256' | 'bytes' | 'state' | 'pageCount' | 'pages' | 'refusal' | 'rows'> {
  readonly fields: readonly FoundValue[];
  /** Values of one field of which a person chooses. */
  readonly candidates: readonly FoundValue[];
}

/** Whether it can be viewed, and is sent with the form. */
export const isAttached = ({ state }: SentDocument) => state === 'ready' || state === 'unreadable';

/** The token that lets the sender see an unpublished document; absent if a session does. */
type Access = string | undefined;

/** The progress of a document. */
export type DocumentState =
  | { readonly step: 'unusable'; readonly name: string; readonly problem: FileProblem }
  | { readonly step: 'hashing'; readonly name: string }
  | { readonly step: 'sending'; readonly name: string; readonly file: HashedFile; readonly share: number }
  | {
      readonly step: 'reading';
      readonly name: string;
      readonly file: HashedFile;
      readonly access: Access;
      readonly isSlow: boolean;
    }
  | {
      readonly step: 'read';
      readonly name: string;
      readonly file: HashedFile;
      readonly document: SentDocument;
      readonly access: Access;
    }
  | {
      readonly step: 'failed';
      readonly name: string;
      readonly file: HashedFile;
      readonly error: unknown;
      /** The server has it; only its reading could not be fetched. */
      readonly sent?: { readonly access: Access };
    };

export interface DocumentCalls {
  put: (sha256: string) => string;
  get: (sha256: string, access: Access, signal: AbortSignal) => Promise<SentDocument>;
}

interface Progress {
  onState: (state: DocumentState) => void;
  signal: AbortSignal;
}

/** Hashes a file, sends it, and waits until the server has read it. Reports every step, and never throws. */
export async function sendFile(source: File, calls: DocumentCalls, progress: Progress): Promise<void> {
  const { name } = source;
  const report = reporter(progress);
  report({ step: 'hashing', name });
  try {
    await sendHashed(await hashFile(source), calls, progress);
  } catch (error) {
    report({ step: 'unusable', name, problem: error instanceof UnusableFile ? error.problem : 'not-readable' });
  }
}

/** Continues where it failed. A document that the server has is not sent again, unless it was deleted there. */
export async function retrySending(
  { file, sent }: Extract<DocumentState, { step: 'failed' }>,
  calls: DocumentCalls,
  progress: Progress,
): Promise<void> {
  if (!sent) return sendHashed(file, calls, progress);
  try {
    await awaitReading(file, sent.access, calls, progress);
  } catch (error) {
    if (isForgotten(error)) return sendHashed(file, calls, progress);
    reporter(progress)({ step: 'failed', name: file.name, file, error, sent });
  }
}

/** The access has ended, or the document was deleted because nothing referred to it. */
const isForgotten = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 429;

async function sendHashed(file: HashedFile, calls: DocumentCalls, progress: Progress): Promise<void> {
  const { name } = file;
  const report = reporter(progress);
  let sent: { access: Access } | undefined;
  try {
    report({ step: 'sending', name, file, share: 0 });
    const { access } = await uploadDocument<{ access?: string }>(file, {
      put: calls.put,
      signal: progress.signal,
      onProgress: (share) => report({ step: 'sending', name, file, share }),
    });
    sent = { access };
    await awaitReading(file, access, calls, progress);
  } catch (error) {
    report({ step: 'failed', name, file, error, ...(sent && { sent }) });
  }
}

/** The first poll is early, because most documents take a second. */
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 5000;
/** After this many polls, the sender is told that it takes longer. */
const SLOW_AFTER = 8;
const FAILURES_IN_A_ROW = 4;

async function awaitReading(file: HashedFile, access: Access, calls: DocumentCalls, progress: Progress) {
  const { name } = file;
  const report = reporter(progress);
  let failures = 0;
  for (let attempt = 0, wait = FIRST_WAIT_MS; ; attempt++, wait = Math.min(wait * 1.5, LONGEST_WAIT_MS)) {
    report({ step: 'reading', name, file, access, isSlow: attempt >= SLOW_AFTER });
    await pause(wait, progress.signal);
    try {
      const document = await calls.get(file.sha256, access, progress.signal);
      if (isRead(document)) return report({ step: 'read', name, file, document, access });
      failures = 0;
    } catch (error) {
      if (isForgotten(error) || ++failures >= FAILURES_IN_A_ROW) throw error;
    }
  }
}

const isRead = ({ state }: SentDocument) => state !== 'received' && state !== 'reading';

/** Reports nothing once the document was replaced or removed. */
const reporter =
  ({ onState, signal }: Progress) =>
  (state: DocumentState) => {
    if (!signal.aborted) onState(state);
  };

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  signal.throwIfAborted();
  const timer = setTimeout(resolve, milliseconds);
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    reject(signal.reason);
  });
  return promise;
}
