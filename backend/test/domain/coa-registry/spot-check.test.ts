import { randomUUID } from 'node:crypto';
import { isSampled } from '../../../src/domain/coa-registry/certificate/spot-check.js';
import { confirmSpotCheck, withFinding } from '../../../src/domain/coa-registry/review/review.js';
import { aCertificate, approved, withdrawn } from '../../support/builders.js';

const IDS = Array.from({ length: 20_000 }, () => randomUUID());
const share = (percent: number, hadFinding: boolean) =>
  (100 * IDS.filter((id) => isSampled(id, percent, hadFinding)).length) / IDS.length;

describe('the sample of what is published without a reviewer', () => {
  it.each([
    [0, false, 0],
    [2, false, 2],
    [2, true, 10],
    [30, true, 100],
    [100, false, 100],
  ])('of %j percent, after a finding %j, has about %j percent', (percent, hadFinding, expected) => {
    expect(Math.abs(share(percent, hadFinding) - expected)).toBeLessThan(expected % 100 === 0 ? 0.001 : 1.5);
  });

  it('has every certificate after a finding that it had before', () => {
    for (const id of IDS) if (isSampled(id, 2, false)) expect(isSampled(id, 2, true)).toBe(true);
  });
});

describe('a spot check', () => {
  const due = { ...approved(aCertificate()), spotCheck: 'due' } as const;

  it('is confirmed once, and only while the certificate is current', () => {
    const checked = confirmSpotCheck(due);
    expect(checked).toMatchObject({ spotCheck: 'agrees', version: due.version + 1 });
    for (const one of [checked, approved(aCertificate()), withdrawn(due)]) {
      expect(() => confirmSpotCheck(one)).toThrow('already been decided');
    }
  });

  it("is a finding for a lab's certificate only", () => {
    expect(withFinding(due).spotCheck).toBe('due');
    expect(withFinding({ ...due, source: 'lab' }).spotCheck).toBe('differs');
  });
});
