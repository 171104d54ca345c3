import type { Certificate } from '../../../src/domain/coa-registry/certificate/certificate.js';
import type { DocumentState } from '../../../src/domain/coa-registry/certificate/certificate-document.js';
import {
  AlreadyDecided,
  ChangedMeanwhile,
} from '../../../src/domain/coa-registry/certificate/certificate-lifecycle.js';
import type { LabContent } from '../../../src/domain/coa-registry/labs/lab-certificates.js';
import { DocumentBeingRead } from '../../../src/domain/coa-registry/review/review.js';
import type { CallingLab } from '../../../src/domain/shared/calling-lab.js';
import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { REFUSAL_SENTENCES } from '../../../src/domain/shared/stored-document.js';
import { ACTOR, aDraft, NOW, PASSED } from '../../support/builders.js';
import { aField, aReading } from '../../support/document-readings.js';
import { FIRST_ID, type OpenedRegistry, openRegistry } from '../../support/open-registry.js';

const PDF = 'a'.repeat(64);
const OTHER = 'b'.repeat(64);
const { documentAbsence: _, ...CONFIRMED } = PASSED;
const WITHOUT = { ...CONFIRMED, documentAbsence: 'paper-only' } as const;

let registry: OpenedRegistry;
beforeEach(() => {
  registry = openRegistry();
});

const named = (documentId: string | null, ...fields: ('batchId' | 'testDate')[]) => ({
  documentId,
  confirmed: fields.map((field) => ({ field, page: 1 })),
});

async function submitted(documentId: string | null): Promise<Certificate> {
  await registry.submissions.submit(aDraft({ batchId: '#C9030' }), named(documentId));
  return registry.submissions.byId(FIRST_ID);
}

const seen = (version: number, documentId: string | null = null) => ({ version, documentId });

describe('a submission that names a document', () => {
  it.each<DocumentState>(['received', 'reading', 'ready', 'unreadable'])('has it when it is %s', async (state) => {
    registry.documents.put(PDF, state);
    expect(await submitted(PDF)).toMatchObject({ documentId: PDF, awaitedDocument: null });
  });

  it.each<DocumentState>(['refused', 'removed'])('is refused when it was %s', async (state) => {
    registry.documents.put(PDF, state);
    await expect(submitted(PDF)).rejects.toMatchObject({ fields: [{ field: 'documentSha256' }] });
    expect(registry.certificates.stored()).toEqual([]);
  });

  it('is refused when it was never sent', async () => {
    await expect(submitted(PDF)).rejects.toThrow(InvalidInput);
  });

  it('is refused like an unknown one when another sender uploaded it', async () => {
    registry.documents.addUploader(OTHER, { access: 'another upload' });
    const refusal = async (documentId: string, access?: string) =>
      registry.submissions.submit(aDraft(), { ...named(documentId), access }).catch((error: InvalidInput) => error);
    const unknown = await refusal(PDF);
    for (const state of ['ready', 'reading', 'refused'] as const) {
      registry.documents.put(OTHER, state);
      expect(await refusal(OTHER)).toEqual(unknown);
      expect(await refusal(OTHER, 'guessed')).toEqual(unknown);
    }
  });

  it('believes only what software read itself', async () => {
    registry.documents.put(
      PDF,
      'ready',
      aReading({ fields: [aField('batchId', '#C9030'), aField('testDate', '2026-01-01')] }),
    );
    await registry.submissions.submit(aDraft({ batchId: '#C9030' }), named(PDF, 'batchId', 'testDate'));
    const { provenance } = await registry.submissions.byId(FIRST_ID);
    expect(provenance).toContainEqual({ field: 'batchId', origin: 'document', page: 1, confirmedBy: 'submitter' });
    expect(provenance).toContainEqual({ field: 'testDate', origin: 'typed', page: null, confirmedBy: null });
  });

  it('sent again with another document is another submission, and changes no record', async () => {
    registry.documents.put(PDF);
    registry.documents.put(OTHER);
    const draft = aDraft({ batchId: '#C9030' });
    await registry.submissions.submit(draft, named(PDF));
    await registry.submissions.submit(draft, named(PDF));
    await registry.submissions.submit(draft, named(OTHER));
    expect(registry.certificates.stored().map(({ documentId }) => documentId)).toEqual([PDF, OTHER]);
    await registry.review.approve(FIRST_ID, seen(1, PDF), CONFIRMED, ACTOR);
    await registry.submissions.submit(draft, named(OTHER));
    await expect(registry.submissions.submit(draft, named(null))).rejects.toMatchObject({ code: 'duplicate-batch' });
    expect(await registry.submissions.byId(FIRST_ID)).toMatchObject({ documentId: PDF, version: 2 });
  });
});

it('a PDF that is refused after the form was sent is reported to the sender', async () => {
  registry.documents.put(PDF, 'received');
  const waiting = await submitted(PDF);
  await registry.submissions.submit(aDraft({ batchId: '#C9031' }), named(null));
  await registry.submissions.tellSendersOfRefusal(PDF);
  expect(registry.notifier.receipts().slice(2)).toEqual([['document_refused', waiting]]);
});

describe('approving', () => {
  it.each<DocumentState>(['ready', 'unreadable'])('publishes with a document that is %s', async (state) => {
    registry.documents.put(PDF, state);
    await submitted(PDF);
    const approved = await registry.review.approve(FIRST_ID, seen(1, PDF), CONFIRMED, ACTOR);
    expect(approved).toMatchObject({ lifecycle: 'approved', documentId: PDF, documentAbsence: null });
  });

  it.each<DocumentState>(['received', 'reading'])('waits for a document that is %s', async (state) => {
    registry.documents.put(PDF, state);
    await submitted(PDF);
    for (const approval of [CONFIRMED, WITHOUT]) {
      await expect(registry.review.approve(FIRST_ID, seen(1, PDF), approval, ACTOR)).rejects.toThrow(DocumentBeingRead);
    }
  });

  it('needs a reason where there is no document', async () => {
    await submitted(null);
    const wrong = { fields: [{ field: 'documentAbsence' }] };
    await expect(registry.review.approve(FIRST_ID, seen(1), CONFIRMED, ACTOR)).rejects.toMatchObject(wrong);
    const approved = await registry.review.approve(FIRST_ID, seen(1), WITHOUT, ACTOR);
    expect(approved).toMatchObject({ documentId: null, documentAbsence: 'paper-only' });
  });

  it('takes no reason where there is one', async () => {
    registry.documents.put(PDF);
    await submitted(PDF);
    await expect(registry.review.approve(FIRST_ID, seen(1, PDF), WITHOUT, ACTOR)).rejects.toThrow(InvalidInput);
  });

  it('needs the document that was shown', async () => {
    registry.documents.put(PDF);
    await submitted(PDF);
    for (const documentId of [OTHER, null]) {
      const approving = registry.review.approve(FIRST_ID, seen(1, documentId), CONFIRMED, ACTOR);
      await expect(approving).rejects.toThrow(ChangedMeanwhile);
    }
  });

  it('notices that it was taken down, and publishes without it for a reason', async () => {
    registry.documents.put(PDF, 'ready', aReading({ fields: [aField('batchId', '#C9030')] }));
    await registry.submissions.submit(aDraft({ batchId: '#C9030' }), named(PDF, 'batchId'));
    registry.documents.put(PDF, 'removed');
    await expect(registry.review.approve(FIRST_ID, seen(1, PDF), CONFIRMED, ACTOR)).rejects.toThrow(ChangedMeanwhile);
    const approved = await registry.review.approve(FIRST_ID, seen(1, PDF), WITHOUT, ACTOR);
    expect(approved).toMatchObject({ documentId: null, documentAbsence: 'paper-only' });
    expect(approved.provenance.map(({ origin }) => origin)).not.toContain('document');
  });

  it('says that a decided one was decided, whatever document is named', async () => {
    await submitted(null);
    await registry.review.approve(FIRST_ID, seen(1), WITHOUT, ACTOR);
    await expect(registry.review.approve(FIRST_ID, seen(1, PDF), WITHOUT, ACTOR)).rejects.toThrow(AlreadyDecided);
  });

  it('records what staff confirmed', async () => {
    registry.documents.put(PDF, 'ready', aReading({ fields: [aField('batchId', '#C9030')] }));
    await submitted(PDF);
    const approval = { ...CONFIRMED, confirmed: named(PDF, 'batchId', 'testDate').confirmed };
    const { provenance } = await registry.review.approve(FIRST_ID, seen(1, PDF), approval, ACTOR);
    expect(provenance).toContainEqual({ field: 'batchId', origin: 'document', page: 1, confirmedBy: 'staff' });
    expect(provenance).toContainEqual({ field: 'testDate', origin: 'typed', page: null, confirmedBy: null });
  });
});

describe('a draft that is only checked', () => {
  const access = 'of the upload';
  const draft = aDraft({ batchId: '#C9030', testDate: '2026-10-14' });
  const check = (given: string | undefined) => registry.submissions.check(draft, { documentId: PDF, access: given });
  const codes = async (given?: string) =>
    (await check(given)).map(({ code }) => code).filter((code) => code.startsWith('document-'));
  beforeEach(() => {
    registry.documents.put(PDF, 'ready', aReading({ fields: [aField('testDate', '2026-10-01')] }), 'Batch #C9031');
    registry.documents.addUploader(PDF, { access });
  });

  it('is compared with the document of its sender, as a submission is', async () => {
    await registry.submissions.submit(draft, { ...named(PDF), access });
    const stored = await registry.certificates.byId(FIRST_ID);
    const ofSubmission = stored ? await registry.checks.findings(stored, 'public') : [];
    expect(await check(access)).toEqual(ofSubmission);
    expect(await codes(access)).toEqual(expect.arrayContaining(['document-date-differs', 'document-batch-missing']));
  });

  it.each([undefined, '', 'of another upload'])('says nothing about the document with the access %j', async (given) => {
    expect(await codes(given)).toEqual([]);
  });

  it.each(['reading', 'unreadable'] as const)('is not compared with a document that is %s', async (state) => {
    registry.documents.put(OTHER, state);
    registry.documents.addUploader(OTHER, { access });
    const findings = await registry.submissions.check(draft, { documentId: OTHER, access });
    expect(findings.filter(({ field }) => field !== 'labName')).toEqual([]);
  });

  it('is refused with a document that a submission may not name', async () => {
    registry.documents.put(PDF, 'refused');
    await expect(check(access)).rejects.toThrow(InvalidInput);
    expect(await codes()).toEqual([]);
  });
});

describe('a document that staff attach', () => {
  it('takes the place of another, and nothing counts as read from it', async () => {
    registry.documents.put(PDF, 'ready', aReading({ fields: [aField('batchId', '#C9030')] }));
    registry.documents.put(OTHER);
    await registry.submissions.submit(aDraft({ batchId: '#C9030' }), named(PDF, 'batchId'));
    const attached = await registry.review.attach(FIRST_ID, 1, OTHER, ACTOR);
    expect(attached).toMatchObject({ documentId: OTHER, version: 2, lifecycle: 'pending' });
    expect(attached.provenance).toContainEqual({ field: 'batchId', origin: 'typed', page: null, confirmedBy: null });
    await expect(registry.review.attach(FIRST_ID, 1, PDF, ACTOR)).rejects.toThrow(ChangedMeanwhile);
    await expect(registry.review.attach(FIRST_ID, 2, 'c'.repeat(64), ACTOR)).rejects.toThrow(InvalidInput);
  });

  it('is not for a certificate that was decided', async () => {
    registry.documents.put(PDF);
    await submitted(null);
    await registry.review.approve(FIRST_ID, seen(1), WITHOUT, ACTOR);
    await expect(registry.review.attach(FIRST_ID, 2, PDF, ACTOR)).rejects.toThrow(AlreadyDecided);
  });
});

describe('an amendment by staff', () => {
  const amend = (documentId: string | null, approval: typeof CONFIRMED | typeof WITHOUT = CONFIRMED) => {
    const draft = aDraft({ batchId: '#C9030', thcContent: 5 });
    return registry.review.amendAsStaff(FIRST_ID, 2, { draft, documentId, reason: 'The size.' }, approval, ACTOR);
  };
  beforeEach(async () => {
    registry.documents.put(PDF);
    registry.documents.put(OTHER);
    await submitted(PDF);
    await registry.review.approve(FIRST_ID, seen(1, PDF), CONFIRMED, ACTOR);
  });

  it.each([PDF, OTHER])('has the same document or another: %s; the old record keeps its own', async (documentId) => {
    const amended = await amend(documentId);
    expect(amended).toMatchObject({ documentId, documentAbsence: null });
    expect(await registry.submissions.byId(FIRST_ID)).toMatchObject({ lifecycle: 'superseded', documentId: PDF });
    expect(amended.provenance).toContainEqual({ field: 'thcContent', origin: 'staff', page: null, confirmedBy: null });
    expect(amended.provenance).toContainEqual({ field: 'batchId', origin: 'typed', page: null, confirmedBy: null });
  });

  it('without a document needs a reason', async () => {
    await expect(amend(null)).rejects.toThrow(InvalidInput);
    expect(await amend(null, WITHOUT)).toMatchObject({ documentId: null, documentAbsence: 'paper-only' });
  });

  it('cannot have a document that was taken down', async () => {
    registry.documents.put(OTHER, 'removed');
    await expect(amend(OTHER, WITHOUT)).rejects.toThrow(InvalidInput);
    expect(registry.certificates.stored()).toHaveLength(1);
  });
});

describe('a certificate of a laboratory', () => {
  const LAB: CallingLab = { id: 'lab', name: 'Third Bench', trusted: true, keyId: 'a key', isSandbox: false };
  const content = (differing: Partial<LabContent> = {}): LabContent => {
    const { contactName: _name, contactEmail: __, labName: ___, ...draft } = aDraft({ batchId: '#C9030' });
    return { ...draft, labReportId: 'EA-1', reported: CONFIRMED, documentSha256: PDF, ...differing };
  };
  const read = aReading({ fields: [aField('batchId', '#C9030')] });
  const settle = async () => {
    await registry.awaited.settle(FIRST_ID);
    return registry.certificates.byId(FIRST_ID);
  };
  beforeEach(() => {
    registry.registeredLabs.set(LAB.id, { ...LAB, suspended: false, website: null, reportHosts: [] });
  });

  it('is published at once without a document, and says so', async () => {
    const { certificate } = await registry.labs.create(LAB, content({ documentSha256: null }));
    expect(certificate).toMatchObject({ lifecycle: 'approved', documentAbsence: 'sent-as-data' });
    expect(new Set(certificate.provenance.map(({ origin }) => origin))).toEqual(new Set(['lab_system']));
  });

  describe('that is only checked', () => {
    const check = () => registry.labs.dryRun(LAB, content(), []);
    beforeEach(() => {
      const { batchId, productName } = content();
      const reading = aReading({ fields: [aField('testDate', '2026-01-01')] });
      registry.documents.put(PDF, 'ready', reading, `${batchId} ${productName}`);
    });

    it('is compared with its own document', async () => {
      registry.documents.addUploader(PDF, { labId: LAB.id });
      const { findings, isAcceptable, attempt } = await check();
      const stored = await registry.labs.create(LAB, content());
      expect(findings).toEqual(stored.findings);
      expect(attempt?.documentComparison).toEqual(stored.documentComparison);
      expect(stored.documentComparison?.fields).toContainEqual(
        expect.objectContaining({ field: 'testDate', read: '2026-01-01', result: 'differs' }),
      );
      expect([findings[0]?.code, isAcceptable]).toEqual(['document-date-differs', true]);
    });

    it('learns nothing about the document of another lab', async () => {
      registry.documents.addUploader(PDF, { labId: 'another lab' });
      expect(await check()).toMatchObject({
        isAcceptable: true,
        errors: [],
        findings: [],
        attempt: { documentComparison: null },
      });
      expect((await registry.labs.create(LAB, content())).documentComparison).toBeNull();
    });

    it('says that its document was refused, as when it is sent', async () => {
      registry.documents.addUploader(PDF, { labId: LAB.id });
      registry.documents.put(PDF, 'refused');
      const errors = [{ field: 'documentSha256', message: expect.any(String) }];
      expect(await check()).toMatchObject({ isAcceptable: false, errors, findings: [] });
      await expect(registry.labs.create(LAB, content())).rejects.toMatchObject({ fields: errors });
    });

    it('says nothing about fields that cannot be read', async () => {
      registry.documents.addUploader(PDF, { labId: LAB.id });
      const unreadable = [{ field: 'testDate', message: 'wrong' }];
      expect((await registry.labs.dryRun(LAB, content(), unreadable)).findings).toEqual([]);
    });
  });

  describe('that names the document of another lab', () => {
    beforeEach(() => {
      registry.documents.put(PDF, 'ready', read);
      registry.documents.addUploader(PDF, { labId: 'another lab' });
    });

    it('is answered as if nobody had sent it, and has not got it', async () => {
      const foreign = await registry.labs.create(LAB, content());
      expect(foreign).toMatchObject({ document: null, certificate: { documentId: null, awaitedDocument: PDF } });
      expect(await settle()).toMatchObject({ lifecycle: 'pending', documentId: null });

      expect(foreign.findings).toEqual([]);
    });

    it('gets it once the lab has sent the bytes itself', async () => {
      await registry.labs.create(LAB, content());
      registry.documents.addUploader(PDF, { labId: LAB.id });
      expect(await settle()).toMatchObject({ lifecycle: 'approved', documentId: PDF });
    });

    it('can neither be corrected to have it, nor be given it', async () => {
      await registry.labs.create(LAB, content({ documentSha256: null, reported: undefined }));
      const { certificate } = await registry.labs.correct(LAB, FIRST_ID, 'any', content());
      expect(certificate).toMatchObject({ documentId: null, awaitedDocument: PDF });
      await expect(registry.labs.attach(LAB, FIRST_ID, PDF)).rejects.toThrow(InvalidInput);
    });
  });

  it('is published at once when its document was read, and the checks saw that', async () => {
    registry.documents.put(PDF, 'ready', read);
    const { certificate, document } = await registry.labs.create(LAB, content());
    expect(certificate).toMatchObject({ lifecycle: 'approved', documentId: PDF, documentAbsence: null });
    expect(document).toMatchObject({ sha256: PDF });
  });

  it('waits for review when its document contradicts it', async () => {
    registry.documents.put(PDF, 'ready', aReading({ fields: [aField('testDate', '2026-01-01')] }));
    const { certificate, findings } = await registry.labs.create(LAB, content());
    expect(certificate.lifecycle).toBe('pending');
    expect(findings.map(({ code }) => code)).toContain('document-date-differs');
  });

  it('waits for review when software cannot read its document', async () => {
    registry.documents.put(PDF, 'unreadable');
    expect((await registry.labs.create(LAB, content())).certificate).toMatchObject({
      lifecycle: 'pending',
      documentId: PDF,
    });
  });

  it('waits for a document that is not there, then for its reading, and is published then', async () => {
    const { certificate } = await registry.labs.create(LAB, content());
    expect(certificate).toMatchObject({ lifecycle: 'pending', documentId: null, awaitedDocument: PDF });
    registry.clock.goOn(71);
    expect(await settle()).toEqual(certificate);
    registry.documents.put(PDF, 'reading');
    registry.clock.goOn(2);
    expect(await settle()).toEqual(certificate);
    registry.documents.put(PDF, 'ready', read);
    expect(await settle()).toMatchObject({ lifecycle: 'approved', documentId: PDF, awaitedDocument: null });
    expect(registry.notifier.events().map(({ type }) => type)).toEqual(['published']);
  });

  it('is not published before the checks saw its document', async () => {
    registry.documents.put(PDF, 'received');
    const { certificate } = await registry.labs.create(LAB, content());
    expect(certificate).toMatchObject({ lifecycle: 'pending', documentId: PDF, awaitedDocument: PDF });
    registry.documents.put(
      PDF,
      'ready',
      aReading({ fields: [aField('batchId', '#C9999'), aField('testDate', '2026-01-01')] }),
    );
    expect(await settle()).toMatchObject({ lifecycle: 'pending', documentId: PDF, awaitedDocument: null });
  });

  it.each([
    ['lost its trust', { trusted: false }],
    ['was suspended', { suspended: true }],
  ])('is not published for a lab that %s meanwhile', async (_what, differing) => {
    await registry.labs.create(LAB, content());
    registry.registeredLabs.set(LAB.id, { ...LAB, suspended: false, website: null, reportHosts: [], ...differing });
    registry.documents.put(PDF, 'ready', read);
    expect(await settle()).toMatchObject({ lifecycle: 'pending', documentId: PDF, awaitedDocument: null });
  });

  it('is published beside another report of its batch', async () => {
    const { certificate } = await registry.labs.create(LAB, content());
    await registry.labs.create(LAB, content({ documentSha256: null, labReportId: 'EA-2' }));
    registry.documents.put(PDF, 'ready', read);
    expect(await settle()).toMatchObject({ id: certificate.id, lifecycle: 'approved', supersedes: null });
  });

  it('waits for review when its report was published meanwhile', async () => {
    const { certificate } = await registry.labs.create(LAB, content());
    await registry.labs.create(LAB, content({ documentSha256: null }));
    registry.documents.put(PDF, 'ready', read);
    expect(await settle()).toMatchObject({ id: certificate.id, lifecycle: 'pending', documentId: PDF });
  });

  it('tells the lab once that its document did not come, and takes it when it comes later', async () => {
    await registry.labs.create(LAB, content());
    registry.clock.goOn(72);
    expect(await settle()).toMatchObject({ lifecycle: 'pending', awaitedDocument: PDF, awaitedUntil: null });
    registry.clock.goOn(1);
    await settle();
    expect(registry.notifier.events()).toMatchObject([
      { type: 'document_missing', missingDocument: { sha256: PDF, message: expect.stringContaining('72 hours') } },
    ]);
    registry.documents.put(PDF, 'ready', read);
    expect(await settle()).toMatchObject({ lifecycle: 'approved', documentId: PDF });
  });

  it('tells the lab once that its document was refused, and why', async () => {
    registry.documents.put(PDF, 'received');
    await registry.labs.create(LAB, content());
    registry.documents.put(PDF, 'refused');
    expect(await settle()).toMatchObject({ lifecycle: 'pending', documentId: null, awaitedUntil: null });
    registry.clock.goOn(1);
    await settle();
    expect(registry.notifier.events()).toMatchObject([{ missingDocument: { message: REFUSAL_SENTENCES.damaged } }]);
  });

  it('is claimed for a minute', async () => {
    expect(await registry.awaited.claim(10)).toEqual([]);
    expect(registry.claims).toEqual([[10, NOW, new Date(NOW.getTime() + 60_000)]]);
  });

  it('is settled once, although two workers do it after one another', async () => {
    await registry.labs.create(LAB, content());
    registry.documents.put(PDF, 'ready', read);
    await registry.awaited.settle(FIRST_ID);
    await registry.awaited.settle(FIRST_ID);
    expect(registry.notifier.events()).toHaveLength(1);
  });

  it('takes a document that is attached, once', async () => {
    await registry.labs.create({ ...LAB, trusted: false }, content({ documentSha256: null }));
    registry.documents.put(PDF, 'ready', read);
    const { certificate } = await registry.labs.attach({ ...LAB, trusted: false }, FIRST_ID, PDF);
    expect(certificate).toMatchObject({ documentId: PDF, version: 2 });
    expect((await registry.labs.attach({ ...LAB, trusted: false }, FIRST_ID, PDF)).certificate.version).toBe(2);
  });

  it('takes none once it is published, unless it is the same', async () => {
    registry.documents.put(PDF, 'ready', read);
    registry.documents.put(OTHER);
    await registry.labs.create(LAB, content());
    expect((await registry.labs.attach(LAB, FIRST_ID, PDF)).certificate.lifecycle).toBe('approved');
    await expect(registry.labs.attach(LAB, FIRST_ID, OTHER)).rejects.toThrow(AlreadyDecided);
  });

  it('keeps its document in a correction that names none', async () => {
    registry.documents.put(PDF, 'ready', aReading({ fields: [aField('testDate', '2026-01-01')] }));
    await registry.labs.create(LAB, content());
    const { certificate } = await registry.labs.correct(LAB, FIRST_ID, 'any', content({ documentSha256: null }));
    expect(certificate).toMatchObject({ documentId: PDF, version: 2 });
  });

  it('is not in the way of another lab', async () => {
    await registry.labs.create(LAB, content());
    const other = { ...LAB, id: 'other' };
    await expect(registry.labs.attach(other, FIRST_ID, PDF)).rejects.toMatchObject({ code: 'coa-not-found' });
  });
});
