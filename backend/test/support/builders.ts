import { randomUUID } from 'node:crypto';
import {
  type Approval,
  approve,
  type Certificate,
  type CertificateDraft,
  submit,
} from '../../src/domain/coa-registry/certificate.js';

export const NOW = new Date('2026-11-20T15:00:00Z');

export const ACTOR = { id: 'd0000000-0000-4000-8000-000000000001', name: 'robin' };

/** A complete submission; say only what the test is about. */
export function aDraft(differing: Partial<CertificateDraft> = {}): CertificateDraft {
  return {
    brandName: 'Juniper & Tide',
    contactName: 'Robin Vale',
    contactEmail: 'robin@juniper-tide.example',
    website: 'https://juniper-tide.example',
    productName: 'Yuzu Seltzer 5 mg',
    batchId: `#${randomUUID().slice(0, 8)}`,
    thcContent: 4.82,
    cbdContent: 0.4,
    testDate: '2026-10-14',
    labName: 'Example Analytical',
    notes: null,
    coaFileUrl: null,
    analytes: [],
    ...differing,
  };
}

/** A certificate that waits for review. */
export function aCoa(differing: Partial<CertificateDraft> = {}, at = NOW): Certificate {
  return submit(aDraft(differing), randomUUID(), at);
}

export const PASSED: Approval = {
  status: 'passed',
  panels: { pesticides: 'passed', heavyMetals: 'passed', microbials: 'passed', residualSolvents: 'passed' },
};

/** The same certificate, as a reviewer approved it. */
export const approved = (certificate: Certificate, differing: Partial<Approval> = {}): Certificate =>
  approve(certificate, { ...PASSED, ...differing }, NOW);
