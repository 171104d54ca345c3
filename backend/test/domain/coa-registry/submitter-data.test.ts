import type { Certificate } from '../../../src/domain/coa-registry/certificate/certificate.js';
import { changeEntry } from '../../../src/domain/coa-registry/certificate/certificate-audit.js';
import { ChangedMeanwhile } from '../../../src/domain/coa-registry/certificate/certificate-lifecycle.js';
import { NoContactEmail } from '../../../src/domain/coa-registry/review/review.js';
import {
  erasedSections,
  exportSections,
  withoutSubmitter,
} from '../../../src/domain/coa-registry/submission/submitter-data.js';
import {
  ACTOR,
  aCertificate,
  aComment,
  aDraft,
  approved,
  NOW,
  PASSED,
  rejected,
  sentBack,
  superseded,
  withdrawn,
} from '../../support/builders.js';
import { InMemoryCertificateRepository } from '../../support/in-memory-certificate-repository.js';
import { openRegistry } from '../../support/open-registry.js';

const LATER = new Date('2026-11-25T15:00:00Z');

const PRIVATE = {
  contactName: 'Quillon Vextor',
  contactEmail: 'quillon@private.example',
  notes: 'Call me at home.',
  submittedResults: { sampledBy: 'Quillon Vextor' },
};

const waiting = () => aCertificate(PRIVATE);

const STANDINGS: [string, () => Certificate][] = [
  ['pending', waiting],
  ['changes_requested', () => sentBack(waiting())],
  ['approved', () => approved(waiting())],
  ['withdrawn', () => withdrawn(approved(waiting()))],
  ['superseded', () => superseded(approved(waiting()))],
  ['rejected', () => rejected(waiting())],
];

describe('a certificate without its sender', () => {
  it.each(STANDINGS)('holds nothing personal any more (%s)', (_, make) => {
    const text = JSON.stringify(withoutSubmitter(make(), LATER));
    expect(text).not.toMatch(/quillon|vextor|at home/i);
  });

  it.each(STANDINGS.filter(([standing]) => standing !== 'changes_requested'))(
    'stands where it stood (%s)',
    (_, make) => {
      const before = make();
      const { submitted, ...testResults } = before.testResults;
      expect(withoutSubmitter(before, LATER)).toEqual({
        ...before,
        contactEmail: null,
        contactName: null,
        notes: null,
        testResults,
        version: before.version + 1,
      });
    },
  );

  it('waits for review again, with a new due date, if changes were requested that its submitter can no longer send', () => {
    const before = sentBack(waiting());
    const after = withoutSubmitter(before, LATER);
    expect(after).toMatchObject({ lifecycle: 'pending', reviewedAt: null, comments: before.comments });
    expect(after.reviewDueDate > before.reviewDueDate).toBe(true);
  });

  it('can still be decided, but there is no one to ask about it', () => {
    const open = withoutSubmitter(waiting(), LATER);
    expect(approved(open).lifecycle).toBe('approved');
    expect(rejected(open).lifecycle).toBe('rejected');
    expect(() => sentBack(open)).toThrow(NoContactEmail);
  });

  it('can be sent back to a laboratory, which never gave a contact', () => {
    const fromLab = aCertificate({ contactEmail: null }, NOW, {
      source: 'lab',
      labId: 'd0000000-0000-4000-8000-000000000009',
    });
    expect(sentBack(fromLab, aComment()).lifecycle).toBe('changes_requested');
  });
});

describe('what is held with certificates', () => {
  it('is told apart by where they stand', () => {
    const all = STANDINGS.map(([, make]) => make());
    const parts = [
      'open-submissions',
      'open-submissions',
      'published-certificates',
      'published-certificates',
      'published-certificates',
      'rejected-submissions',
    ];
    expect(exportSections(all).map(({ part }) => part)).toEqual(parts);
    expect(erasedSections(all)).toEqual(parts.map((part) => ({ part, count: 1 })));
  });

  it('is everything that its sender gave, and what reviewers wrote to them', () => {
    const text = JSON.stringify(exportSections([sentBack(waiting(), aComment({ text: 'Another photo, please.' }))]));
    for (const part of [
      'Quillon Vextor',
      'quillon@private.example',
      'Call me at home.',
      'sampledBy',
      'Another photo',
    ]) {
      expect(text).toContain(part);
    }
  });
});

/** A repository in which this certificate's submitter is erased while another certificate is added. */
class ForgettingRepository extends InMemoryCertificateRepository {
  forget: Certificate | null = null;

  override async add(certificate: Certificate): Promise<void> {
    if (this.forget) {
      const after = withoutSubmitter(this.forget, NOW);
      await this.changeOne(after, changeEntry('submitter.erased', this.forget, after, ACTOR, NOW));
    }
    await super.add(certificate);
  }
}

it('an amendment that copies the sender fails when they are erased while it is made', async () => {
  const certificates = new ForgettingRepository();
  const { review } = openRegistry(certificates);
  const original = waiting();
  await certificates.add(original);
  certificates.forget = await review.approve(original.id, { version: 1, documentId: null }, PASSED, ACTOR);
  const { id, version } = certificates.forget;
  const amendment = {
    draft: aDraft({ batchId: original.batchId }),
    documentId: null,
    reason: 'The container size was wrong.',
  };
  await expect(review.amendAsStaff(id, version, amendment, PASSED, ACTOR)).rejects.toThrow(ChangedMeanwhile);
});
