import { escapeHtml } from './head.js';
import { findPage, type SitePage } from './page-table.js';
import type { SiteContent } from './site-content.js';

/** Where the exit link for visitors under 21 leads; the same as in frontend/src/layouts/age-gate.tsx. */
const EXIT_URL = 'https://www.google.com/';

/** What a browser without JavaScript shows: the gate, a form, or a notice. It always includes the help lines. */
export function noscriptHtml(content: SiteContent, ageVerified: boolean, url: string): string {
  const { pathname } = new URL(`http://localhost${url}`);
  const page = findPage(content.pageTable, pathname);
  const form = EMAIL_LINK_FORMS[page?.id ?? ''];
  const texts = textsIn(content, page);
  if (page && [page.id, page.translationOf].includes('emergency')) return framed(emergency(texts));
  if (form) return framed(emailLinkForm(form, url) + help(texts));
  if (ageVerified || opensWithoutGate(content, url)) return framed(NEEDS_SCRIPT + help(texts));
  return framed(gatePage(texts, url));
}

interface Texts {
  readonly emergency: Omit<SiteContent['emergency'], 'numbers'>;
  readonly frame: SiteContent['frame'];
  readonly gate: SiteContent['gate'];
  /** Every number, by what it is for. */
  readonly numbers: SiteContent['emergency']['numbers'] & { readonly poisonHelp: string };
  readonly emergencyPath: string;
}

/** The texts in the page's language. */
function textsIn(content: SiteContent, page: SitePage | undefined): Texts {
  const { emergency, frame, gate } = page?.lang === 'es' ? content.es : content;
  const numbers = { ...content.emergency.numbers, poisonHelp: content.site.poisonHelp };
  return { emergency, frame, gate, numbers, emergencyPath: page?.lang === 'es' ? '/es/emergency' : '/emergency' };
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
  following: { title: 'Stop everything you follow', button: 'Stop everything' },
  confirmNewsletter: { title: 'Confirm your subscription', button: 'Confirm' },
};

/** Carries out the email link's action. Unsubscribing must not require the age gate. */
const emailLinkForm = ({ title, button }: { title: string; button: string }, url: string) =>
  `<h1>${title}</h1><form method="post" action="${escapeHtml(url)}"><button type="submit">${button}</button></form>`;

const NEEDS_SCRIPT =
  '<h1>Please turn on JavaScript</h1>' +
  '<p>This page needs JavaScript to show its content. You can also read the lab reports at ' +
  '<a href="/api/coa">/api/coa</a>.</p>';

/** Help comes first: it needs no scrolling on any phone. */
const gatePage = (texts: Texts, url: string) => {
  const { title, text, warningTitle, warning, confirmation, enter, exit } = texts.gate;
  return (
    `<h1>${escapeHtml(title)}</h1>${help(texts)}` +
    `<p>${escapeHtml(text)}</p>` +
    `<div class="plain-warning"><p><strong>${escapeHtml(warningTitle)}</strong></p><p>${escapeHtml(warning)}</p></div>` +
    `<p>${escapeHtml(confirmation)}</p>` +
    `<form method="post" action="/age-gate"><input type="hidden" name="next" value="${escapeHtml(url)}">` +
    `<button type="submit">${escapeHtml(enter)}</button>` +
    `<a class="plain-button" href="${EXIT_URL}" rel="noreferrer">${escapeHtml(exit)}</a></form>`
  );
};

/** The three most urgent numbers, and a link to the emergency page. */
const help = (texts: Texts) =>
  `<section class="plain-help"><h2>${escapeHtml(texts.gate.help)}</h2>${urgentNumbers(texts)}` +
  `<p><a class="plain-target" href="${texts.emergencyPath}">${escapeHtml(texts.gate.whatToDo)}</a></p></section>`;

function urgentNumbers({ emergency, frame: { helpNumbers }, numbers }: Texts): string {
  const lines = [
    [numbers.emergency, helpNumbers.call911, emergency.labels.lifeInDanger],
    [numbers.poisonHelp, `${helpNumbers.poisonHelp} ${numbers.poisonHelp}`, emergency.poisonHelp],
    [numbers.crisis, helpNumbers.crisis, emergency.crisis],
  ] as const;
  const items = lines.map(([number, label, about]) => `<li>${callLink(number, label)} ${escapeHtml(about)}</li>`);
  return `<ul class="plain-numbers">${items.join('')}</ul>`;
}

function emergency(all: Texts): string {
  const { emergency: texts, numbers } = all;
  const { labels, situations } = texts;
  const { child, heart, panic, vomiting, adult, pet, crisis, treatment } = situations;
  const items = (list: readonly string[]) => list.map((text) => `<li>${escapeHtml(text)}</li>`).join('');
  const about = ({ text, note = '' }: typeof child) => escapeHtml(`${text} ${note}`.trim());
  const fears = [child, heart, panic, vomiting, adult, crisis].map(
    (one) => `<h3>${escapeHtml(one.title)}</h3><p>${about(one)}</p>`,
  );
  return (
    `<h1>${escapeHtml(texts.title)}</h1>${urgentNumbers(all)}` +
    `<h2>${escapeHtml(texts.call911Title)}</h2><ul>${items(texts.call911)}</ul>` +
    `<p><strong>${escapeHtml(texts.whileYouWaitTitle)}</strong> ${escapeHtml(texts.whileYouWait)}</p>` +
    `<h2>${escapeHtml(texts.situationsTitle)}</h2>${fears.join('')}` +
    `<h2>${escapeHtml(texts.stepsTitle)}</h2><ol>${items(texts.steps)}</ol>` +
    `<h2>${escapeHtml(texts.neverTitle)}</h2><ul>${items(texts.never)}</ul>` +
    `<h2>${escapeHtml(texts.moreHelpTitle)}</h2><ul class="plain-numbers">` +
    `<li>${callLink(numbers.animalPoison, `${labels.animalPoison} ${numbers.animalPoison}`)} ${escapeHtml(pet.title)}. ${about(pet)}</li>` +
    `<li>${callLink(numbers.treatment, `${labels.treatment} ${numbers.treatment}`)} ${escapeHtml(treatment.title)}. ${about(treatment)}</li></ul>` +
    `<p>${escapeHtml(texts.region)}</p>`
  );
}

/** Short codes such as 911 take no country code. */
const callLink = (number: string, label: string) =>
  `<a href="tel:${number.includes('-') ? `+${number.replaceAll('-', '')}` : number}">${escapeHtml(label)}</a>`;
