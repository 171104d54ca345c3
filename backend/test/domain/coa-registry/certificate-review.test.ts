import { type CertificateDraft, DuplicateBatch } from '../../../src/domain/coa-registry/certificate/certificate.js';
import {
  AmendmentUnderWay,
  CertificateNotFound,
  ChangedMeanwhile,
  NotPublished,
} from '../../../src/domain/coa-registry/certificate/certificate-lifecycle.js';
import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { ACTOR, aDraft, anAmendment, anIncident, NOW, PASSED } from '../../support/builders.js';
import { FIRST_ID, type OpenedRegistry, openRegistry, UNKNOWN_ID } from '../../support/open-registry.js';

/** The submission as it was shown, without a document. */
const seen = (version: number) => ({ version, documentId: null });

const MAJOR = { code: 'batch-mismatch', weight: 'major', text: null } as const;
const ADVISORY = { code: 'label-claim', weight: 'advisory', text: 'Far off.' } as const;

describe('approving', () => {
  it('publishes and writes the audit log, at the time it is', async () => {
    const { certificates, clock, submissions, review } = openRegistry();
    await submissions.submit(aDraft({ batchId: '#C9030' }));
    clock.goOn(5);
    const approved = await review.approve(FIRST_ID, seen(1), PASSED, ACTOR);
    expect(approved).toMatchObject({
      lifecycle: 'approved',
      outcome: 'passed',
      reviewedAt: clock.now(),
      createdAt: NOW,
    });
    expect(await submissions.byId(FIRST_ID)).toEqual(approved);
    expect(certificates.audit).toEqual([
      expect.objectContaining({ at: clock.now(), actor: ACTOR, action: 'submission.approved' }),
    ]);
  });

  it('that contradicts itself changes nothing', async () => {
    const { certificates, submissions, review } = openRegistry();
    await submissions.submit(aDraft());
    const approval = { status: 'passed' as const, panels: { ...PASSED.panels, pesticides: 'failed' as const } };
    await expect(review.approve(FIRST_ID, seen(1), approval, ACTOR)).rejects.toThrow(InvalidInput);
    expect(await submissions.byId(FIRST_ID)).toMatchObject({ lifecycle: 'pending' });
    expect(certificates.audit).toEqual([]);
  });
});

describe('approving over errors of the checks', () => {
  const { overrideReason: _reason, ...WITHOUT_REASON } = PASSED;

  it('needs a reason for the public, and stores nothing without one', async () => {
    const { submissions, review } = openRegistry();
    await submissions.submit(aDraft({ batchId: 'N/A' }));
    const message = expect.stringMatching(/^Explain to the public .* “N\/A” does not look like a batch ID\./);
    for (const overrideReason of [undefined, null, ' \n'])
      await expect(
        review.approve(FIRST_ID, seen(1), { ...WITHOUT_REASON, overrideReason }, ACTOR),
      ).rejects.toMatchObject({ fields: [{ field: 'overrideReason', message }] });
    expect((await submissions.byId(FIRST_ID)).lifecycle).toBe('pending');
    const approval = { ...WITHOUT_REASON, overrideReason: ' The brand prints no batch on its cans. ' };
    const { overrideReason } = await review.approve(FIRST_ID, seen(1), approval, ACTOR);
    expect(overrideReason).toBe('The brand prints no batch on its cans.');
  });

  it('keeps no reason where there is no error, nor once the confirmed results settle it', async () => {
    const { certificates, submissions, review } = openRegistry();
    await submissions.submit(aDraft());
    expect((await review.approve(FIRST_ID, seen(1), PASSED, ACTOR)).overrideReason).toBeNull();

    const lead = { panel: 'heavyMetals', name: 'Lead', valueText: '0.9', value: 0.9, unit: 'µg/g' } as const;
    const analytes = [{ ...lead, lod: null, loq: null, limit: 0.5, method: null }];
    await submissions.submit(aDraft({ batchId: 'JT-9', analytes }));
    const id = certificates.stored().at(-1)?.id ?? '';
    await expect(review.approve(id, seen(1), WITHOUT_REASON, ACTOR)).rejects.toThrow('Lead');
    const failed = { status: 'failed', panels: { ...PASSED.panels, heavyMetals: 'failed' } } as const;
    const approval = { ...PASSED, ...failed };
    expect((await review.approve(id, seen(1), approval, ACTOR)).overrideReason).toBeNull();
  });
});

describe('approving under an incident of its laboratory', () => {
  it('needs a reviewer who read the notice, and no reason', async () => {
    const { submissions, review, labIncidents } = openRegistry();
    await submissions.submit(aDraft());
    labIncidents.push(anIncident());
    for (const labIncidentsRead of [undefined, false]) {
      const approval = { ...PASSED, ...(labIncidentsRead !== undefined && { labIncidentsRead }) };
      await expect(review.approve(FIRST_ID, seen(1), approval, ACTOR)).rejects.toMatchObject({
        fields: [{ field: 'labIncidentsRead' }],
      });
    }
    expect((await submissions.byId(FIRST_ID)).lifecycle).toBe('pending');
    const { overrideReason: _reason, ...withoutReason } = PASSED;
    const approval = { ...withoutReason, labIncidentsRead: true };
    expect(await review.approve(FIRST_ID, seen(1), approval, ACTOR)).toMatchObject({
      lifecycle: 'approved',
      overrideReason: null,
    });
  });
});

describe('comments', () => {
  it('are kept with who wrote them and when, and written down without their words', async () => {
    const { certificates, clock, submissions, review } = openRegistry();
    await submissions.submit(aDraft());
    clock.goOn(1);
    const { comments } = await review.comment(FIRST_ID, 1, [MAJOR, ADVISORY], ACTOR);
    const at = clock.now().toISOString();
    const id = expect.stringMatching(/^0000000[23]-/);
    expect(comments).toEqual([
      { ...MAJOR, id, by: 'robin', at, settledAt: null },
      { ...ADVISORY, id, by: 'robin', at, settledAt: null },
    ]);
    expect(certificates.audit.map(({ action }) => action)).toEqual(['submission.commented']);
    expect(JSON.stringify(certificates.audit)).not.toContain('Far off.');
  });

  it('that say nothing are refused', async () => {
    const { submissions, review } = openRegistry();
    await submissions.submit(aDraft());
    const unclear = { code: 'other', weight: 'major', text: null } as const;
    await expect(review.comment(FIRST_ID, 1, [MAJOR, unclear], ACTOR)).rejects.toMatchObject({
      fields: [{ field: 'comments.1.text' }],
    });
    expect((await submissions.byId(FIRST_ID)).version).toBe(1);
  });
});

describe('rejecting', () => {
  it('keeps the reason and writes the audit log', async () => {
    const { certificates, clock, submissions, review } = openRegistry();
    await submissions.submit(aDraft({ batchId: '#C9030' }));
    clock.goOn(5);
    expect(await review.reject(FIRST_ID, 1, 'Wrong batch.', ACTOR)).toMatchObject({
      lifecycle: 'rejected',
      rejectionReason: 'Wrong batch.',
      reviewedAt: clock.now(),
    });
    expect(certificates.audit).toEqual([expect.objectContaining({ actor: ACTOR, action: 'submission.rejected' })]);
  });
});

describe('withdrawing', () => {
  it('keeps the certificate, with the reason and the time', async () => {
    const { certificates, clock, review, publish } = openRegistry();
    await publish({ batchId: 'x' });
    clock.goOn(5);
    await review.withdraw(FIRST_ID, 2, 'The result is void.', ACTOR);
    const ended = { lifecycle: 'withdrawn', withdrawalReason: 'The result is void.', endedAt: clock.now() };
    expect(await certificates.byId(FIRST_ID)).toMatchObject(ended);
    expect(certificates.audit.at(-1)).toMatchObject({ action: 'certificate.withdrawn', actor: ACTOR });
  });
});

describe('taking back', () => {
  it('is in the log as what it is, and not as a rejection', async () => {
    const { certificates, submissions, review } = openRegistry();
    await submissions.submit(aDraft());
    await review.withdrawUnpublished(FIRST_ID, 1, 'Wrong sample.', ACTOR);
    const after = { submissionStatus: 'rejected', takenBack: true, rejectionReason: 'Wrong sample.' };
    expect(certificates.audit.at(-1)).toMatchObject({ action: 'submission.taken-back', actor: ACTOR, after });
  });
});

describe('amending as staff', () => {
  const amendment = (draft: Partial<CertificateDraft> = {}) => ({
    draft: aDraft({ batchId: 'x', productName: 'Right 5 mg', contactName: null, contactEmail: null, ...draft }),
    documentId: null,
    reason: 'The product was mistyped.',
  });

  it('replaces the certificate at once, and keeps both', async () => {
    const { certificates, clock, review, publish } = openRegistry();
    await publish({ batchId: 'x', labReportId: 'EA-1' });
    clock.goOn(5);
    const current = await review.amendAsStaff(FIRST_ID, 2, amendment(), PASSED, ACTOR);
    expect(current).toMatchObject({
      lifecycle: 'approved',
      source: 'staff',
      version: 2,
      labReportId: 'EA-1',
      contactEmail: 'robin@juniper-tide.example',
      contactName: 'Robin Vale',
      supersedes: FIRST_ID,
      productName: 'Right 5 mg',
      amendmentReason: 'The product was mistyped.',
    });
    expect(await certificates.byId(current.id)).toEqual(current);
    expect(await certificates.byId(FIRST_ID)).toMatchObject({ lifecycle: 'superseded', endedAt: clock.now() });
    expect(certificates.audit.slice(1).map(({ action, subject }) => [action, subject])).toEqual([
      ['certificate.superseded', `certificate:${FIRST_ID}`],
      ['submission.approved', `certificate:${current.id}`],
    ]);
  });

  const ofPublishedBatch = new DuplicateBatch({ ...aDraft({ batchId: 'right' }), labReportId: null });

  it.each<[string, (opened: OpenedRegistry) => unknown, unknown]>([
    [
      'while another amendment waits',
      ({ certificates }) => certificates.refuse('add', new AmendmentUnderWay()),
      new AmendmentUnderWay(),
    ],
    [
      'to a batch that the brand has published',
      ({ certificates }) => certificates.refuse('publishAmendment', ofPublishedBatch),
      ofPublishedBatch,
    ],
    ['of one that was withdrawn', ({ review }) => review.withdraw(FIRST_ID, 2, 'Void.', ACTOR), new NotPublished()],
  ])('%s stores nothing', async (_when, happens, error) => {
    const opened = openRegistry();
    const { certificates, notifier, review, publish } = opened;
    await publish({ batchId: 'x' });
    await happens(opened);
    const before = [certificates.stored(), certificates.audit, notifier.events()];
    const change = review.amendAsStaff(FIRST_ID, 2, amendment({ batchId: 'right' }), PASSED, ACTOR);
    await expect(change).rejects.toEqual(error);
    expect([certificates.stored(), certificates.audit, notifier.events()]).toEqual(before);
  });
});

describe('approving an amendment', () => {
  it('is refused, and can only be rejected, once the original was withdrawn', async () => {
    const { certificates, notifier, submissions, review, publish } = openRegistry();
    await publish({ batchId: 'x' });
    const waiting = anAmendment(await submissions.byId(FIRST_ID));
    await certificates.add(waiting);
    await review.withdraw(FIRST_ID, 2, 'Void.', ACTOR);
    const told = notifier.events();
    await expect(review.approve(waiting.id, seen(1), PASSED, ACTOR)).rejects.toThrow(NotPublished);
    expect(await submissions.byId(waiting.id)).toEqual(waiting);
    expect(notifier.events()).toEqual(told);
    await expect(review.reject(waiting.id, 1, 'No longer needed.', ACTOR)).resolves.toMatchObject({ version: 2 });
  });
});

type Decision = (opened: OpenedRegistry, id: string, seen: number) => Promise<unknown>;

/** Every change of staff: from where, in which version, and what the sender is told. */
const REVIEW_DECISIONS: [name: string, from: 'waiting' | 'published', decide: Decision, news: string[]][] = [
  [
    'approve',
    'waiting',
    ({ review }, id, seen) => review.approve(id, { version: seen, documentId: null }, PASSED, ACTOR),
    ['published'],
  ],
  ['reject', 'waiting', ({ review }, id, seen) => review.reject(id, seen, 'No.', ACTOR), ['rejected']],
  ['withdraw', 'waiting', ({ review }, id, seen) => review.withdrawUnpublished(id, seen, 'No.', ACTOR), ['withdrawn']],
  [
    'ask for changes to',
    'waiting',
    ({ review }, id, seen) => review.requestChanges(id, seen, [MAJOR], ACTOR),
    ['changes_requested'],
  ],
  ['comment on', 'waiting', ({ review }, id, seen) => review.comment(id, seen, [MAJOR], ACTOR), []],
  ['withdraw', 'published', ({ review }, id, seen) => review.withdraw(id, seen, 'Void.', ACTOR), ['withdrawn']],
  [
    'amend',
    'published',
    ({ review }, id, seen) =>
      review.amendAsStaff(id, seen, { draft: aDraft(), documentId: null, reason: 'Why.' }, PASSED, ACTOR),
    ['amended', 'published'],
  ],
];

describe('whoever wants to', () => {
  async function at(from: 'waiting' | 'published') {
    const opened = openRegistry();
    if (from === 'published') await opened.publish({});
    else await opened.submissions.submit(aDraft());
    const certificate = await opened.submissions.byId(FIRST_ID);
    return { ...opened, certificate, toldBefore: opened.notifier.events().length };
  }

  it.each(REVIEW_DECISIONS)('%s what is %s tells the sender', async (_name, from, decide, news) => {
    const opened = await at(from);
    const { notifier, submissions, certificate, toldBefore } = opened;
    await decide(opened, FIRST_ID, certificate.version);
    const told = notifier.events().slice(toldBefore);
    expect(told.map(({ type }) => type)).toEqual(news);
    for (const { type, certificate: about, replacedBy } of told) {
      expect(about).toEqual(await submissions.byId(about.id));
      expect(replacedBy === null).toBe(type !== 'amended');
    }
  });

  it.each(REVIEW_DECISIONS)('%s what is %s must have seen its last version', async (_name, from, decide) => {
    const opened = await at(from);
    const { certificates, notifier, submissions, certificate, toldBefore } = opened;
    const log = certificates.audit;
    for (const seen of [certificate.version - 1, certificate.version + 1]) {
      await expect(decide(opened, FIRST_ID, seen)).rejects.toThrow(ChangedMeanwhile);
    }
    expect(await submissions.byId(FIRST_ID)).toEqual(certificate);
    expect(certificates.audit).toEqual(log);
    expect(notifier.events()).toHaveLength(toldBefore);
  });

  it.each(REVIEW_DECISIONS)('%s what is %s must find it', async (_name, _from, decide) => {
    const opened = openRegistry();
    await expect(decide(opened, UNKNOWN_ID, 1)).rejects.toThrow(CertificateNotFound);
  });

  it.each(REVIEW_DECISIONS.filter(([, , , news]) => news.length > 0))(
    '%s what is %s stores nothing that cannot be told',
    async (_name, from, decide) => {
      const opened = await at(from);
      const { certificates, notifier, certificate } = opened;
      const [log, stored] = [certificates.audit, certificates.stored()];
      notifier.break();
      await expect(decide(opened, FIRST_ID, certificate.version)).rejects.toThrow('the notifier is broken');
      expect([certificates.audit, certificates.stored()]).toEqual([log, stored]);
    },
  );
});
