import { escapeHtml } from './head.js';
import { findPage } from './page-table.js';
import type { SiteContent } from './site-content.js';

/** Where the exit link for visitors under 21 leads; the same as in frontend/src/layouts/age-gate.tsx. */
const EXIT_URL = 'https://www.google.com/';

/** What a browser without JavaScript shows: the gate, a form, or a notice. It always includes the help lines. */
export function noscriptHtml(content: SiteContent, ageVerified: boolean, url: string): string {
  const { pathname } = new URL(`http://localhost${url}`);
  const page = findPage(content.pageTable, pathname)?.id ?? '';
  const form = EMAIL_LINK_FORMS[page];
  if (page === 'emergency') return framed(emergency(content));
  if (form) return framed(emailLinkForm(form, url) + help(content));
  if (ageVerified || opensWithoutGate(content, url)) return framed(NEEDS_SCRIPT + help(content));
  return framed(gateForm(url) + help(content));
}

/**
 * Whether a page opens without the age gate. The frontend decides the same way, from the same table
 * (frontend/src/layouts/age-gate.tsx): both ignore case and a trailing slash.
 * @param url path and query
 */
function opensWithoutGate({ pageTable, site }: SiteContent, url: string): boolean {
  const { pathname, search } = new URL(`http://localhost${url}`);
  if (search === `?${site.emailMark}`) return true;
  return findPage(pageTable, pathname.toLowerCase().replace(/\/+$/, ''))?.gated === false;
}

const framed = (html: string) => `<main class="plain-page">${html}</main>`;

/** By page. */
const EMAIL_LINK_FORMS: Readonly<Record<string, { readonly title: string; readonly button: string }>> = {
  unsubscribe: { title: 'Unsubscribe from the newsletter', button: 'Unsubscribe' },
  confirmNewsletter: { title: 'Confirm your subscription', button: 'Confirm' },
};

/** Carries out the email link's action. Unsubscribing must not require the age gate. */
const emailLinkForm = ({ title, button }: { title: string; button: string }, url: string) =>
  `<h1>${title}</h1><form method="post" action="${escapeHtml(url)}"><button type="submit">${button}</button></form>`;

const NEEDS_SCRIPT =
  '<h1>Please turn on JavaScript</h1>' +
  '<p>This page needs JavaScript to show its content. You can also read the lab reports at ' +
  '<a href="/api/coa">/api/coa</a>.</p>';

const gateForm = (url: string) =>
  '<h1>Age Verification Required</h1>' +
  '<p>You must be 21 or older to access educational content about hemp-derived Delta-9 THC products.</p>' +
  '<div class="plain-warning"><p><strong>Please consume responsibly</strong></p>' +
  "<p>THC drinks are intoxicating. Don't drive or use machinery after drinking one. " +
  'Keep them away from children and pets.</p></div>' +
  '<p>By entering, you confirm that you are 21+ years of age and agree to view educational content only.</p>' +
  `<form method="post" action="/age-gate"><input type="hidden" name="next" value="${escapeHtml(url)}">` +
  `<button type="submit">I'm 21+ - Enter Site</button>` +
  `<a class="plain-button" href="${EXIT_URL}" rel="noreferrer">Under 21 - Exit</a></form>`;

/** The three most urgent numbers, and a link to the emergency page. */
const help = (content: SiteContent) =>
  `<section class="plain-help"><h2>Need help now?</h2>${urgentNumbers(content)}` +
  '<p><a class="plain-target" href="/emergency">What to do in an emergency</a></p></section>';

function urgentNumbers({ site, emergency }: SiteContent): string {
  const { emergency: emergencyNumber, crisis } = emergency.numbers;
  return (
    '<ul class="plain-numbers">' +
    `<li>${callLink(emergencyNumber, `Call ${emergencyNumber}`)} Life in danger</li>` +
    `<li>${callLink(site.poisonHelp, `Poison Help ${site.poisonHelp}`)} ${emergency.poisonHelp}</li>` +
    `<li>${callLink(crisis, `Call or text ${crisis}`)} ${emergency.crisis}</li></ul>`
  );
}

function emergency(content: SiteContent): string {
  const { call911, whileYouWait, steps, never, numbers, region } = content.emergency;
  const items = (texts: readonly string[]) => texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('');
  return (
    `<h1>Emergency Resources</h1>${urgentNumbers(content)}` +
    `<h2>Call ${numbers.emergency} for any of these</h2><ul>${items(call911)}</ul>` +
    `<p><strong>While you wait:</strong> ${escapeHtml(whileYouWait)}</p>` +
    `<h2>Had too much? Do this</h2><ol>${items(steps)}</ol>` +
    `<h2>What not to do</h2><ul>${items(never)}</ul>` +
    '<h2>More help</h2><ul class="plain-numbers">' +
    `<li>${callLink(numbers.animalPoison, `Animal poison line ${numbers.animalPoison}`)} A pet had some. A fee may apply.</li>` +
    `<li>${callLink(numbers.treatment, `SAMHSA helpline ${numbers.treatment}`)} Help to cut down or quit, 24 hours a day.</li></ul>` +
    `<p>${escapeHtml(region)}</p>`
  );
}

/** Short codes such as 911 take no country code. */
const callLink = (number: string, label: string) =>
  `<a href="tel:${number.includes('-') ? `+${number.replaceAll('-', '')}` : number}">${escapeHtml(label)}</a>`;
