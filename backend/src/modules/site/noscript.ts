import type { Editorial } from './site-content.js';
import { opensWithoutGate } from './gate.js';
import { escapeHtml } from './head.js';

/** Where those under 21 are sent; the same as in frontend/src/layouts/age-gate.tsx. */
const ELSEWHERE = 'https://www.google.com/';

/** What a browser without JavaScript shows: the gate, or the page as far as it can. The numbers for help are always there. */
export function withoutScript(editorial: Editorial, ageVerified: boolean, url: string): string {
  const { pathname } = new URL(`http://localhost${url}`);
  const form = LETTER_FORMS[pathname];
  if (pathname === '/emergency') return framed(emergency(editorial));
  if (form) return framed(letterForm(form, url) + help(editorial));
  if (ageVerified || opensWithoutGate(editorial.gate, url)) return framed(NEEDS_SCRIPT + help(editorial));
  return framed(gateForm(url) + help(editorial));
}

const framed = (content: string) => `<main class="plain-page">${content}</main>`;

const LETTER_FORMS: Readonly<Record<string, { readonly title: string; readonly button: string }>> = {
  '/unsubscribe': { title: 'Unsubscribe from the newsletter', button: 'Unsubscribe' },
  '/newsletter/confirm': { title: 'Confirm your subscription', button: 'Confirm' },
};

/** Does what the link in the email is for. People can unsubscribe without stating their age. */
const letterForm = ({ title, button }: { title: string; button: string }, url: string) =>
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
  `<a class="plain-button" href="${ELSEWHERE}" rel="noreferrer">Under 21 - Exit</a></form>`;

/** The three numbers that matter most, and the way to what to do. */
const help = (editorial: Editorial) =>
  `<section class="plain-help"><h2>Need help now?</h2>${urgentNumbers(editorial)}` +
  '<p><a class="plain-target" href="/emergency">What to do in an emergency</a></p></section>';

function urgentNumbers({ site, emergency }: Editorial): string {
  const { emergency: emergencyNumber, crisis } = emergency.numbers;
  return (
    '<ul class="plain-numbers">' +
    `<li>${callLink(emergencyNumber, `Call ${emergencyNumber}`)} Life in danger</li>` +
    `<li>${callLink(site.poisonHelp, `Poison Help ${site.poisonHelp}`)} ${emergency.poisonHelp}</li>` +
    `<li>${callLink(crisis, `Call or text ${crisis}`)} ${emergency.crisis}</li></ul>`
  );
}

function emergency(editorial: Editorial): string {
  const { call911, whileYouWait, steps, never, numbers, region } = editorial.emergency;
  const items = (texts: readonly string[]) => texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('');
  return (
    `<h1>Emergency Resources</h1>${urgentNumbers(editorial)}` +
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

/** Long numbers are called with the country's code, short ones as they are. */
const callLink = (number: string, label: string) =>
  `<a href="tel:${number.includes('-') ? `+${number.replaceAll('-', '')}` : number}">${escapeHtml(label)}</a>`;
