import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { placesOf } from '../../../frontend/chapters.js';
import { guideChapters } from '../../../frontend/guide.js';
import { LIFECYCLES } from '../../src/domain/coa-registry/certificate/certificate.js';
import { FINDING_CODES } from '../../src/domain/coa-registry/certificate/finding.js';
import { COMMENT_CODES } from '../../src/domain/coa-registry/certificate/review-comment.js';
import { PARTNER_SCOPES } from '../../src/domain/shared/calling-lab.js';
import { WEBHOOK_EVENT_TYPES } from '../../src/domain/webhooks/event.js';
import { webhookPayload } from '../../src/modules/coa-registry/submission/webhook-payload.js';
import { pageRequest } from '../../src/modules/site/page-preload.js';
import { readSiteContent } from '../../src/modules/site/site-content.js';
import { callsOf, readDocument } from '../api/document.js';
import { aCertificate, NOW, sentBack } from '../support/builders.js';

const root = join(import.meta.dirname, '../../..');
const guide = readFileSync(join(root, 'docs/labs.md'), 'utf8');
const chapters = guideChapters(guide);
const content = readSiteContent(join(root, 'content'));
const { problems } = content.problems;
const { components, ...document } = readDocument();

/** Problem groups that partners can receive; the others are for visitors and staff. */
const PARTNER_GROUPS = ['keys', 'requests', 'certificates', 'bulk', 'webhooks'];

/** Code blocks with their language and content. */
const fences = [...guide.matchAll(/^```(\S+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(
  ([, language = '', file = '', code = '']) => ({
    language,
    file,
    code,
  }),
);

const named = fences.filter(({ file }) => file !== '');

describe("the guide's examples", () => {
  it.each(named)('$file matches the tested file in openapi/examples', ({ file, code }) => {
    expect(readFileSync(join(root, 'openapi/examples', file), 'utf8')).toContain(code.trimEnd());
  });

  it('include programs in full', () => {
    const programs = named.filter(({ file }) => !file.endsWith('.sh'));
    expect(programs.length).toBeGreaterThan(4);
    for (const { file, code } of programs)
      expect(readFileSync(join(root, 'openapi/examples', file), 'utf8')).toBe(code);
  });

  it('have the fields of real API responses', () => {
    const shapes = Object.values(components.schemas).map(({ properties = {} }) =>
      Object.keys(properties).sort().join(),
    );
    const answers = fences.filter(({ language, file }) => language === 'json' && file === '');
    expect(answers.length).toBeGreaterThan(4);
    for (const { code } of answers) {
      const answer = JSON.parse(code);
      const fields = Object.keys(Array.isArray(answer) ? answer[0] : answer).sort();
      expect(['data,timestamp,type', ...shapes]).toContain(fields.join());
    }
  });

  it('have the fields of real webhook payloads', () => {
    const shown = fences.map(({ language, code }) =>
      language === 'json' && code.includes('"data"') ? JSON.parse(code) : null,
    );
    const { data } = shown.find((example) => example !== null);
    const event = {
      type: 'changes_requested',
      at: NOW,
      certificate: sentBack(aCertificate()),
      replacedBy: null,
    } as const;
    const sent = webhookPayload(event, []);
    const [inGuide, inWebhook] = [data, sent].map((body) => [Object.keys(body), Object.keys(body.comments[0])]);
    expect(inGuide).toEqual(inWebhook);
  });
});

/** The page replaces it with its own (backend/test/site/page.test.ts). */
it('the guide uses one registry URL', () => {
  const code = fences.map((fence) => fence.code).join('\n');
  const hosts = [...code.matchAll(/https?:\/\/([^\s/'"`:]+)/g)].map(([, host]) => host);
  const elsewhere = hosts.filter((host) => !/^(lab\.example|localhost|127\.0\.0\.1)$/.test(host ?? ''));
  expect(elsewhere).toEqual([]);
  expect(guide.match(/http:\/\/localhost:\d+/g)).toEqual(['http://localhost:3000']);
});

describe("the guide's references", () => {
  const partnerProblems = Object.entries(problems).filter(([, { group }]) => PARTNER_GROUPS.includes(group));

  it.each(partnerProblems)('include the problem %s with its status and a link', (code, { status }) => {
    expect(guide).toContain(`| ${status ?? 'line'} | [${code}](/problems/${code}) |`);
  });

  it.each([
    ...Object.keys(components.schemas.PartnerCertificateDto?.properties ?? {}),
    ...Object.keys(components.schemas.ReportedAnalyteDto?.properties ?? {}),
    ...FINDING_CODES,
    ...Object.keys(COMMENT_CODES),
    ...LIFECYCLES,
    ...PARTNER_SCOPES,
    ...WEBHOOK_EVENT_TYPES,
  ])('include %s', (name) => {
    expect(guide).toContain(`\`${name}\``);
  });

  it('use only addresses that exist', () => {
    const paths = callsOf({ components, ...document }).map(({ path }) => path);
    const told = [...guide.matchAll(/`(?:GET|POST|PUT|DELETE) (\/api\/[^`]+)`/g)].map(([, path]) => path);
    expect(told.length).toBeGreaterThan(3);
    expect(paths).toEqual(expect.arrayContaining(told));
  });
});

describe("the guide's links", () => {
  const links = chapters.flatMap(({ html }) => [...html.matchAll(/<a href="([^"]+)"/g)].map(([, href = '']) => href));

  it.each([...new Set(links)])('%s', (href) => {
    // backend/test/content/chapters.test.ts checks those between headings.
    if (href.startsWith('#')) return;
    const files = ['/api/docs', '/api/docs/certificates.csv', '/api/docs/labs.postman.json'];
    if (href.startsWith('/api/')) expect(files).toContain(href);
    else if (href.startsWith('/')) expect(pageRequest(href, content)?.page.name).toEqual(expect.any(String));
    else expect(href).toMatch(/^https:\/\//);
  });

  it('can lead to every heading, because its id is unique', () => {
    const headings = guide.replace(/^```[\s\S]*?^```$/gm, '').match(/^#{2,4} /gm) ?? [];
    expect(headings.length).toBeGreaterThan(30);
    expect(Object.keys(placesOf(chapters))).toHaveLength(headings.length);
  });
});
