import type { EmailMessage } from '../../src/platform/email/email-message.js';

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

const unescaped = (html: string) => html.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity);

/** The text that a reader of the HTML form sees. */
export function readHtml({ html }: EmailMessage): string {
  const body = html.replace(/^[\s\S]*<body[^>]*>/, '');
  return unescaped(
    body
      .replace(/<br>/g, '\n')
      .replace(/<img [^>]*alt="([^"]*)"[^>]*>/g, '$1')
      .replace(/<[^>]+>/g, ' '),
  );
}

/** The link targets of the HTML form. */
export const linksOf = ({ html }: EmailMessage): string[] =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => unescaped(href));

/** Only needed for emails with a button. */
const FOR_BUTTONS = "If the button doesn't work, copy this link into your browser:";

/** Removes the colons after labels, which only the text form has. */
const wordsOf = (text: string): Set<string> =>
  new Set(Array.from(text.toLowerCase().matchAll(/[\p{L}\p{N}]\S*/gu), ([word]) => word.replace(/[\]:.,]+$/, '')));

/** Checks that apply to every email. */
export function expectSound(email: EmailMessage): void {
  expect(email.to).toMatch(/^[^\s<>@]+@[^\s<>@]+$/);
  expect(email.subject).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}]{5,120}$/u);
  expect(email.html).not.toMatch(/<(script|link|iframe|form|input)|src="(?!cid:)|url\(|@import/i);
  for (const address of linksOf(email)) expect(email.text).toContain(address);
  const inText = wordsOf(email.text);
  const inHtml = wordsOf([readHtml(email).replaceAll(FOR_BUTTONS, ''), ...linksOf(email)].join(' '));
  expect(inHtml).toEqual(inText);
  expect(email.text).toContain("You're getting this email because");
  expect(email.text).toContain("If it isn't for you, you can ignore it.");
  expect(email.text).toContain('ClearBatch is an open database of lab reports');
  expect(email.text).not.toMatch(/!|undefined|null|NaN|\[object|Invalid Date/);
}

/** Both forms have the same content. */
export function expectSays(email: EmailMessage, ...sentences: readonly string[]): void {
  const html = readHtml(email).replace(/\s+/g, ' ');
  const text = email.text.replace(/^> /gm, '').replace(/\s+/g, ' ');
  for (const sentence of sentences) {
    expect(html).toContain(sentence);
    expect(text).toContain(sentence);
  }
}
