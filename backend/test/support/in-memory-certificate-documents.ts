import {
  type CertificateDocument,
  type DocumentState,
  isRead,
} from '../../src/domain/coa-registry/certificate/certificate-document.js';
import type { Uploader } from '../../src/domain/coa-registry/certificate/evidence.js';
import type { CertificateDocuments, ReadDocument } from '../../src/domain/coa-registry/certificate/ports.js';
import { likeness } from '../../src/domain/documents/near-copies.js';
import { normalizedWords } from '../../src/domain/documents/page-lines.js';
import type { DocumentReading } from '../../src/domain/shared/document-reading.js';
import { InvalidInput } from '../../src/domain/shared/domain-error.js';
import { REFUSAL_SENTENCES, REMOVAL_SENTENCES } from '../../src/domain/shared/stored-document.js';
import { NOW } from './builders.js';
import { aReading } from './document-readings.js';

/** Documents as the registry sees them. */
export class InMemoryCertificateDocuments implements CertificateDocuments {
  private readonly documents = new Map<string, CertificateDocument>();
  private readonly readings = new Map<string, Pick<ReadDocument, 'reading' | 'text'>>();

  /**
   * Stores a document that software has read, unless the state says otherwise. One that is read again keeps what was read
   * before.
   */
  put(sha256: string, state: DocumentState = 'ready', reading = aReading(), text = ''): void {
    if (state === 'ready') this.readings.set(sha256, { reading, text: normalizedWords(text) });
    else if (isRead({ state })) this.readings.delete(sha256);
    const stands = this.readings.get(sha256)?.reading;
    const isTurnedDown = state === 'refused' || state === 'unreadable';
    const known = isTurnedDown ? null : (this.documents.get(sha256)?.pageCount ?? null);
    this.documents.set(sha256, {
      sha256,
      bytes: 1000,
      state,
      receivedAt: NOW,
      receivedFrom: 'submitter',
      damaged: false,
      pageCount: stands?.pageCount ?? known,
      pages: stands?.pages ?? [],
      qrCodes: stands?.qrCodes.map(({ text }) => text) ?? [],
      refusal: isTurnedDown ? { code: 'damaged', message: REFUSAL_SENTENCES.damaged } : null,
      removal: state === 'removed' ? { reason: REMOVAL_SENTENCES['personal-data'], at: NOW } : null,
    });
  }

  async byId(sha256: string): Promise<CertificateDocument | null> {
    return this.documents.get(sha256) ?? null;
  }

  async statesOf(sha256s: readonly string[]): Promise<ReadonlyMap<string, DocumentState>> {
    const found = sha256s.flatMap((sha256) => this.documents.get(sha256) ?? []);
    return new Map(found.map(({ sha256, state }) => [sha256, state]));
  }

  async readingOf(sha256: string): Promise<DocumentReading | null> {
    return this.readings.get(sha256)?.reading ?? null;
  }

  async read(sha256: string): Promise<ReadDocument | null> {
    const read = this.readings.get(sha256);
    const document = this.documents.get(sha256);
    if (!read || !document) return null;
    return { receivedAt: document.receivedAt, ...read, others: this.othersLike(sha256, read.reading) };
  }

  private othersLike(sha256: string, { fingerprint }: DocumentReading): ReadDocument['others'] {
    return [...this.readings].flatMap(([other, { reading }]) => {
      if (other === sha256 || this.documents.get(other)?.state !== 'ready') return [];
      const like = likeness(fingerprint, reading.fingerprint);
      return like ? [{ sha256: other, likeness: like }] : [];
    });
  }

  private readonly uploaders = new Map<string, Set<string>>();

  /** Until a document has an uploader, everyone counts as one. */
  addUploader(sha256: string, uploader: Uploader): void {
    const known = this.uploaders.get(sha256) ?? new Set();
    this.uploaders.set(sha256, known.add(JSON.stringify(uploader)));
  }

  async isUploadedBy(sha256: string, uploader: Uploader): Promise<boolean> {
    const known = this.uploaders.get(sha256);
    return known ? known.has(JSON.stringify(uploader)) : this.documents.has(sha256);
  }

  async assertUsable(sha256: string, uploader: Uploader | null): Promise<void> {
    const document = this.documents.get(sha256);
    const isTheirs = uploader === null || (await this.isUploadedBy(sha256, uploader));
    if (isTheirs && document && (!isRead(document) || document.state === 'ready' || document.state === 'unreadable'))
      return;
    throw new InvalidInput([{ field: 'documentSha256', message: "We don't have this document" }]);
  }

  async lockState(sha256: string): Promise<DocumentState | null> {
    return this.documents.get(sha256)?.state ?? null;
  }
}
