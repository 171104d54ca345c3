import type { Actor } from '../shared/audit.js';
import type { DocumentReading } from '../shared/document-reading.js';
import { InvalidInput } from '../shared/domain-error.js';
import { Clock, Transactions } from '../shared/ports.js';
import type { PageLines, RemovalReason, StoredDocument } from '../shared/stored-document.js';
import { DocumentNotFound, isOffered, needsBytes, newDocument, readAgain, sentAgain, takenDown } from './document.js';
import { likeness } from './near-copies.js';
import { normalizedWords } from './page-lines.js';
import { DocumentRepository, DocumentStore, type SendingParty, type StoredPage } from './ports.js';
import { UploadQuotas } from './upload-quotas.js';

/** A PDF as it arrives. */
export interface DocumentUpload {
  readonly sha256: string;
  readonly bytes: number;
  /** Checked as it is read: throws when it has another hash or length, or is not a PDF. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** Another document with the same words, or nearly all of them. */
export interface LikeDocument {
  readonly sha256: string;
  readonly likeness: 'same-words' | 'near-copy';
}

/** Maximum candidates that are compared, so that a template that thousands share doesn't make a check slow. */
const SIMILAR_MAX = 100;

/** Use cases of documents: sending, viewing, and taking down. Reading them is in reading-queue.ts. */
export class Documents {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly store: DocumentStore,
    private readonly quotas: UploadQuotas,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes a PDF. Sending the same again changes nothing, repairs a damaged copy, or has a refused one read again.
   * @returns the document, and whether it is the first time that it arrived
   * @throws DocumentQuotaReached, DocumentDigestDiffers, and whatever the content throws; then nothing is kept
   */
  async receive(upload: DocumentUpload, party: SendingParty): Promise<{ document: StoredDocument; isNew: boolean }> {
    const { sha256, bytes, content } = upload;
    return this.quotas.counted(party, bytes, async () => {
      // `sentAt` changes only once the bytes are here, so that a failed upload can't keep a document from being deleted.
      const known = await this.documents.byId(sha256);
      const isStored = needsBytes(known);
      if (isStored) await this.store.write(sha256, bytes, content, known?.damagedAt ? 'replace' : 'keep');
      // A sender who doesn't have the bytes must not learn whether we have them.
      else for await (const _ of content);
      return this.transactions.run(() => this.record(upload, party, known, isStored));
    });
  }

  private async record(
    { sha256, bytes }: DocumentUpload,
    { from, labId, sender }: SendingParty,
    known: StoredDocument | null,
    isStored: boolean,
  ): Promise<{ document: StoredDocument; isNew: boolean }> {
    const now = this.clock.now();
    const added = newDocument(sha256, bytes, from, now);
    const existing = await this.documents.addOrLock(added, sender);
    // Its bytes were deleted too. The transaction rolls the new row back, and the sender can try again.
    if (existing === null && !isStored) throw new Error('The document was deleted while it was sent again');
    const document = existing ? await this.mergeInto(existing, from, known, isStored, now) : added;
    if (labId !== null) await this.documents.addLab(sha256, labId);
    return { document, isNew: existing === null };
  }

  /** The document was decided about while the bytes arrived, so they are no longer needed. */
  private async mergeInto(
    existing: StoredDocument,
    from: SendingParty['from'],
    known: StoredDocument | null,
    isStored: boolean,
    now: Date,
  ): Promise<StoredDocument> {
    const isGone = existing.state === 'removed' || (existing.state === 'refused' && known?.state !== 'refused');
    if (isStored && isGone) await this.store.remove(existing.id);
    const document = sentAgain(existing, from, isStored && !isGone, now);
    await this.documents.save(document, null);
    return document;
  }

  /** @throws DocumentNotFound */
  async document(sha256: string): Promise<StoredDocument> {
    const found = await this.documents.byId(sha256);
    if (!found) throw new DocumentNotFound();
    return found;
  }

  /** Null if it never arrived, or was deleted because nothing referred to it. */
  byId(sha256: string): Promise<StoredDocument | null> {
    return this.documents.byId(sha256);
  }

  /** Several at once; those that don't exist are left out. */
  byIds(sha256s: readonly string[]): Promise<readonly StoredDocument[]> {
    return this.documents.byIds(sha256s);
  }

  /** Whether this lab sent it, alone or among others. */
  isOfLab(sha256: string, labId: string): Promise<boolean> {
    return this.documents.isOfLab(sha256, labId);
  }

  /** A document that this lab sent. @throws DocumentNotFound for one of others, too */
  async ofLab(sha256: string, labId: string): Promise<StoredDocument> {
    if (!(await this.isOfLab(sha256, labId))) throw new DocumentNotFound();
    return this.document(sha256);
  }

  /** What software read from it; null until it is ready, and when it can't be read. */
  readingOf(sha256: string): Promise<DocumentReading | null> {
    return this.documents.reading(sha256);
  }

  /**
   * All its text, normalized as {@link normalizedWords} does: for checks such as "the batch is not in the document". Empty for
   * a document without text.
   */
  async wordsOf(sha256: string): Promise<string> {
    const pages = await this.documents.lines(sha256);
    return normalizedWords(pages.flatMap(({ lines }) => lines.map(({ text }) => text)).join(' '));
  }

  /** @throws DocumentNotFound if there is no such page, or it was not read */
  async page(sha256: string, number: number): Promise<StoredPage> {
    const page = await this.documents.page(sha256, number);
    if (!page) throw new DocumentNotFound();
    return page;
  }

  /** @throws DocumentNotFound if there is no such page, or it was not read */
  async pageLines(sha256: string, number: number): Promise<PageLines> {
    const page = await this.documents.pageLines(sha256, number);
    if (!page) throw new DocumentNotFound();
    return page;
  }

  /** Its bytes in pieces. @throws DocumentNotFound unless it was checked, is kept, and is intact */
  async content(sha256: string): Promise<{ document: StoredDocument; content: AsyncIterable<Uint8Array> }> {
    const document = await this.document(sha256);
    if (!isOffered(document)) throw new DocumentNotFound();
    return { document, content: this.store.read(sha256) };
  }

  /** Other documents with the same words, or nearly the same. Refused and removed ones are not compared. */
  async othersLike(sha256: string): Promise<readonly LikeDocument[]> {
    const reading = await this.documents.reading(sha256);
    if (!reading) return [];
    const others = await this.documents.similarTo(sha256, SIMILAR_MAX);
    return others.flatMap((other) => {
      const like = likeness(reading.fingerprint, other);
      return like ? [{ sha256: other.id, likeness: like }] : [];
    });
  }

  /**
   * Checks that a certificate may refer to a document, and keeps it from being deleted or taken down until the transaction
   * ends. Call it in the transaction that stores the reference.
   * @throws InvalidInput if it does not exist, or was refused or removed
   */
  async assertUsable(sha256: string): Promise<void> {
    const document = await this.documents.forReference(sha256);
    if (!document) throw notThere();
    if (document.state === 'refused') throw unusable('We refused this document. Send another PDF');
    if (document.state === 'removed') throw unusable('We took this document down. Send another PDF');
  }

  /**
   * A document, kept from being deleted or taken down until the transaction ends. Null if there is none. For decisions that
   * depend on its state.
   */
  forReference(sha256: string): Promise<StoredDocument | null> {
    return this.documents.forReference(sha256);
  }

  /** Reads a document again. @throws DocumentNotFound, DocumentNotKept */
  readAgain(sha256: string, actor: Actor): Promise<StoredDocument> {
    return this.change(sha256, actor, 'document.read-again', (document, now) => readAgain(document, now));
  }

  /**
   * Deletes the bytes, pictures and reading of a document. Its hash, the reason and the audit entry stay.
   * @param note for other staff; the public reads the sentence of the reason
   * @throws DocumentNotFound, DocumentNotKept
   */
  takeDown(sha256: string, reason: RemovalReason, note: string, actor: Actor): Promise<StoredDocument> {
    return this.transactions.run(async () => {
      const document = await this.change(sha256, actor, 'document.removed', (before, now) =>
        takenDown(before, reason, note, now),
      );
      await this.documents.removeReading(sha256);
      await this.store.remove(sha256);
      return document;
    });
  }

  private change(
    sha256: string,
    actor: Actor,
    action: string,
    to: (document: StoredDocument, now: Date) => StoredDocument,
  ): Promise<StoredDocument> {
    return this.transactions.run(async () => {
      const before = await this.documents.forUpdate(sha256);
      if (!before) throw new DocumentNotFound();
      const at = this.clock.now();
      const after = to(before, at);
      await this.documents.save(after, {
        at,
        actor,
        action,
        subject: `document:${sha256}`,
        before: auditFields(before),
        after: auditFields(after),
      });
      return after;
    });
  }
}

const unusable = (message: string) => new InvalidInput([{ field: 'documentSha256', message }]);

/** For a sender who did not upload the document, whether or not someone else did. */
export const notThere = () => unusable("We don't have this document from you. Send the PDF first, then refer to it");

const auditFields = ({ state, refusal, removalReason, removalNote }: StoredDocument) => ({
  state,
  refusal,
  ...(removalReason && { reason: removalReason, note: removalNote }),
});

/**
 * Contexts that refer to documents listen here. Called in the transaction that ends a reading, so a listener's writes commit
 * with it, and its failure rolls it back. Documents are locked before certificates everywhere, and this one stays locked
 * until the listener returns, so a listener only queues work.
 */
export class DocumentListeners {
  private readonly listeners: ((document: StoredDocument) => Promise<void>)[] = [];

  /**
   * Call it when the application starts.
   * @param wasRead takes a document that became ready, refused or unreadable
   */
  register(wasRead: (document: StoredDocument) => Promise<void>): void {
    this.listeners.push(wasRead);
  }

  async wasRead(document: StoredDocument): Promise<void> {
    for (const listener of this.listeners) await listener(document);
  }
}
