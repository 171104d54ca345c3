import { noticeSentence } from '../../src/domain/coa-registry/certificate/lab-incident.js';
import { type VerdictContext, verdictOn } from '../../src/domain/coa-registry/checks/verdict.js';
import { headValues } from '../../src/modules/site/head.js';
import { certificateCard } from '../../src/modules/site/social-card.js';
import { aCertificate, anIncident, approved } from '../support/builders.js';

const STRENGTH = 'Close to its label: 4.82 mg measured, 5 mg stated.';

const shared = (context: VerdictContext) => {
  const certificate = approved(aCertificate());
  return { ...certificate, verdict: verdictOn(certificate, '2026-11-20', context) };
};

it('has the whole verdict in its title where that is short', () => {
  const certificate = shared({});
  expect(headValues(certificate)).toMatchObject({ headline: STRENGTH });
  expect(certificateCard(certificate)).toMatchObject({
    title: STRENGTH,
    text: certificate.verdict.details.join(' '),
  });
});

it('has a notice about the laboratory after the title, which only says that there is one', () => {
  const certificate = shared({ warnings: [anIncident()] });
  const title = 'Notice about the laboratory.';
  const { headline, verdict } = headValues(certificate);
  expect(headline).toBe(title);
  expect(verdict?.startsWith(noticeSentence(anIncident()))).toBe(true);
  const card = certificateCard(certificate);
  expect([card.title, `${card.title} ${card.text}`]).toEqual([title, verdict]);
});
