import {
  acknowledge,
  decide,
  dueDay,
  isOverdue,
  newReport,
  nextStep,
  type ProblemReport,
  recordHearing,
} from '../../../src/domain/hearing/hearing.js';
import { outcomeSentence, PROBLEM_OUTCOMES } from '../../../src/domain/shared/public-problem.js';
import { ACTOR } from '../../support/builders.js';

/** The Wednesday before Thanksgiving, in the evening in New York and already Thursday in UTC. */
const REPORTED_AT = new Date('2026-11-26T03:00:00Z');
const LATER = new Date('2026-11-27T15:00:00Z');

const aReport = (): ProblemReport & { certificate: string; lifecycle: 'approved' } => ({
  ...newReport(
    { reason: 'other_batch', text: 'The can has another lot number.', email: null },
    '0f8fad5b-d9cb-469f-a165-70867728950e',
    REPORTED_AT,
  ),
  certificateId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  certificate: 'CB-7K3M-9QXD',
  lifecycle: 'approved',
});

const FOUND = { outcome: 'no_error', sentence: 'The lot number matches' } as const;

describe('a reported problem', () => {
  it('is due on business days in Eastern time, without Thanksgiving', () => {
    expect((['acknowledgment', 'hearing', 'outcome'] as const).map((step) => dueDay(REPORTED_AT, step))).toEqual([
      '2026-11-27',
      '2026-12-03',
      '2026-12-10',
    ]);
  });

  it('goes from step to step, and the next one is due each time', () => {
    const steps = [aReport(), acknowledge(aReport(), LATER), recordHearing(aReport(), LATER)];
    expect(steps.map((report) => [nextStep(report), report.dueBy, report.version])).toEqual([
      ['acknowledgment', '2026-11-27', 1],
      ['hearing', '2026-12-03', 2],
      ['outcome', '2026-12-10', 2],
    ]);
    const closed = decide(aReport(), FOUND, LATER, ACTOR);
    expect(nextStep(closed)).toBeNull();
    expect(closed).toMatchObject({ dueBy: null, acknowledgedAt: LATER, closedAt: LATER, decidedBy: ACTOR.name });
    expect([acknowledge(closed, LATER), recordHearing(closed, LATER)]).toEqual([closed, closed]);
  });

  it('is overdue once its day has ended in Eastern time', () => {
    expect(isOverdue(aReport(), new Date('2026-11-28T04:59:59Z'))).toBe(false);
    expect(isOverdue(aReport(), new Date('2026-11-28T05:00:00Z'))).toBe(true);
    expect(isOverdue(decide(aReport(), FOUND, LATER, ACTOR), new Date('2030-01-01'))).toBe(false);
  });

  it.each(PROBLEM_OUTCOMES)('needs the hearing before anything is found against the certificate: %s', (outcome) => {
    const decision = () => decide(aReport(), { ...FOUND, outcome }, LATER, ACTOR);
    if (outcome === 'no_error' || outcome === 'dismissed') expect(decision().outcome).toBe(outcome);
    else expect(decision).toThrow('First hear the brand and the laboratory of CB-7K3M-9QXD');
  });

  it.each([
    ['corrected', 'superseded'],
    ['withdrawn', 'withdrawn'],
  ] as const)('has the outcome %s only if the certificate is %s', (outcome, lifecycle) => {
    const heard = { ...aReport(), ...recordHearing(aReport(), LATER) };
    expect(() => decide(heard, { ...FOUND, outcome }, LATER, ACTOR)).toThrow('CB-7K3M-9QXD');
    expect(decide({ ...heard, lifecycle }, { ...FOUND, outcome }, LATER, ACTOR).outcome).toBe(outcome);
  });

  it('keeps the time of its first outcome when that is replaced', () => {
    const closed = { ...aReport(), ...decide(aReport(), FOUND, LATER, ACTOR) };
    const again = decide(closed, { ...FOUND, sentence: 'It was another one.' }, new Date('2026-12-01'), ACTOR);
    expect(again).toMatchObject({ closedAt: LATER, sentence: 'It was another one.', version: 3 });
  });

  it.each(['Ask sam@mail.example', 'Call (555) 123-4567', 'See www.lab.example'])(
    'is refused the sentence %s',
    (sentence) => {
      expect(() => decide(aReport(), { ...FOUND, sentence }, LATER, ACTOR)).toThrow(
        expect.objectContaining({ fields: [expect.objectContaining({ field: 'sentence' })] }),
      );
    },
  );

  it('is said in words that are never those of its reporter', () => {
    const sentence = outcomeSentence({
      ...FOUND,
      reportedOn: '2026-11-25',
      reason: 'other_batch',
      sentence: 'It fits.',
    });
    expect(sentence).toBe(
      'A problem was reported on November 25, 2026: it may be about another product or batch. Outcome: we found no error. It fits.',
    );
  });
});
