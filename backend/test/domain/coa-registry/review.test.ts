import fc from 'fast-check';
import {
  type Certificate,
  type CertificateDraft,
  FORM_SUBMITTER,
  LIFECYCLES,
  type Lifecycle,
} from '../../../src/domain/coa-registry/certificate/certificate.js';
import { changeEntry } from '../../../src/domain/coa-registry/certificate/certificate-audit.js';
import {
  AlreadyDecided,
  AmendmentUnderWay,
  assertVersion,
  ChangedMeanwhile,
  NotAwaitingChanges,
  NotPublished,
} from '../../../src/domain/coa-registry/certificate/certificate-lifecycle.js';
import { COMMENT_CODES, unresolvedMajors } from '../../../src/domain/coa-registry/certificate/review-comment.js';
import { type PanelVerdicts } from '../../../src/domain/coa-registry/certificate/test-results.js';
import {
  addComment,
  approve,
  BlockedByComments,
  CommentNotFound,
  createComment,
  reject,
  requestChanges,
  resolveComment,
  supersede,
  withdraw,
} from '../../../src/domain/coa-registry/review/review.js';
import {
  amend,
  correct,
  resubmit,
  withdrawUnpublished,
} from '../../../src/domain/coa-registry/submission/sender-changes.js';
import { DomainError, InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { PANELS } from '../../../src/domain/shared/result-terms.js';
import {
  ACTOR,
  aCertificate,
  aComment,
  aDraft,
  anAmendment,
  approved,
  NOW,
  PASSED,
  rejected,
  sentBack,
  superseded,
  withdrawn,
} from '../../support/builders.js';

const LATER = new Date('2026-11-23T09:30:00Z');
const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const COMMENT = 'c0000000-0000-4000-8000-000000000001';

function fieldsOf(action: () => unknown): readonly { field: string; message: string }[] {
  try {
    action();
  } catch (error) {
    if (error instanceof InvalidInput) return error.fields;
    throw error;
  }
  return [];
}

const panels = (differing: Partial<PanelVerdicts>): PanelVerdicts => ({ ...PASSED.panels, ...differing });

/** A certificate in each standing, with an advisory comment that stands. */
function standing(where: Lifecycle, draft: Partial<CertificateDraft> = {}): Certificate {
  const waiting = { ...aCertificate(draft), comments: [aComment({ id: COMMENT, weight: 'advisory' })] };
  return {
    pending: () => waiting,
    changes_requested: () => sentBack(waiting),
    approved: () => approved(waiting),
    rejected: () => rejected(waiting),
    withdrawn: () => withdrawn(approved(waiting)),
    superseded: () => superseded(approved(waiting)),
  }[where]();
}

/** Everything that can be done to a certificate. Amending makes another one and leaves it as it is. */
const ACTIONS = {
  approve: (one: Certificate) => approve(one, PASSED, LATER),
  reject: (one: Certificate) => reject(one, 'No.', LATER),
  withdrawUnpublished: (one: Certificate) => withdrawUnpublished(one, 'Sent by mistake.', LATER),
  requestChanges: (one: Certificate) => requestChanges(one, [aComment()], LATER),
  resubmit: (one: Certificate) => resubmit(one, aDraft({ productName: 'Changed 10 mg' }), LATER),
  correct: (one: Certificate) => correct(one, aDraft({ productName: 'Changed 10 mg' }), LATER),
  comment: (one: Certificate) => addComment(one, [aComment({ weight: 'advisory' })]),
  settle: (one: Certificate) => resolveComment(one, COMMENT, LATER),
  withdraw: (one: Certificate) => withdraw(one, 'The lab voided the result.', LATER),
  supersede: (one: Certificate) => supersede(one, LATER),
  amend: (one: Certificate) => {
    amend(one, { draft: aDraft(), reason: 'A mistake.' }, ID, LATER, FORM_SUBMITTER);
    return one;
  },
} satisfies Record<string, (certificate: Certificate) => Certificate>;
type Action = keyof typeof ACTIONS;

const DECIDED = AlreadyDecided;
const UNASKED = NotAwaitingChanges;
const HIDDEN = NotPublished;

/** Where each action leads from each standing, or what refuses it; in the order of the standings. */
const OUTCOMES: Record<Action, readonly (Lifecycle | (new () => DomainError))[]> = {
  // pending, changes_requested, approved, rejected, withdrawn, superseded
  approve: ['approved', DECIDED, DECIDED, DECIDED, DECIDED, DECIDED],
  reject: ['rejected', 'rejected', DECIDED, DECIDED, DECIDED, DECIDED],
  withdrawUnpublished: ['rejected', 'rejected', DECIDED, DECIDED, DECIDED, DECIDED],
  requestChanges: ['changes_requested', DECIDED, DECIDED, DECIDED, DECIDED, DECIDED],
  resubmit: [UNASKED, 'pending', UNASKED, UNASKED, UNASKED, UNASKED],
  correct: ['pending', 'pending', DECIDED, DECIDED, DECIDED, DECIDED],
  comment: ['pending', 'changes_requested', DECIDED, DECIDED, DECIDED, DECIDED],
  settle: ['pending', 'changes_requested', DECIDED, DECIDED, DECIDED, DECIDED],
  withdraw: [HIDDEN, HIDDEN, 'withdrawn', HIDDEN, HIDDEN, HIDDEN],
  supersede: [HIDDEN, HIDDEN, 'superseded', HIDDEN, HIDDEN, HIDDEN],
  amend: [HIDDEN, HIDDEN, 'approved', HIDDEN, HIDDEN, HIDDEN],
};

describe('the life of a certificate', () => {
  const cases = Object.entries(OUTCOMES).flatMap(([action, outcomes]) =>
    LIFECYCLES.map((from, i) => ({ action: action as Action, from, outcome: outcomes[i] ?? DECIDED })),
  );
  const named = cases.map((one) => ({
    ...one,
    what: typeof one.outcome === 'string' ? `leads to ${one.outcome}` : `is refused: ${one.outcome.name}`,
  }));

  it.each(named)('$action of what is $from $what', ({ action, from, outcome }) => {
    const before = standing(from);
    const act = () => ACTIONS[action](before);
    if (typeof outcome === 'string') expect(act().lifecycle).toBe(outcome);
    else expect(act).toThrow(outcome);
  });

  it.each(named.filter(({ action, outcome }) => action !== 'amend' && typeof outcome === 'string'))(
    '$action of what is $from counts as one change, and leaves what it was given as it was',
    ({ action, from }) => {
      const before = standing(from);
      const copy = structuredClone(before);
      expect(ACTIONS[action](before).version).toBe(before.version + 1);
      expect(before).toEqual(copy);
    },
  );

  it('never changes what was published, nor makes it unreadable', () => {
    const content = ({ lifecycle, version, endedAt, withdrawalReason, ...rest }: Certificate) => rest;
    const actions = fc.array(fc.constantFrom(...(Object.keys(ACTIONS) as Action[])), { minLength: 5, maxLength: 30 });
    let published = 0;
    fc.assert(
      fc.property(actions, (sequence) => {
        let now = aCertificate();
        let shown: Certificate | null = null;
        for (const action of sequence) {
          now = attempt(now, action);
          if (now.lifecycle === 'approved') shown ??= now;
          if (!shown) continue;
          expect(content(now)).toEqual(content(shown));
          expect(['approved', 'withdrawn', 'superseded']).toContain(now.lifecycle);
        }
        published += shown ? 1 : 0;
      }),
      { numRuns: 500 },
    );
    expect(published).toBeGreaterThan(50);
  });

  it('never goes on with a major comment that stands into publication', () => {
    const actions = fc.array(fc.constantFrom(...(Object.keys(ACTIONS) as Action[])), { maxLength: 30 });
    fc.assert(
      fc.property(actions, (sequence) => {
        const last = sequence.reduce(attempt, aCertificate());
        if (last.lifecycle === 'approved') expect(unresolvedMajors(last.comments)).toEqual([]);
      }),
    );
  });

  function attempt(certificate: Certificate, action: Action): Certificate {
    try {
      return ACTIONS[action](certificate);
    } catch (error) {
      if (error instanceof DomainError) return certificate;
      throw error;
    }
  }
});

describe('approving', () => {
  it('publishes what the reviewer confirmed', () => {
    const waiting = aCertificate();
    expect(approve(waiting, PASSED, LATER)).toEqual({
      ...waiting,
      outcome: 'passed',
      lifecycle: 'approved',
      testResults: { ...waiting.testResults, panels: PASSED.panels },
      reviewedAt: LATER,
      documentAbsence: 'paper-only',
      version: 2,
    });
  });

  it.each([
    ['passed', {}],
    ['passed', { residualSolvents: 'not_tested' }],
    ['failed', { pesticides: 'failed' }],
    ['failed', { pesticides: 'failed', heavyMetals: 'pending' }],
    ['failed', {}],
    ['pending', { microbials: 'pending' }],
    ['pending', { microbials: 'pending', heavyMetals: 'failed' }],
    ['pending', {}],
  ] as const)('is possible as %s with panels %j', (status, differing) => {
    const certificate = approved(aCertificate(), { status, panels: panels(differing) });
    expect(certificate.outcome).toBe(status);
    expect(certificate.testResults.panels).toEqual(panels(differing));
  });

  it.each(PANELS)('as passed is not possible when %s failed', (panel) => {
    expect(fieldsOf(() => approved(aCertificate(), { panels: panels({ [panel]: 'failed' }) }))).toEqual([
      { field: `panels.${panel}`, message: "A certificate with a failed panel can't be approved as passed" },
    ]);
  });

  it.each(PANELS)('as passed is not possible while %s is outstanding', (panel) => {
    expect(fieldsOf(() => approved(aCertificate(), { panels: panels({ [panel]: 'pending' }) }))).toEqual([
      {
        field: `panels.${panel}`,
        message: 'Some results are still pending. Approve as pending, or choose what the panel shows',
      },
    ]);
  });

  it('as passed is possible exactly when every panel passed or was not tested', () => {
    const verdict = fc.constantFrom('passed' as const, 'failed' as const, 'not_tested' as const, 'pending' as const);
    const verdicts = fc.record({
      pesticides: verdict,
      heavyMetals: verdict,
      microbials: verdict,
      residualSolvents: verdict,
    });
    fc.assert(
      fc.property(verdicts, (given) => {
        const isClean = Object.values(given).every((one) => one === 'passed' || one === 'not_tested');
        expect(fieldsOf(() => approved(aCertificate(), { panels: given })).length === 0).toBe(isClean);
      }),
    );
  });

  it.each([
    [0, 'advisory', null],
    [1, 'major', 'One major comment is still open. Resolve each one, or ask for changes.'],
    [2, 'major', '2 major comments are still open. Resolve each one, or ask for changes.'],
  ] as const)('with %d open major comments: %s', (_open, weight, message) => {
    const comments = _open === 2 ? [aComment(), aComment({ code: 'other' })] : [aComment({ weight })];
    const commented = addComment(aCertificate(), [...comments, aComment({ settledAt: NOW.toISOString() })]);
    if (message === null) expect(approved(commented).lifecycle).toBe('approved');
    else expect(() => approved(commented)).toThrow(new BlockedByComments(_open));
    if (message !== null) expect(() => approved(commented)).toThrow(message);
  });
});

describe('rejecting', () => {
  it('keeps the reason and publishes nothing', () => {
    const waiting = aCertificate();
    expect(reject(waiting, 'The photo cannot be read.', LATER)).toEqual({
      ...waiting,
      lifecycle: 'rejected',
      rejectionReason: 'The photo cannot be read.',
      reviewedAt: LATER,
      version: 2,
    });
  });

  it('is told apart from what the lab withdrew itself', () => {
    const waiting = aCertificate();
    expect(reject(waiting, 'No.', LATER).takenBack).toBe(false);
    expect(withdrawUnpublished(waiting, 'Sent by mistake.', LATER)).toEqual({
      ...reject(waiting, 'Sent by mistake.', LATER),
      takenBack: true,
    });
  });
});

describe('asking for changes', () => {
  it('keeps the comments, after those of earlier rounds', () => {
    const [first, second] = [aComment(), aComment({ code: 'date-mismatch' })];
    const again = resubmit(requestChanges(aCertificate(), [first], NOW), aDraft(), NOW);
    expect(requestChanges(again, [second], LATER)).toMatchObject({
      lifecycle: 'changes_requested',
      comments: [first, second],
      reviewedAt: LATER,
    });
  });

  it('needs something major', () => {
    const expected = [{ field: 'comments', message: 'Explain what needs to change' }];
    expect(fieldsOf(() => requestChanges(aCertificate(), [aComment({ weight: 'advisory' })], NOW))).toEqual(expected);
    const settled = aComment({ settledAt: NOW.toISOString() });
    expect(fieldsOf(() => requestChanges(aCertificate(), [settled], NOW))).toEqual(expected);
    expect(fieldsOf(() => requestChanges(addComment(aCertificate(), [aComment()]), [], NOW))).toEqual([]);
  });
});

describe('the answer to a request for changes', () => {
  it('takes the place of what was sent, and waits with a new due date; comments stay', () => {
    const before = sentBack(aCertificate({ notes: 'Old.', coaFileUrl: 'https://lab.example/1.pdf' }));
    const draft = aDraft({ batchId: 'Right ', productName: 'Tea 5 mg', thcContent: 3, labName: 'New Lab' });
    const after = resubmit(before, draft, LATER);
    expect(after).toMatchObject({
      id: before.id,
      reference: before.reference,
      createdAt: before.createdAt,
      comments: before.comments,
      batchId: 'Right',
      batchKey: 'right',
      labKey: 'new lab',
      underDosed: true,
      notes: null,
      coaFileUrl: null,
      lifecycle: 'pending',
      reviewDueDate: '2026-11-27',
      reviewedAt: null,
      version: 3,
    });
    expect(after.searchText).toContain(' tea 5 mg ');
  });

  it('is checked as a submission is', () => {
    const before = sentBack(aCertificate());
    expect(fieldsOf(() => resubmit(before, aDraft({ thcContent: -1 }), NOW)).map(({ field }) => field)).toEqual([
      'thcContent',
    ]);
  });

  it('keeps who sent it and what it amends', () => {
    const lab = { source: 'lab', labId: ID } as const;
    const original = approved(aCertificate());
    const before = sentBack(anAmendment(original, {}, { sender: lab }));
    expect(resubmit(before, aDraft(), NOW)).toMatchObject({
      ...lab,
      supersedes: original.id,
      amendmentReason: before.amendmentReason,
    });
  });

  it("of a laboratory before anybody looked keeps the due date; afterwards it is a new one's", () => {
    const waiting = aCertificate();
    expect(correct(waiting, aDraft(), LATER).reviewDueDate).toBe(waiting.reviewDueDate);
    expect(correct(sentBack(waiting), aDraft(), LATER).reviewDueDate).toBe('2026-11-27');
  });
});

describe('comments', () => {
  it.each(Object.keys(COMMENT_CODES).filter((code) => code !== 'other'))('of the code %s need no words', (code) => {
    const draft = { code: code as 'other', weight: 'major', text: null } as const;
    expect(createComment(draft, 0, ID, ACTOR, NOW)).toEqual({
      ...draft,
      id: ID,
      by: 'robin',
      at: '2026-11-20T15:00:00.000Z',
      settledAt: null,
    });
  });

  it.each([[null], ['']])('of another kind need words, and %j are none', (text) => {
    const draft = { code: 'other', weight: 'advisory', text } as const;
    expect(fieldsOf(() => createComment(draft, 3, ID, ACTOR, NOW))).toEqual([
      { field: 'comments.3.text', message: 'Explain what is wrong' },
    ]);
    expect(createComment({ ...draft, text: 'Too dark.' }, 3, ID, ACTOR, NOW)).toMatchObject({ text: 'Too dark.' });
  });

  it('are settled one by one, once', () => {
    const [one, other] = [aComment(), aComment()];
    const commented = addComment(aCertificate(), [one, other]);
    const settled = resolveComment(commented, one.id, LATER);
    expect(settled.comments).toEqual([{ ...one, settledAt: LATER.toISOString() }, other]);
    expect(() => resolveComment(settled, one.id, LATER)).toThrow(CommentNotFound);
    expect(() => resolveComment(settled, ID, LATER)).toThrow(CommentNotFound);
    expect(approved(resolveComment(settled, other.id, LATER)).lifecycle).toBe('approved');
  });
});

describe('withdrawing', () => {
  it('keeps why and when, and everything that was published', () => {
    const current = approved(aCertificate());
    expect(withdraw(current, 'Void.', LATER)).toEqual({
      ...current,
      lifecycle: 'withdrawn',
      withdrawalReason: 'Void.',
      endedAt: LATER,
      version: 3,
    });
  });
});

describe('an amendment', () => {
  const original = approved({ ...aCertificate({ batchId: 'x' }), demonstration: true });
  const draft = aDraft({ batchId: 'y', productName: 'Right 10 mg' });

  it('is a submission of its own that says what it is to replace and why', () => {
    const amendment = amend(original, { draft, reason: 'A mistake.' }, ID, LATER, FORM_SUBMITTER);
    expect(amendment).toMatchObject({
      id: ID,
      lifecycle: 'pending',
      version: 1,
      batchId: 'y',
      createdAt: LATER,
      brandId: null,
      supersedes: original.id,
      amendmentReason: 'A mistake.',
      demonstration: true,
      source: 'submitter',
    });
  });

  it('of an amendment replaces the last one', () => {
    const second = approved(anAmendment(original));
    expect(anAmendment(second).supersedes).toBe(second.id);
  });

  it('ends what it replaces, which keeps everything that was published', () => {
    expect(supersede(original, LATER)).toEqual({
      ...original,
      lifecycle: 'superseded',
      endedAt: LATER,
      version: 3,
    });
  });
});

describe('the version that somebody saw', () => {
  it.each([
    [2, false],
    [1, true],
    [3, true],
    [0, true],
    [Number.NaN, true],
  ])('of one that has version 2, when it is %d, is stale: %j', (seen, isStale) => {
    const check = () => assertVersion(approved(aCertificate()), seen);
    if (isStale) expect(check).toThrow(ChangedMeanwhile);
    else expect(check).not.toThrow();
  });
});

it.each([
  [new AlreadyDecided(), 'conflict', 'already-decided'],
  [new NotPublished(), 'conflict', 'not-published'],
  [new NotAwaitingChanges(), 'conflict', 'not-awaiting-changes'],
  [new AmendmentUnderWay(), 'conflict', 'amendment-under-way'],
  [new BlockedByComments(1), 'conflict', 'blocked-by-comments'],
  [new CommentNotFound(), 'not-found', 'comment-not-found'],
  [new ChangedMeanwhile(), 'stale', 'changed-meanwhile'],
])('%s is a problem of its kind', (error, kind, code) => {
  expect(error).toMatchObject({ kind, code });
  expect(error.message).toMatch(/^[A-Z][^!]+\.$/);
});

describe('the audit entry of a change', () => {
  const waiting = aCertificate({ batchId: '#C9030' });
  const facts = {
    reference: waiting.reference,
    productName: 'Yuzu Seltzer 5 mg',
    batchId: '#C9030',
    thcContent: 4.82,
    cbdContent: 0.4,
    testDate: '2026-10-14',
    labName: 'Example Analytical',
    takenBack: false,
    rejectionReason: null,
    withdrawalReason: null,
    supersedes: null,
    amendmentReason: null,
    overrideReason: null,
    failureDismissal: null,
    spotCheck: null,
    comments: [],
    documentId: null,
    documentAbsence: null,
  };

  it('names what was changed, when, and by whom', () => {
    const after = approve(waiting, PASSED, LATER);
    expect(changeEntry('submission.approved', waiting, after, ACTOR, LATER)).toEqual({
      at: LATER,
      actor: ACTOR,
      action: 'submission.approved',
      subject: `certificate:${waiting.id}`,
      before: {
        ...facts,
        status: 'pending',
        submissionStatus: 'pending',
        version: 1,
        panels: waiting.testResults.panels,
      },
      after: {
        ...facts,
        status: 'passed',
        submissionStatus: 'approved',
        version: 2,
        panels: PASSED.panels,
        documentAbsence: 'paper-only',
      },
    });
  });

  it.each<[string, Certificate, object]>([
    ['a rejection gives the reason', reject(waiting, 'Wrong batch.', LATER), { rejectionReason: 'Wrong batch.' }],
    [
      'a request for changes gives code and weight of the comments',
      sentBack(waiting),
      { comments: [{ code: 'batch-mismatch', weight: 'major', settled: false }] },
    ],
    [
      'a settlement says so',
      resolveComment(addComment(waiting, [aComment({ id: COMMENT })]), COMMENT, LATER),
      { comments: [{ code: 'batch-mismatch', weight: 'major', settled: true }] },
    ],
    ['a withdrawal gives the reason', withdraw(approved(waiting), 'Void.', LATER), { withdrawalReason: 'Void.' }],
  ])('of %s', (_what, after, expected) => {
    expect(changeEntry('x', waiting, after, ACTOR, LATER).after).toMatchObject(expected);
  });

  it('holds nothing of the submitter', () => {
    const personal = fc.stringMatching(/^[a-z]{12,20}$/).map((text) => `personal-${text}`);
    const contact = fc.record<Partial<CertificateDraft>>({
      contactName: personal,
      contactEmail: personal,
      website: personal,
      notes: personal,
      coaFileUrl: personal,
      submittedResults: personal,
    });
    fc.assert(
      fc.property(contact, (differing) => {
        for (const where of LIFECYCLES) {
          const coa = standing(where, differing);
          expect(JSON.stringify(changeEntry('x', coa, coa, ACTOR, NOW))).not.toContain('personal-');
        }
      }),
    );
  });
});
