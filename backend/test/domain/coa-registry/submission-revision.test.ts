import { finding } from '../../../src/domain/coa-registry/certificate/finding.js';
import {
  compareFindings,
  needsRevision,
  revisionOf,
} from '../../../src/domain/coa-registry/certificate/submission-revision.js';
import { aCertificate, aComment, NOW } from '../../support/builders.js';

const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const lead = finding('over-limit', 'error', 'testResults', 'Lead is above its limit.');
const arsenic = finding('over-limit', 'error', 'testResults', 'Arsenic is above its limit.');
const aged = (days: number) =>
  finding('test-older-than-a-year', 'warning', 'testDate', `The test is ${days} days old.`);

describe('a revision', () => {
  const certificate = aCertificate({
    notes: 'Call me at home.',
    labReportId: 'EA-1',
    submittedResults: { sampledBy: 'Robin Vale' },
  });

  it('holds what a sender can change, and what was found in it', () => {
    const revision = revisionOf(certificate, [lead], NOW);
    const { id: certificateId, version } = certificate;
    expect(revision).toMatchObject({ certificateId, version, replacedAt: NOW, findings: [lead] });
    const { brandName, batchId, thcContent, labReportId, testResults, contactEmail, notes } = certificate;
    expect(revision).toMatchObject({ brandName, batchId, thcContent, labReportId, testResults, contactEmail, notes });
  });
});

describe('what it said before is stored', () => {
  const last = { replacedAt: at(10) };

  it('the first time it is sent again', () => expect(needsRevision(aCertificate(), null)).toBe(true));

  it.each([
    ['no reviewer acted', aCertificate(), false],
    ['a reviewer had acted before', { comments: [aComment({ at: at(5).toISOString() })], reviewedAt: at(5) }, false],
    ['a reviewer commented', { comments: [aComment({ at: at(11).toISOString() })], reviewedAt: null }, true],
    [
      'a reviewer resolved a comment',
      { comments: [aComment({ settledAt: at(11).toISOString() })], reviewedAt: null },
      true,
    ],
    ['a reviewer requested changes', { comments: [], reviewedAt: at(11) }, true],
  ])('and again when since then %s: %#', (_what, certificate, expected) => {
    expect(needsRevision(certificate, last)).toBe(expected);
  });
});

describe('the findings now and before', () => {
  it.each([
    ['the same', [lead], [lead], [], []],
    ['another analyte', [lead], [arsenic], [arsenic], [lead]],
    ['one more', [lead], [arsenic, lead], [arsenic], []],
    ['none left', [lead, arsenic], [], [], [lead, arsenic]],
    ['a test that grew older', [aged(366)], [aged(380)], [], []],
  ])('%s', (_what, before, now, added, resolved) => {
    expect(compareFindings(before, now)).toEqual({ added, resolved });
  });
});
