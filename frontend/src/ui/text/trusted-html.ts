/**
 * The only markup in articles (backend/src/modules/education/article-files.ts), the labs guide (guide.ts) and the API
 * reference (api-reference.ts).
 */
const TAGS = words(`
  h1 h2 h3 h4 h5 h6 p a ul ol li strong em code pre sup sub hr br blockquote div span button details summary
  table thead tbody tr th td
  figure figcaption svg title desc g path rect line circle text tspan
`);

const ATTRIBUTES = words(`
  href id class rel role scope data-column start type tabindex aria-label aria-labelledby aria-describedby
  viewbox d x y dx dy x1 x2 y1 y2 cx cy r rx width height text-anchor transform
`);

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Tags as the server and the build write them: lowercase, values in double quotes, no tag characters inside values. */
const TAG = /<\/?([a-z][a-z0-9]*)((?: [a-z0-9-]+="[^"<>]*")*) ?\/?>/y;
const ATTRIBUTE = / ([a-z0-9-]+)="([^"]*)"/g;

const SAFE_URL = /^(https?:|mailto:|tel:|[/#])/;

/** Whether the HTML contains only allowed markup, so that nothing in it can run. */
export function isExpectedHtml(html: string): boolean {
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', TAG.lastIndex)) {
    TAG.lastIndex = at;
    const [, name = '', attributes = ''] = TAG.exec(html) ?? [];
    if (!TAGS.has(name) || ![...attributes.matchAll(ATTRIBUTE)].every(isAllowedAttribute)) return false;
  }
  return true;
}

const isAllowedAttribute = ([, name = '', value = '']: RegExpMatchArray) =>
  ATTRIBUTES.has(name) && (name !== 'href' || SAFE_URL.test(value));

function assertExpected(html: string): string {
  if (isExpectedHtml(html)) return html;
  throw new TypeError('The HTML has an element, attribute or link that is not allowed');
}

/** The part of the Trusted Types API used here; TypeScript's DOM types lack it. */
interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML: (html: string) => string }): { createHTML: (html: string) => string };
}

/**
 * The only way to turn text into HTML. The CSP allows no other Trusted Types policy for HTML, and browsers that enforce
 * it reject HTML from anywhere else. Other browsers run the same check.
 */
const policy = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy('clearbatch-text', {
  createHTML: assertExpected,
});

/** @throws TypeError on markup that is not allowed */
export const trustedHtml = (html: string): string => (policy ? policy.createHTML(html) : assertExpected(html));
