import type { Certificate } from '../../src/domain/coa-registry/certificate/certificate.js';
import { noticeSentence } from '../../src/domain/coa-registry/certificate/lab-incident.js';
import { COMMENT_CODES, type CommentCode } from '../../src/domain/coa-registry/certificate/review-comment.js';
import type { CoaRegistry } from '../../src/domain/coa-registry/coa-registry.js';
import {
  type Addressed,
  changesRequested,
  published,
  received,
  rejected,
  resubmitted,
  superseded,
  withdrawn,
} from '../../src/modules/coa-registry/submission/email/certificate.email.js';
import { CertificateEmailTemplates } from '../../src/modules/coa-registry/submission/email/certificate-email-templates.js';
import type { Config } from '../../src/platform/config.js';
import type { EmailMessage } from '../../src/platform/email/email-message.js';
import { EmailTemplateRegistry } from '../../src/platform/email/email-template-registry.js';
import {
  aCertificate,
  aComment,
  anIncident,
  approved,
  NOW,
  PASSED,
  rejected as rejectedCoa,
  sentBack,
  superseded as supersededCoa,
  withdrawn as withdrawnCoa,
} from '../support/builders.js';
import { expectSays, expectSound, linksOf, readHtml } from '../support/emails.js';
import { FIRST_ID, openRegistry } from '../support/open-registry.js';
import { stub } from '../support/stub.js';

const SITE = 'https://clearbatch.example';

const DIFFERING = {
  productName: 'Yuzu Seltzer 5 mg',
  brandName: 'Juniper & Tide',
  batchId: '#C9030/B',
  notes: 'Second run, ask Kim.',
  website: 'https://private.example',
};

const coa = (differing = {}) => aCertificate({ ...DIFFERING, ...differing });

const to = (certificate: Certificate): Addressed => ({ ...certificate, contactEmail: certificate.contactEmail ?? '' });

const CORRECTION = { address: `${SITE}/corrections/abc.def-_`, expiresAt: new Date('2026-12-20T15:00:00Z') };

const REPLACEMENT = {
  reference: 'CB-7K3M-9QXD',
  batchId: '#C9031',
  productName: 'Yuzu Seltzer 4 mg',
  reason: 'The laboratory corrected the container size.',
};

type Make = (differing?: object) => EmailMessage;

const MAKE: Record<string, Make> = {
  received: (differing) => received(to(coa(differing)), SITE),
  resubmitted: (differing) => resubmitted(to(coa(differing)), SITE),
  changesRequested: (differing) => changesRequested(to(sentBack(coa(differing))), CORRECTION, SITE),
  published: (differing) => published(to(approved(coa(differing))), [], SITE),
  rejected: (differing) => rejected(to(rejectedCoa(coa(differing))), SITE),
  withdrawn: (differing) => withdrawn(to(withdrawnCoa(approved(coa(differing)))), SITE),
  superseded: (differing) => superseded(to(supersededCoa(approved(coa(differing)))), REPLACEMENT, SITE),
};

const ALL = Object.entries(MAKE);

/** Those that go out before a reviewer has published what somebody typed. */
const BEFORE = ALL.filter(([name]) => ['received', 'resubmitted', 'changesRequested', 'rejected'].includes(name));
const AFTER = ALL.filter((one) => !BEFORE.includes(one));

describe.each(ALL)('the email "%s"', (_name, make) => {
  it('goes to the submitter, and names the submission by its reference alone', () => {
    const email = make();
    expectSound(email);
    expect(email.to).toBe('robin@juniper-tide.example');
    const [, reference = ''] = /^[A-Z][a-z ]+: your lab report \((CB-\w{4}-\w{4})\)$/.exec(email.subject) ?? [];
    expectSays(email, reference, 'Write to us', `this address was given with submission ${reference}`);
    expect(linksOf(email)).toContain(`${SITE}/contact?from=email`);
  });

  it('holds nothing about people: not who sent it, not who reviewed it, not what was noted', () => {
    const { html, text, subject } = make();
    for (const form of [html, text, subject]) {
      expect(form).not.toMatch(/Robin|Vale|robin|Second run|private\.example|juniper-tide\.example/);
    }
  });
});

describe.each(BEFORE)('the email "%s", which may reach the wrong person', (_name, make) => {
  it('repeats nothing that was typed', () => {
    const typed = 'Your account is locked, visit evil.example';
    const link = 'https://evil.example/coa.pdf';
    const names = { productName: typed, brandName: typed, batchId: typed, labName: typed, contactName: typed };
    const email = make({ ...names, notes: typed, website: link, coaFileUrl: link });
    for (const form of [email.subject, email.html, email.text]) expect(form).not.toMatch(/locked|evil/);
    const { subject, html, text } = make();
    for (const form of [subject, html, text]) {
      expect(form).not.toMatch(/Yuzu|Juniper|C9030|Example Analytical|4\.82|October 14/);
    }
  });
});

describe.each(AFTER)('the email "%s", about what a reviewer has published', (_name, make) => {
  it('says what it is about', () => {
    const email = make();
    expectSays(email, 'Yuzu Seltzer 5 mg', 'Juniper & Tide', '#C9030/B', '4.82 mg and 0.4 mg');
    expectSays(email, 'Example Analytical', 'October 14, 2026');
  });

  it('shows what somebody typed as text, and puts none of it into the headers', () => {
    const hostile = 'Tonic"><img src=x onerror=alert(1)>\r\nBcc: kim@mail.example\u202e\u0000';
    const email = make({ productName: hostile, brandName: hostile, labName: hostile });
    expectSound(email);
    expect(email.subject).not.toContain('Tonic');
    expect(email.html).not.toContain('<img src=x');
    expect((email.html + email.text).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
    expectSays(email, 'Tonic"><img src=x onerror=alert(1)>');
  });
});

it('"received" says what happens next, and by when', () => {
  const email = received(to(coa()), SITE);
  expect(email.subject).toMatch(/^Received: your lab report \(CB-/);
  expectSays(email, "If you didn't send us a lab report");
  expectSays(email, 'within 2-3 business days, by Wednesday, November 25, 2026.', 'None of it is public yet.');
});

it('"resubmitted" says that the link is closed, and when it is looked at again', () => {
  const email = resubmitted(to(coa()), SITE);
  expect(email.subject).toMatch(/^Changes received: /);
  expectSays(email, 'the link you used no longer works', 'by Wednesday, November 25, 2026.');
});

describe('"changes requested"', () => {
  it('gives the link, once, with the time until which it works', () => {
    const email = changesRequested(to(sentBack(coa())), CORRECTION, SITE);
    expect(email.subject).toMatch(/^Changes needed: /);
    expect(linksOf(email)).toContain(CORRECTION.address);
    expectSays(
      email,
      CORRECTION.address,
      'The link works once and expires on December 20, 2026 at 10:00 AM Eastern Time.',
    );
    expectSays(email, "You don't need an account.");
  });

  it.each(Object.keys(COMMENT_CODES) as CommentCode[])('says what "%s" means, and the reviewer\'s words', (code) => {
    const text = 'First line & <more>.\nSecond line.';
    const email = changesRequested(to(sentBack(coa(), aComment({ code, text }))), CORRECTION, SITE);
    expectSays(email, `Needs to change: ${COMMENT_CODES[code]}`, 'First line & <more>. Second line.');
    expect(email.text).toContain('> First line & <more>.\n> Second line.');
  });

  it('tells what must be changed from what is for information, and leaves out what is settled', () => {
    const { comments, ...rest } = sentBack(coa());
    const advisory = aComment({ code: 'label-claim', weight: 'advisory', text: null });
    const settled = aComment({ code: 'file-unreadable', text: 'Solved by phone.', settledAt: NOW.toISOString() });
    const certificate = to({ ...rest, comments: [...comments, advisory, settled] });
    const email = changesRequested(certificate, CORRECTION, SITE);
    expectSays(email, `Needs to change: ${COMMENT_CODES['batch-mismatch']}`, 'The report says #C9031.');
    expectSays(email, `For your information: ${COMMENT_CODES['label-claim']}`);
    expect(readHtml(email) + email.text).not.toMatch(/cannot be read|Solved by phone/);
  });
});

describe('"published"', () => {
  it.each([
    ['#C9030/B', `${SITE}/brands/Juniper%20%26%20Tide/coa/%23C9030%2FB`],
    ['Lot 7 ü', `${SITE}/brands/Juniper%20%26%20Tide/coa/Lot%207%20%C3%BC`],
  ])('gives the public address of batch %s, to read, to press and to scan', (batchId, address) => {
    const email = published(to(approved(coa({ batchId }))), [], SITE);
    expect(email.subject).toMatch(/^Published: /);
    expect(linksOf(email)).toContain(`${address}?from=email`);
    expectSays(email, address, 'Passed');
    expect(email.html).toContain('src="cid:address" alt="QR code that opens the public page"');
    const [{ id, png } = {}] = email.pictures ?? [];
    expect(id).toBe('address');
    expect(Buffer.from(png ?? []).toString('latin1', 1, 4)).toBe('PNG');
  });

  it('also gives the address that stays, and says it when the certificate says failed', () => {
    const panels = { ...PASSED.panels, pesticides: 'failed' } as const;
    const certificate = to(approved(coa(), { status: 'failed', panels }));
    const email = published(certificate, [], SITE);
    expect(linksOf(email)).toContain(`${SITE}/certificates/${certificate.reference}?from=email`);
    expectSays(email, 'Failed');
  });

  it('begins with an incident of its laboratory, and does not say that it passed', () => {
    const email = published(to(approved(coa())), [anIncident()], SITE);
    expectSays(email, noticeSentence(anIncident()), 'See notice');
    expect(email.text).not.toContain('Passed');
  });

  it('needs nothing that the public reads, which may be older than the publication', async () => {
    const { submissions, documents, checks, labIncidents, publish } = openRegistry();
    await publish({ contactEmail: 'robin@juniper-tide.example' });
    labIncidents.push(anIncident());
    const templates = new EmailTemplateRegistry();
    const config = { publicUrl: SITE } as Config;
    new CertificateEmailTemplates(
      submissions,
      stub<CoaRegistry>(),
      documents,
      checks,
      templates,
      config,
    ).onModuleInit();
    const email = await templates.kind('submission.published')?.render({ certificateId: FIRST_ID });
    expect(email?.text?.replaceAll(/\s+/g, ' ')).toContain(noticeSentence(anIncident()));
  });

  it('has a code for the longest address', () => {
    const email = published(to(approved(coa({ batchId: '北'.repeat(100) }))), [], SITE);
    expect(email.pictures).toHaveLength(1);
    expect(Number(/<img [^>]*width="(\d+)"/.exec(email.html)?.[1])).toBeLessThanOrEqual(552);
  });
});

it('"rejected" gives the reason, the ways to answer, and the entry in the public log', () => {
  const email = rejected(to(rejectedCoa(coa(), 'The photo cannot be read.\nSend the file.')), SITE);
  expect(email.subject).toMatch(/^Not published: /);
  expectSays(email, 'The photo cannot be read. Send the file.');
  expect(email.text).toContain('> The photo cannot be read.\n> Send the file.');
  expect(linksOf(email)).toEqual([
    `${SITE}/submit-coa?from=email`,
    `${SITE}/contact?from=email`,
    expect.stringMatching(`^${SITE}/log/entries/[0-9A-F]{64}$`),
    `${SITE}/?from=email`,
  ]);
});

it('"withdrawn" gives the reason, and the address that says so', () => {
  const certificate = to(withdrawnCoa(approved(coa())));
  const email = withdrawn(certificate, SITE);
  expect(email.subject).toMatch(/^Withdrawn: /);
  expectSays(email, 'The lab voided the result.', 'Nothing has replaced it.');
  expect(linksOf(email)).toContain(`${SITE}/certificates/${certificate.reference}?from=email`);
});

it('"superseded" gives the reason, what replaced it, and both addresses', () => {
  const certificate = to(supersededCoa(approved(coa())));
  const email = superseded(certificate, REPLACEMENT, SITE);
  expect(email.subject).toMatch(/^Replaced: /);
  expectSays(email, REPLACEMENT.reason, 'CB-7K3M-9QXD', 'Yuzu Seltzer 4 mg', '#C9031', certificate.reference);
  expect(linksOf(email)).toEqual(
    expect.arrayContaining([
      `${SITE}/certificates/CB-7K3M-9QXD?from=email`,
      `${SITE}/certificates/${certificate.reference}?from=email`,
    ]),
  );
});
