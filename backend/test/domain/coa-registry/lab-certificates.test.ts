import { type Certificate, DuplicateBatch } from '../../../src/domain/coa-registry/certificate/certificate.js';
import {
  AlreadyDecided,
  CertificateNotFound,
  ChangedMeanwhile,
  NotPublished,
} from '../../../src/domain/coa-registry/certificate/certificate-lifecycle.js';
import type { Finding, FindingSeverity } from '../../../src/domain/coa-registry/certificate/finding.js';
import { printedSample } from '../../../src/domain/coa-registry/certificate/printed-sample.js';
import {
  type AnalyteResult,
  type Panel,
  type PanelVerdict,
} from '../../../src/domain/coa-registry/certificate/test-results.js';
import {
  type LabCertificates,
  type LabContent,
  skipsReview,
} from '../../../src/domain/coa-registry/labs/lab-certificates.js';
import type { CallingLab } from '../../../src/domain/shared/calling-lab.js';
import { type FieldError, InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { PANELS } from '../../../src/domain/shared/result-terms.js';
import {
  ACTOR,
  aCertificate,
  aComment,
  aDraft,
  aLine,
  approved,
  NOTHING_AROUND,
  PASSED,
  rejected,
  sentBack,
} from '../../support/builders.js';
import { type OpenedRegistry, openRegistry } from '../../support/open-registry.js';

const LAB: CallingLab = { id: 'a lab', name: 'Example Analytical', trusted: false, keyId: 'a key', isSandbox: false };
const TRUSTED: CallingLab = {
  id: 'another lab',
  name: 'Third Bench',
  trusted: true,
  keyId: 'another key',
  isSandbox: false,
};

let coas: OpenedRegistry['certificates'];
let checkContext: OpenedRegistry['checkContext'];
let notifier: OpenedRegistry['notifier'];
let review: OpenedRegistry['review'];
let certificates: LabCertificates;
beforeEach(() => {
  ({ certificates: coas, checkContext, notifier, review, labs: certificates } = openRegistry());
});

function content(differing: Partial<LabContent> = {}): LabContent {
  const { contactName: _, contactEmail: __, labName: ___, ...draft } = aDraft();
  return { ...draft, labReportId: 'EA-1', reported: PASSED, documentSha256: null, ...differing };
}

const told = () => notifier.events().map(({ type }) => type);

const FUTURE = { testDate: '2199-01-01' };

describe('a certificate of a laboratory', () => {
  it('waits for review in its own name, without a notification', async () => {
    const { certificate, findings } = await certificates.create(LAB, content());
    expect(certificate).toMatchObject({
      source: 'lab',
      labId: LAB.id,
      labName: LAB.name,
      contactName: null,
      contactEmail: null,
      lifecycle: 'pending',
      version: 1,
      outcome: 'pending',
      testResults: { reported: PASSED },
    });
    expect(findings).toEqual([]);
    expect(await coas.byId(certificate.id)).toEqual(certificate);
    expect(told()).toEqual([]);
  });

  it('is published at once when the laboratory is trusted, with what it reports', async () => {
    const { certificate } = await certificates.create(TRUSTED, content());
    expect(certificate).toMatchObject({ lifecycle: 'approved', version: 2, outcome: PASSED.status });
    expect(certificate.testResults.panels).toEqual(PASSED.panels);
    expect(told()).toEqual(['published']);
    expect(coas.audit).toMatchObject([
      { action: 'submission.approved', actor: { id: 'lab:another lab', name: 'Third Bench' } },
    ]);
  });

  it('is neither stored nor published when the notification cannot be queued', async () => {
    notifier.break();
    await expect(certificates.create(TRUSTED, content())).rejects.toThrow('the notifier is broken');
    expect(coas.stored()).toEqual([]);
  });

  it('is refused when its report is published for the batch, and not for another report or laboratory', async () => {
    const batchId = '#C9030';
    await certificates.create(TRUSTED, content({ batchId }));
    await expect(certificates.create(TRUSTED, content({ batchId }))).rejects.toThrow(DuplicateBatch);
    await expect(certificates.create(LAB, content({ batchId }))).resolves.toMatchObject({
      certificate: { lifecycle: 'pending' },
    });
    await expect(certificates.create(TRUSTED, content({ batchId, labReportId: 'EA-2' }))).resolves.toMatchObject({
      certificate: { lifecycle: 'approved', supersedes: null },
    });
    await expect(certificates.create(TRUSTED, content({ batchId, brandName: 'Birch' }))).resolves.toBeDefined();
  });

  it.each<[string, (waiting: Certificate) => Certificate]>([
    ['wait', (one) => one],
    ['wait for changes', (one) => sentBack(one)],
    ['were rejected', (one) => rejected(one)],
  ])('of a trusted laboratory is published, whatever others of the same batch and report %s', async (_, happened) => {
    const batchId = '#C9030';
    const labName = TRUSTED.name;
    const { labReportId } = content();
    await coas.add(happened(aCertificate({ batchId, labName, productName: 'Another product', labReportId })));
    await certificates.create(LAB, content({ batchId }));
    const { certificate } = await certificates.create(TRUSTED, content({ batchId }));
    expect(certificate.lifecycle).toBe('approved');
  });

  it('is compared with what is public and what the laboratory sent itself', async () => {
    checkContext.around = { ...NOTHING_AROUND, sameBatch: [aCertificate({ batchId: 'A-1', labName: LAB.name })] };
    const { findings } = await certificates.create(LAB, content({ batchId: 'A-1' }));
    expect(findings.map(({ code }) => code)).toEqual(['batch-also-waiting']);
    expect(checkContext.asked).toMatchObject([{ labId: LAB.id, viewer: { labId: LAB.id } }]);
  });

  it.each(PANELS.flatMap((panel) => (['failed', 'pending'] as const).map((verdict) => [panel, verdict] as const)))(
    'has not passed with %s %s',
    async (panel: Panel, verdict: PanelVerdict) => {
      const reported = { status: 'passed' as const, panels: { ...PASSED.panels, [panel]: verdict } };
      for (const lab of [LAB, TRUSTED]) {
        const refused = certificates.create(lab, content({ reported }));
        await expect(refused).rejects.toThrow(InvalidInput);
        await expect(refused).rejects.toMatchObject({ fields: [{ field: `panels.${panel}` }] });
      }
    },
  );

  it('is not there for another laboratory', async () => {
    const { certificate } = await certificates.create(LAB, content());
    const { id } = certificate;
    const amendment = { content: content(), reason: 'x' };
    await expect(certificates.byId(TRUSTED, id)).rejects.toThrow(CertificateNotFound);
    await expect(certificates.correct(TRUSTED, id, 'any', content())).rejects.toThrow(CertificateNotFound);
    await expect(certificates.amend(TRUSTED, id, 'any', amendment)).rejects.toThrow(CertificateNotFound);
    await expect(certificates.withdraw(TRUSTED, id, 'any', 'x')).rejects.toThrow(CertificateNotFound);
    for (const name of [id, certificate.reference]) {
      await expect(certificates.idOf(TRUSTED, name)).rejects.toThrow(CertificateNotFound);
    }
    const visitors = aCertificate();
    await coas.add(visitors);
    await expect(certificates.byId(LAB, visitors.id)).rejects.toThrow(CertificateNotFound);
  });
});

describe('review is skipped', () => {
  const finding = (severity: FindingSeverity): Finding => ({
    code: 'duplicate',
    field: 'batchId',
    message: 'x',
    severity,
  });
  const major = aComment({ weight: 'major' });
  const settled = { ...major, settledAt: '2026-11-20T15:00:00.000Z' };

  it.each<[boolean, string, CallingLab, Partial<Certificate>, Finding[]]>([
    [true, 'for a trusted laboratory', TRUSTED, {}, []],
    [false, 'for no other', LAB, {}, []],
    [false, 'for what staff entered', TRUSTED, { source: 'staff' }, []],
    [true, 'with warnings and notices', TRUSTED, {}, [finding('warning'), finding('notice')]],
    [false, 'with an error', TRUSTED, {}, [finding('warning'), finding('error')]],
    [false, 'with an open major comment', TRUSTED, { comments: [major] }, []],
    [true, 'with settled and advisory ones', TRUSTED, { comments: [settled, { ...major, weight: 'advisory' }] }, []],
  ])('%s: %s', (isSkipped, _, lab, differing, findings) => {
    expect(skipsReview(lab, { ...aCertificate(), source: 'lab', ...differing }, findings)).toBe(isSkipped);
  });
});

describe('what contradicts itself waits for a person, also from a trusted laboratory', () => {
  const lines = (differing: Partial<AnalyteResult>): Partial<LabContent> => ({
    analytes: [aLine({ value: null, ...differing })],
  });
  const lead = (valueText: string, differing: Partial<AnalyteResult> = {}) =>
    lines({ valueText, limit: 0.5, ...differing });
  const pathogen = (name: string, valueText: string) => lines({ panel: 'microbials', name, valueText, unit: null });
  const thc = (valueText: string, unit: string, value: number | null = Number(valueText)) =>
    lines({ panel: 'cannabinoids', name: 'Δ9-THC', valueText, unit, value, loq: value === null ? 0.068 : null });
  const CAN = { containerVolume: { amount: '355', unit: 'mL' } } as const;
  const inCan = (content: Partial<LabContent>) => ({ ...content, sample: printedSample(CAN) });
  const mass = printedSample({ ...CAN, densityGPerMl: '1.00', containerMass: { amount: '900', unit: 'g' } });

  it.each<[string, Partial<LabContent>, string]>([
    ['lead "0.81" without a number', lead('0.81'), 'over-limit'],
    ['lead ">0.5"', lead('>0.5'), 'over-limit'],
    ['lead "FAIL"', lead('FAIL'), 'over-limit'],
    ['lead "0.9" beside the number 0.4', lead('0.9', { value: 0.4 }), 'over-limit'],
    ['Salmonella "Detected in 25 g"', pathogen('Salmonella', 'Detected in 25 g'), 'over-limit'],
    ['STEC "Positive"', pathogen('STEC', 'Positive'), 'over-limit'],
    ['a panel with a line "NT"', lead('NT'), 'panel-line-open'],
    ['a comma for a decimal', lead('0,125'), 'panel-line-open'],
    ['0.05 mg/mL in 355 mL', inCan(thc('0.05', 'mg/mL')), 'thc-line-above-total'],
    ['1 mg/mL in 355 mL', inCan(thc('1', 'mg/mL')), 'thc-line-above-total'],
    ['0.5 %', thc('0.5', '%'), 'concentration-mismatch'],
    ['25 mg/can', thc('25', 'mg/can'), 'thc-line-above-total'],
    ['a line "<LOQ"', thc('<LOQ', 'mg/g', null), 'thc-not-measured'],
    ['a failure without a failed panel', { reported: { ...PASSED, status: 'failed' } }, 'status-panels-differ'],
    ['355 mL at 1.00 g/mL beside 900 g', { sample: mass }, 'sample-contradicts'],
    ['another day of the analysis', { sample: printedSample({ testedOn: '2022-10-14' }) }, 'test-dates-differ'],
    ['a unit that no report uses', lead('0.1', { unit: 'banana/hour' }), 'unit-unknown'],
  ])('%s', async (_what, differing, code) => {
    const { certificate, findings } = await certificates.create(TRUSTED, content(differing));
    expect(certificate.lifecycle).toBe('pending');
    expect(findings).toContainEqual(expect.objectContaining({ code, severity: 'error' }));
  });
});

describe('who changes one', () => {
  it('has seen its version, or says that any will do', async () => {
    const { certificate } = await certificates.create(LAB, content());
    const correct = (seen: readonly number[] | 'any') => certificates.correct(LAB, certificate.id, seen, content());
    for (const seen of [[], [2], [0]]) await expect(correct(seen)).rejects.toThrow(ChangedMeanwhile);
    expect((await correct([7, 1])).certificate.version).toBe(2);
    expect((await correct('any')).certificate.version).toBe(3);
  });

  it('is told that it was decided rather than that it was changed', async () => {
    const { certificate } = await certificates.create(TRUSTED, content());
    await expect(certificates.correct(TRUSTED, certificate.id, [1], content())).rejects.toThrow(AlreadyDecided);
  });

  it('publishes it by putting right what a machine found, if trusted', async () => {
    for (const lab of [LAB, TRUSTED]) {
      const { certificate, findings } = await certificates.create(lab, content(FUTURE));
      expect(certificate.lifecycle).toBe('pending');
      expect(findings).toMatchObject([{ code: 'test-date-in-future' }]);
      const corrected = await certificates.correct(lab, certificate.id, [1], content());
      expect(corrected.certificate.lifecycle).toBe(lab.trusted ? 'approved' : 'pending');
      expect(corrected.findings).toEqual([]);
    }
  });

  it('replaces what was published at once, if trusted', async () => {
    const { certificate } = await certificates.create(TRUSTED, content({ batchId: '#C9030' }));
    const amendment = { content: content({ batchId: '#C9030', thcContent: 5 }), reason: 'Size' };
    const { certificate: after } = await certificates.amend(TRUSTED, certificate.id, [2], amendment);
    expect(after).toMatchObject({ lifecycle: 'approved', supersedes: certificate.id, amendmentReason: 'Size' });
    expect((await certificates.byId(TRUSTED, certificate.id)).certificate.lifecycle).toBe('superseded');
    expect(told()).toEqual(['published', 'amended', 'published']);
    await expect(certificates.amend(TRUSTED, certificate.id, 'any', amendment)).rejects.toThrow(NotPublished);
  });

  it('leaves an amendment with an error to a reviewer, also if trusted', async () => {
    const { certificate } = await certificates.create(TRUSTED, content());
    const amendment = { content: content(FUTURE), reason: 'Size' };
    const { certificate: after } = await certificates.amend(TRUSTED, certificate.id, [2], amendment);
    expect(after.lifecycle).toBe('pending');
    expect((await coas.byId(certificate.id))?.lifecycle).toBe('approved');
  });

  it('keeps the published version while its replacement is in review', async () => {
    const { certificate } = await certificates.create(LAB, content({ batchId: '#C9030' }));
    await review.approve(certificate.id, { version: 1, documentId: null }, PASSED, ACTOR);
    const amendment = { content: content({ batchId: '#C9030' }), reason: 'Size' };
    const { certificate: after } = await certificates.amend(LAB, certificate.id, [2], amendment);
    expect(after.lifecycle).toBe('pending');
    expect((await certificates.byId(LAB, certificate.id)).certificate.lifecycle).toBe('approved');
  });

  it('keeps its name and report number in an amendment by staff', async () => {
    const { certificate } = await certificates.create(TRUSTED, content());
    const amendment = { draft: aDraft(), documentId: null, reason: 'Size' };
    const after = await review.amendAsStaff(certificate.id, 2, amendment, PASSED, ACTOR);
    expect(after).toMatchObject({ source: 'staff', labId: TRUSTED.id, labReportId: 'EA-1' });
  });

  it('withdraws what is published, and what is not', async () => {
    const { certificate: published } = await certificates.create(TRUSTED, content());
    const { certificate: waiting } = await certificates.create(TRUSTED, content(FUTURE));
    const withdrawn = await certificates.withdraw(TRUSTED, published.id, [2], 'Mixed up');
    expect(withdrawn.certificate).toMatchObject({ lifecycle: 'withdrawn', withdrawalReason: 'Mixed up' });
    const takenBack = await certificates.withdraw(TRUSTED, waiting.id, [1], 'Mixed up');
    const rejectionReason = 'Mixed up';
    expect(takenBack.certificate).toMatchObject({ lifecycle: 'rejected', takenBack: true, rejectionReason });
    expect(takenBack.findings).toEqual([]);
    expect(told()).toEqual(['published', 'withdrawn', 'withdrawn']);
    await expect(certificates.withdraw(TRUSTED, waiting.id, 'any', 'x')).rejects.toThrow(NotPublished);
  });
});

describe('a rehearsal', () => {
  const wrong = (field: string) => ({ field, message: 'x' });

  it('finds nothing wrong with what is right', async () => {
    const { isAcceptable, errors, findings } = await certificates.dryRun(LAB, content(), []);
    expect({ isAcceptable, errors, findings }).toEqual({ isAcceptable: true, errors: [], findings: [] });
  });

  it('finds what a report that is published would be refused for', async () => {
    const { name: labName } = TRUSTED;
    const published = approved(aCertificate({ batchId: '#C9030', labName, labReportId: content().labReportId }));
    checkContext.around = { ...NOTHING_AROUND, sameBatch: [published] };
    const again = await certificates.dryRun(TRUSTED, content({ batchId: '#C9030' }), []);
    expect(again.isAcceptable).toBe(false);
    expect(again.findings.map(({ code }) => code)).toContain('duplicate');
    const retest = await certificates.dryRun(LAB, content({ batchId: '#C9030' }), []);
    expect(retest.isAcceptable).toBe(true);
    expect(retest.findings.map(({ code }) => code)).toEqual(['batch-from-other-lab', 'retest']);
  });

  it('accepts what only a reviewer may weigh', async () => {
    const { isAcceptable, findings } = await certificates.dryRun(LAB, content(FUTURE), []);
    expect({ isAcceptable, codes: findings.map(({ code }) => code) }).toEqual({
      isAcceptable: true,
      codes: ['test-date-in-future'],
    });
  });

  it.each([
    ['testDate', ['far-over-label', 'thc-implausible']],
    ['productName', ['test-date-in-future', 'thc-implausible']],
    ['thcContent', ['test-date-in-future']],
  ])('says nothing that rests on an unreadable %s', async (field, left) => {
    const sent = content({ ...FUTURE, thcContent: 480 });
    const { isAcceptable, errors, findings } = await certificates.dryRun(LAB, sent, [wrong(field)]);
    expect({ isAcceptable, errors }).toEqual({ isAcceptable: false, errors: [wrong(field)] });
    expect(findings.map(({ code }) => code)).toEqual(left);
  });

  it('compares lines with the panels that are reported, unless those are unusable', async () => {
    const analytes = [aLine({ valueText: '0.81', value: 0.81, limit: 0.5 })];
    const panels = { ...PASSED.panels, heavyMetals: 'failed' } as const;
    const codes = async (sent: LabContent, unreadable: FieldError[] = []) =>
      (await certificates.dryRun(LAB, sent, unreadable)).findings.map(({ code }) => code);
    expect(await codes(content({ analytes }))).toEqual(['over-limit']);
    expect(await codes(content({ analytes, reported: { status: 'failed', panels } }))).toEqual([]);
    expect(await codes(content({ analytes, reported: { status: 'passed', panels } }))).toEqual([]);
    expect(await codes(content({ analytes }), [wrong('panels.heavyMetals')])).toEqual([]);
  });

  it('says that status and panels contradict each other, unless one of them is unreadable', async () => {
    const reported = { status: 'passed' as const, panels: { ...PASSED.panels, microbials: 'failed' as const } };
    const fields = async (unreadable: string[]) =>
      (await certificates.dryRun(LAB, content({ reported }), unreadable.map(wrong))).errors.map(({ field }) => field);
    expect(await fields([])).toEqual(['panels.microbials']);
    expect(await fields(['panels.pesticides'])).toEqual(['panels.pesticides']);
    expect(await fields(['status'])).toEqual(['status']);
  });
});
