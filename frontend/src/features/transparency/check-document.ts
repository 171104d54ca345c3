import { claimedEntry, type EntryContent, hexOf, sha256, verifyProof } from './verify-proof';

/** What the log says of a document, for each certificate that was published with it. */
export interface DocumentAnswer {
  readonly certificates: readonly LoggedCertificate[];
  /** Whether something that could be about the document is not in the log yet. */
  readonly isWaiting: boolean;
}

interface LoggedCertificate {
  readonly reference: string;
  readonly state: 'published' | 'replaced' | 'withdrawn';
  readonly replacedBy: string | null;
  /** Of the entry that says so. */
  readonly index: number;
}

/** Asks with the first 4 digits of the hash, so that the server learns neither the document nor its whole hash. */
export async function checkDocument(file: Blob): Promise<DocumentAnswer> {
  const hash = hexOf(await sha256(new Uint8Array(await file.arrayBuffer())));
  const [{ entries, isWaiting }, verifierKey] = await Promise.all([
    read(`/log/files/${hash.slice(0, 4)}`).then((response) => response.json() as Promise<Answer>),
    read('/log/vkey').then((response) => response.text()),
  ]);
  const ours = entries
    .map(({ proof }) => ({ proof, content: claimedEntry(proof) }))
    .filter(({ content }) => content.file === hash);
  const verified = await Promise.all(
    ours.map(async ({ proof, content }) => ({ content, index: await verifyProof(proof, verifierKey) })),
  );
  return { certificates: lastOfEach(verified), isWaiting };
}

interface Answer {
  readonly entries: readonly { readonly proof: string }[];
  readonly isWaiting: boolean;
}

async function read(path: string): Promise<Response> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${response.status}: ${path}`);
  return response;
}

const STATES: Readonly<Record<string, LoggedCertificate['state']>> = {
  'coa.superseded': 'replaced',
  'coa.withdrawn': 'withdrawn',
};

/** The last entry of each certificate says what became of it. Those that ended come first. */
function lastOfEach(entries: readonly { content: EntryContent; index: number }[]): readonly LoggedCertificate[] {
  const last = new Map(entries.toSorted((a, b) => a.index - b.index).map((entry) => [entry.content.ref, entry]));
  return [...last.values()]
    .map(({ content: { ref, type, replacedBy = null }, index }) => ({
      reference: ref,
      state: STATES[type] ?? 'published',
      replacedBy,
      index,
    }))
    .sort((a, b) => Number(a.state === 'published') - Number(b.state === 'published'));
}
