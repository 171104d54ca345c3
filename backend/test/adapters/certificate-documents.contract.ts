import type { Uploader } from '../../src/domain/coa-registry/certificate/evidence.js';
import type { CertificateDocuments } from '../../src/domain/coa-registry/certificate/ports.js';
import type { DocumentReading } from '../../src/domain/shared/document-reading.js';
import { InvalidInput } from '../../src/domain/shared/domain-error.js';
import { type DocumentState, REFUSAL_SENTENCES, REMOVAL_SENTENCES } from '../../src/domain/shared/stored-document.js';
import { NOW } from '../support/builders.js';
import { aField, aReading } from '../support/document-readings.js';

/** A place without documents, and how they come there: 1000 bytes at `NOW`, from a submitter. */
export interface OpenDocuments {
  readonly documents: CertificateDocuments;
  /** Refused and unreadable ones are damaged; removed ones were read, and taken down for personal data. */
  readonly put: (sha256: string, state?: DocumentState, reading?: DocumentReading, text?: string) => Promise<void>;
  readonly readAgain: (sha256: string) => Promise<unknown>;
  /** What an upload at `NOW` gives a visitor. */
  readonly accessTo: (sha256: string) => string;
}

export const [PDF = '', OTHER = '', UNKNOWN = ''] = ['a', 'b', 'c'].map((digit) => digit.repeat(64));

const TWO_PAGES = aReading({
  pageCount: 2,
  pages: [
    { number: 1, width: 612, height: 792 },
    { number: 2, width: 792, height: 612 },
  ],
  fields: [aField('batchId', '#C9030')],
});
const READ = { pageCount: 2, pages: TWO_PAGES.pages, qrCodes: ['https://lab.example/verify/1'] };
const NOT_READ = { pageCount: null, pages: [], qrCodes: [] };
const damaged = { code: 'damaged', message: REFUSAL_SENTENCES.damaged };
const removal = { reason: REMOVAL_SENTENCES['personal-data'], at: NOW };

const withFingerprint = (wordsSha256: string | null, minHash: readonly number[] = []) =>
  aReading({ fingerprint: { wordsSha256, minHash } });

/** What every place of documents must do for the registry. */
export function describeCertificateDocuments(place: string, open: () => Promise<OpenDocuments>): void {
  describe(`${place} has documents of certificates`, () => {
    let documents: CertificateDocuments;
    let put: OpenDocuments['put'];
    let readAgain: OpenDocuments['readAgain'];
    let accessTo: OpenDocuments['accessTo'];
    beforeEach(async () => {
      ({ documents, put, readAgain, accessTo } = await open());
    });

    it.each<[DocumentState, isUsable: boolean, object]>([
      ['received', true, NOT_READ],
      ['reading', true, NOT_READ],
      ['ready', true, READ],
      ['refused', false, { ...NOT_READ, refusal: damaged }],
      ['unreadable', true, { ...NOT_READ, refusal: damaged }],
      ['removed', false, { ...NOT_READ, pageCount: 2, removal }],
    ])('and shows one that is %s, which can be used: %s', async (state, isUsable, shown) => {
      await put(PDF, state, TWO_PAGES, 'Certificate  of Analysis\nBatch ＃C9030 ');
      expect(await documents.byId(PDF)).toEqual({
        sha256: PDF,
        bytes: 1000,
        state,
        receivedAt: NOW,
        receivedFrom: 'submitter',
        refusal: null,
        removal: null,
        damaged: false,
        ...shown,
      });
      expect(await documents.lockState(PDF)).toBe(state);
      const text = 'certificate of analysis batch #c9030'; // in normal form
      const read = { receivedAt: NOW, reading: TWO_PAGES, text, others: [] };
      expect(await documents.readingOf(PDF)).toEqual(state === 'ready' ? TWO_PAGES : null);
      expect(await documents.read(PDF)).toEqual(state === 'ready' ? read : null);
      if (!isUsable) return expectUnusable(PDF);
      await expect(documents.assertUsable(PDF, null)).resolves.toBeUndefined();
      await expect(documents.assertUsable(PDF, { access: accessTo(PDF) })).resolves.toBeUndefined();
    });

    it('and none that was never sent', async () => {
      await put(OTHER);
      expect(await documents.byId(UNKNOWN)).toBeNull();
      expect(await documents.readingOf(UNKNOWN)).toBeNull();
      expect(await documents.read(UNKNOWN)).toBeNull();
      expect(await documents.lockState(UNKNOWN)).toBeNull();
    });

    it('and says the states of several at once, without unknown ones', async () => {
      await put(PDF);
      await put(OTHER, 'refused');
      const states = [
        [PDF, 'ready'],
        [OTHER, 'refused'],
      ] as const;
      expect(await documents.statesOf([PDF, UNKNOWN, OTHER, PDF])).toEqual(new Map(states));
      expect(await documents.statesOf([])).toEqual(new Map());
    });

    it('and does not let an unknown one be used', () => expectUnusable(UNKNOWN));

    it("and answers the same for another sender's as for an unknown one", async () => {
      await put(PDF);
      await put(OTHER, 'refused');
      accessTo(OTHER);
      const uploader = { access: accessTo(PDF) };
      const wrongs = [OTHER, UNKNOWN].map((sha256) => documents.assertUsable(sha256, uploader).catch((error) => error));
      const [foreign, unknown] = await Promise.all(wrongs);
      expect(foreign).toBeInstanceOf(InvalidInput);
      expect(foreign.fields).toEqual(unknown.fields);
    });

    async function expectUnusable(sha256: string, uploader: Uploader | null = null): Promise<void> {
      const error = await documents.assertUsable(sha256, uploader).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(InvalidInput);
      expect(error).toMatchObject({ fields: [{ field: 'documentSha256' }] });
    }

    it('and knows who sent one', async () => {
      await put(PDF);
      await put(OTHER);
      const access = accessTo(PDF);
      expect(await documents.isUploadedBy(PDF, { access })).toBe(true);
      expect(await documents.isUploadedBy(OTHER, { access })).toBe(false);
      expect(await documents.isUploadedBy(PDF, { access: '' })).toBe(false);
      expect(await documents.isUploadedBy(PDF, { labId: crypto.randomUUID() })).toBe(false);
    });

    it('and keeps to what was read before while one is read again', async () => {
      await put(PDF, 'ready', TWO_PAGES, 'Batch #C9030');
      await readAgain(PDF);
      expect(await documents.byId(PDF)).toMatchObject({ state: 'received', ...READ });
      expect(await documents.readingOf(PDF)).toEqual(TWO_PAGES);
      expect(await documents.read(PDF)).toMatchObject({ reading: TWO_PAGES, text: 'batch #c9030' });
    });

    const HASHES = Array.from({ length: 128 }, (_, i) => i + 1);

    it.each([
      ['the same words', withFingerprint('d'.repeat(64)), withFingerprint('d'.repeat(64)), 'same-words'],
      ['nearly the same', withFingerprint(null, HASHES), withFingerprint(null, HASHES.with(0, 0)), 'near-copy'],
      ['other words', withFingerprint('d'.repeat(64)), withFingerprint('e'.repeat(64)), null],
      [
        'less in common',
        withFingerprint(null, HASHES),
        withFingerprint(
          null,
          HASHES.map((hash, i) => (i < 16 ? 0 : hash)),
        ),
        null,
      ],
      ['no text', withFingerprint(null), withFingerprint(null), null],
    ])('and finds another with %s', async (_, one, another, likeness) => {
      await put(PDF, 'ready', one);
      await put(OTHER, 'ready', another);
      const others = likeness === null ? [] : [{ sha256: OTHER, likeness }];
      expect((await documents.read(PDF))?.others).toEqual(others);
    });

    it('and compares with none that was taken down', async () => {
      await put(PDF, 'ready', withFingerprint('d'.repeat(64)));
      await put(OTHER, 'removed', withFingerprint('d'.repeat(64)));
      expect((await documents.read(PDF))?.others).toEqual([]);
    });
  });
}
