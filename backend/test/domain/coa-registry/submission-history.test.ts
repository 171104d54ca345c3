import type { Certificate } from '../../../src/domain/coa-registry/certificate/certificate.js';
import { changeEntry } from '../../../src/domain/coa-registry/certificate/certificate-audit.js';
import { addComment, resolveComment } from '../../../src/domain/coa-registry/review/review.js';
import { historyOf } from '../../../src/domain/coa-registry/review/submission-history.js';
import { correct, resubmit, withdrawUnpublished } from '../../../src/domain/coa-registry/submission/sender-changes.js';
import { withoutSubmitter } from '../../../src/domain/coa-registry/submission/submitter-data.js';
import type { Actor, AuditEntry } from '../../../src/domain/shared/audit.js';
import {
  ACTOR,
  aCertificate,
  aComment,
  aDraft,
  anAmendment,
  approved,
  NOW,
  rejected,
  sentBack,
  superseded,
  withdrawn,
} from '../../support/builders.js';

const NO_LINKS = { original: null, replacement: null };
const SUBMITTER: Actor = { id: 'submitter', name: 'submitter' };
const LAB: Actor = { id: 'lab:1', name: 'Example Analytical' };

/** Takes a certificate from step to step, with an entry for each, as the registry does. */
function story(first: Certificate, steps: readonly (readonly [string, Actor, (one: Certificate) => Certificate])[]) {
  let certificate = first;
  const entries: AuditEntry[] = [];
  for (const [action, actor, step] of steps) {
    const after = step(certificate);
    entries.push(changeEntry(action, certificate, after, actor, new Date(NOW.getTime() + entries.length * 1000)));
    certificate = after;
  }
  return { certificate, entries };
}

describe('the history of a submission', () => {
  it('names who submitted, commented, requested changes, revised, resolved and approved', () => {
    const comment = aComment({ text: 'The report says #C9031.' });
    const noted = aComment({ weight: 'advisory', text: 'A scan would help.' });
    const { certificate, entries } = story(aCertificate(), [
      ['submission.commented', { ...ACTOR, name: 'kim' }, (one) => addComment(one, [noted])],
      ['submission.changes-requested', ACTOR, (one) => sentBack(one, comment)],
      ['submission.resubmitted', SUBMITTER, (one) => resubmit(one, aDraft(), NOW)],
      ['submission.comment-settled', ACTOR, (one) => resolveComment(one, comment.id, NOW)],
      ['submission.approved', ACTOR, (one) => approved(one)],
    ]);
    const history = historyOf(certificate, entries.toReversed(), NO_LINKS);
    expect(history.map(({ type, by, role }) => `${type} ${by} ${role}`)).toEqual([
      'received null submitter',
      'commented kim staff',
      'changes-requested robin staff',
      'resubmitted null submitter',
      'comment-resolved robin staff',
      'approved robin staff',
    ]);
    expect(history.map(({ comments }) => comments.map(({ text }) => text))).toEqual([
      [],
      ['A scan would help.'],
      ['The report says #C9031.'],
      [],
      ['The report says #C9031.'],
      [],
    ]);
    expect(history.at(-1)?.verdict).toMatchObject({ status: 'passed', panels: { pesticides: 'passed' } });
  });

  it('tells a correction from an answer to a request, and a rejection from what the lab withdrew', () => {
    const sent = aCertificate({}, NOW, { source: 'lab', labId: 'd0000000-0000-4000-8000-000000000002' });
    const { certificate, entries } = story(sent, [
      ['submission.corrected', LAB, (one) => correct(one, aDraft(), NOW)],
      ['submission.changes-requested', ACTOR, (one) => sentBack(one)],
      ['submission.corrected', LAB, (one) => correct(one, aDraft(), NOW)],
      ['submission.taken-back', LAB, (one) => withdrawUnpublished(one, 'Sent twice.', NOW)],
    ]);
    const history = historyOf(certificate, entries, NO_LINKS);
    expect(history.map(({ type, by }) => `${type} ${by}`)).toEqual([
      'received Example Analytical',
      'corrected Example Analytical',
      'changes-requested robin',
      'resubmitted Example Analytical',
      'taken-back Example Analytical',
    ]);
    expect(history.at(-1)?.reason).toContain('Sent twice.');
  });

  it('shows a withdrawal that was logged as a rejection by the lab', () => {
    const { certificate, entries } = story(aCertificate(), [
      ['submission.rejected', LAB, (one) => withdrawUnpublished(one, 'Sent twice.', NOW)],
    ]);
    const last = historyOf(certificate, entries, NO_LINKS).at(-1);
    expect(last).toMatchObject({ type: 'taken-back', reason: expect.stringContaining('Sent twice.') });
  });

  it('gives the reason of a rejection and of a withdrawal', () => {
    const no = story(aCertificate(), [['submission.rejected', ACTOR, (one) => rejected(one, 'Unreadable.')]]);
    expect(historyOf(no.certificate, no.entries, NO_LINKS).at(-1)).toMatchObject({
      type: 'rejected',
      reason: 'Unreadable.',
      by: 'robin',
    });
    const gone = story(approved(aCertificate()), [['certificate.withdrawn', ACTOR, (one) => withdrawn(one)]]);
    expect(historyOf(gone.certificate, gone.entries, NO_LINKS).at(-1)).toMatchObject({
      type: 'withdrawn',
      reason: 'The lab voided the result.',
    });
  });

  it('leads to what it amends and to what replaced it', () => {
    const original = approved(aCertificate());
    const links = { original: { id: '1', reference: 'CB-1' }, replacement: { id: '2', reference: 'CB-2' } };
    const ended = story(original, [['certificate.superseded', ACTOR, (one) => superseded(one)]]);
    expect(historyOf(ended.certificate, ended.entries, { ...links, original: null }).at(-1)).toMatchObject({
      type: 'replaced',
      link: links.replacement,
    });
    const amendment = anAmendment(original);
    expect(historyOf(amendment, [], { ...links, replacement: null })[0]).toMatchObject({
      type: 'received',
      link: links.original,
      reason: 'The container size was wrong.',
    });
  });

  it('names no submitter whose contact details were erased', () => {
    const { certificate, entries } = story(sentBack(aCertificate()), [
      ['submission.resubmitted', SUBMITTER, (one) => resubmit(one, aDraft(), NOW)],
    ]);
    expect(historyOf(certificate, entries, NO_LINKS).map(({ isErased }) => isErased)).toEqual([false, false]);
    const erased = historyOf(withoutSubmitter(certificate, NOW), entries, NO_LINKS);
    expect(erased.map(({ isErased }) => isErased)).toEqual([true, true]);
  });

  it('leaves out what it does not know', () => {
    const { certificate, entries } = story(aCertificate(), [['submission.stamped', ACTOR, (one) => rejected(one)]]);
    expect(historyOf(certificate, entries, NO_LINKS)).toHaveLength(1);
  });
});
