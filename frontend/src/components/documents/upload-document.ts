import { ApiError, apiErrorOf } from '../../api/api';

/** [decision 0045] The server refuses larger ones. */
export const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024;

/** Why a file can't be sent, known before sending it. */
export type FileProblem = 'too-large' | 'not-a-pdf' | 'not-readable' | 'not-secure';

/** A file that can't be sent. */
export class UnusableFile extends Error {
  constructor(readonly problem: FileProblem) {
    super(problem);
    this.name = 'UnusableFile';
  }
}

/** A PDF in memory, with its hash, so that the hashed content is sent, even if the file changes meanwhile. */
export interface HashedFile {
  readonly name: string;
  readonly content: ArrayBuffer;
  /** SHA-256 in lower-case hex. */
  readonly sha256: string;
  /** For `Content-Digest`. */
  readonly digest: string;
}

/** Reads and hashes a PDF. @throws UnusableFile */
export async function hashFile(file: File): Promise<HashedFile> {
  if (file.size > MAX_DOCUMENT_BYTES) throw new UnusableFile('too-large');
  const content = await file.arrayBuffer().catch(() => {
    throw new UnusableFile('not-readable');
  });
  if (!isPdf(content)) throw new UnusableFile('not-a-pdf');
  // Browsers hash on secure pages only.
  if (!globalThis.crypto?.subtle) throw new UnusableFile('not-secure');
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  return {
    name: file.name,
    content,
    sha256: Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join(''),
    digest: `sha-256=:${btoa(String.fromCharCode(...hash))}:`,
  };
}

const SIGNATURE = '%PDF-';

const isPdf = (content: ArrayBuffer) =>
  String.fromCharCode(...new Uint8Array(content, 0, Math.min(content.byteLength, SIGNATURE.length))) === SIGNATURE;

export interface UploadOptions {
  /** Address of the document with this hash, for `PUT`. */
  put: (sha256: string) => string;
  /** From 0 to 1, as the connection takes the bytes. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/** The upload fails if the connection accepts nothing for this long. */
const STALLED_AFTER_MS = 60_000;

/**
 * Sends a document with its hash. `fetch` can't report how much of a request was sent.
 * @returns the body of the server's answer
 * @throws ApiError for anything but success; its status is 0 if the connection failed
 */
export function uploadDocument<Answer>(file: HashedFile, { put, onProgress, signal }: UploadOptions): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const request = new XMLHttpRequest();
  const lost = () =>
    reject(new ApiError(0, "We can't reach the site. Check your connection and try again.", undefined, []));
  let stalled: ReturnType<typeof setTimeout> | undefined;
  const expectProgress = () => {
    clearTimeout(stalled);
    stalled = setTimeout(() => request.abort(), STALLED_AFTER_MS);
  };
  request.open('PUT', put(file.sha256));
  request.setRequestHeader('Content-Type', 'application/pdf');
  request.setRequestHeader('Content-Digest', file.digest);
  request.upload.onprogress = ({ loaded, total }) => {
    expectProgress();
    onProgress?.(total > 0 ? loaded / total : 0);
  };
  request.onload = () => {
    const body = parsed(request.responseText);
    if (request.status === 200 || request.status === 201) resolve(body as Answer);
    else reject(apiErrorOf(responseOf(request), body));
  };
  request.onerror = lost;
  request.onabort = lost;
  request.onloadend = () => clearTimeout(stalled);
  signal?.addEventListener('abort', () => request.abort(), { once: true });
  expectProgress();
  request.send(file.content);
  return promise;
}

function responseOf(request: XMLHttpRequest) {
  const retryAfter = request.getResponseHeader('retry-after');
  return {
    status: request.status,
    statusText: request.statusText,
    headers: new Headers(retryAfter ? { 'retry-after': retryAfter } : {}),
  };
}

/** Something between us and the server may answer with text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
