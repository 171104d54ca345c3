import type { EmailImage, EmailMessage } from './email-message.js';
import { fromEmail } from './from-email.js';

/** One part of an email, as HTML and as text. */
export interface Block {
  readonly html: string;
  readonly text: string;
  readonly pictures?: readonly EmailImage[];
}

interface EmailContent {
  /** The heading. */
  readonly title: string;
  readonly blocks: readonly Block[];
  /** Below a line: why the recipient gets this email, and how to stop it. */
  readonly footer?: readonly Block[];
}

/**
 * Light colors, which are inline because many mail clients support nothing else, and dark colors for clients with
 * `prefers-color-scheme`.
 */
const COLORS = {
  page: ['#fbfaf6', '#0f1613'],
  sheet: ['#ffffff', '#161f1c'],
  ink: ['#16221e', '#f0eee9'],
  soft: ['#4b5953', '#acb3ad'],
  rule: ['#dadcd5', '#2f3834'],
  link: ['#076246', '#62d0a4'],
  button: ['#076246', '#62d0a4'],
  label: ['#fcfcf9', '#0a1712'],
} as const;

const light = (name: keyof typeof COLORS) => COLORS[name][0];
const dark = (name: keyof typeof COLORS) => COLORS[name][1];

const FONT = `font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif`;
const BODY = `margin:0 0 16px;font-size:16px;line-height:1.55;color:${light('ink')}`;
const SMALL = `margin:0 0 12px;font-size:14px;line-height:1.5;color:${light('soft')}`;
const LINK = `color:${light('link')};text-decoration:underline`;

const DARK = `@media (prefers-color-scheme:dark){
.page{background-color:${dark('page')}!important}
.sheet{background-color:${dark('sheet')}!important;border-color:${dark('rule')}!important}
.ink{color:${dark('ink')}!important}
.soft{color:${dark('soft')}!important}
.rule{border-color:${dark('rule')}!important}
.link{color:${dark('link')}!important}
.button{background-color:${dark('button')}!important;color:${dark('label')}!important}
}`;

/** Control characters and bidirectional marks: user input must not hide the text after it. */
const INVISIBLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const plain = (text: string) => text.replace(/\r\n?/g, '\n').replace(INVISIBLE, (mark) => (mark === '\n' ? mark : ''));

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string) => plain(text).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

/** User input with its line breaks. */
const lines = (text: string) => escaped(text).replaceAll('\n', '<br>');

/** @throws Error for a URL that none of our emails may link to */
function address(url: string): string {
  const { protocol, href } = new URL(url);
  if (!['https:', 'http:', 'mailto:'].includes(protocol))
    throw new Error('Emails may link only to http, https and mailto addresses');
  return href;
}

export const paragraph = (text: string): Block => ({
  html: `<p class="ink" style="${BODY}">${lines(text)}</p>`,
  text: plain(text),
});

export const heading = (text: string): Block => ({
  html: `<h2 class="ink" style="margin:24px 0 8px;font-size:18px;line-height:1.4;color:${light('ink')}">${escaped(text)}</h2>`,
  text: plain(text).toUpperCase(),
});

/** User input as a quotation. */
export const quote = (text: string): Block => ({
  html: `<blockquote class="ink rule" style="margin:0 0 16px;padding:0 0 0 16px;border-left:4px solid ${light('rule')};font-size:16px;line-height:1.55;color:${light('ink')}">${lines(text)}</blockquote>`,
  text: plain(text)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n'),
});

/** Names and values, stacked to fit narrow screens. */
export const facts = (entries: readonly (readonly [label: string, value: string])[]): Block => ({
  html: `<dl style="margin:0 0 16px">${entries.map(fact).join('')}</dl>`,
  text: entries.map(([label, value]) => `${plain(label)}: ${plain(value)}`).join('\n'),
});

const fact = ([label, value]: readonly [string, string]) =>
  `<dt class="soft" style="margin:0;font-size:14px;line-height:1.5;color:${light('soft')}">${escaped(label)}</dt>` +
  `<dd class="ink" style="margin:0 0 8px;font-size:16px;line-height:1.5;color:${light('ink')};overflow-wrap:anywhere">${lines(value)}</dd>`;

/** The main action. Only the text form shows the URL; add it as `small` where people may need to copy it. */
export const button = (label: string, url: string): Block => ({
  html:
    `<p style="margin:0 0 24px"><a class="button" href="${escaped(address(url))}" style="display:inline-block;` +
    `padding:12px 20px;border-radius:6px;background-color:${light('button')};color:${light('label')};font-size:16px;` +
    `line-height:1.4;font-weight:600;text-decoration:none">${escaped(label)}</a></p>`,
  text: `${plain(label)}:\n${address(url)}`,
});

/** A link on its own line, for lists. */
export const link = (label: string, url: string): Block => ({
  html: `<p class="ink" style="${BODY}"><a class="link" href="${escaped(address(url))}" style="${LINK}">${escaped(label)}</a></p>`,
  text: `${plain(label)}: ${address(url)}`,
});

export const small = (text: string): Block => ({
  html: `<p class="soft" style="${SMALL}">${lines(text)}</p>`,
  text: plain(text),
});

export const smallLink = (label: string, url: string): Block => ({
  html: `<p class="soft" style="${SMALL}"><a class="link" href="${escaped(address(url))}" style="${LINK}">${escaped(label)}</a></p>`,
  text: `${plain(label)}: ${address(url)}`,
});

/** The one thing to do next, with its address in both forms, for programs that show no buttons. */
export const callToAction = (label: string, url: string): Block => {
  const pressed = button(label, url);
  const copied = small(`If the button doesn't work, copy this link into your browser:\n${url}`);
  return { html: `${pressed.html}\n${copied.html}`, text: pressed.text };
};

/**
 * Footer of a transactional email: why it was sent, that it can be ignored, and who sent it.
 * @param why e.g. `You're getting this email because this address was given with submission CB-7K3M-9QXD.`
 */
export const emailFooter = (why: string, publicUrl: string): Block[] => [
  small(`${why} If it isn't for you, you can ignore it.`),
  small('ClearBatch is an open database of lab reports for hemp-derived THC drinks, for adults 21 and over.'),
  smallLink('ClearBatch website', fromEmail(`${publicUrl}/`)),
];

/**
 * An inline picture; nothing is fetched. It has a white background in dark mode, too.
 * @param id letters, digits and hyphens; unique within the email
 * @param width in pixels, as shown
 */
export const picture = (id: string, png: Uint8Array, alt: string, width: number): Block => ({
  html: `<p style="margin:0 0 16px"><img src="cid:${escaped(id)}" alt="${escaped(alt)}" width="${width}" style="display:block;width:${width}px;max-width:100%;height:auto;padding:8px;background-color:#ffffff"></p>`,
  text: `[${plain(alt)}]`,
  pictures: [{ id, png }],
});

/** Both forms of an email, and its pictures if any. */
export function layout({ title, blocks, footer = [] }: EmailContent): Pick<EmailMessage, 'html' | 'text' | 'pictures'> {
  const pictures = [...blocks, ...footer].flatMap((block) => block.pictures ?? []);
  return {
    html: html(title, blocks, footer),
    text: text(title, blocks, footer),
    ...(pictures.length > 0 ? { pictures } : {}),
  };
}

/** One column in one table, which even the oldest clients center and limit in width. */
function html(title: string, blocks: readonly Block[], footer: readonly Block[]): string {
  const content = blocks.map((block) => block.html).join('\n');
  const below = footer.map((block) => block.html).join('\n');
  const line = below
    ? `<hr class="rule" style="margin:24px 0;border:0;border-top:1px solid ${light('rule')}">\n${below}`
    : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(title)}</title>
<style>${DARK}</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:${light('page')}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${light('page')}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background-color:${light('sheet')};border:1px solid ${light('rule')};border-radius:8px"><tr><td align="left" style="padding:24px;${FONT};overflow-wrap:anywhere">
<p class="soft" style="${SMALL};font-weight:600">ClearBatch</p>
<h1 class="ink" style="margin:0 0 16px;font-size:24px;line-height:1.3;color:${light('ink')}">${escaped(title)}</h1>
${content}
${line}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

function text(title: string, blocks: readonly Block[], footer: readonly Block[]): string {
  const parts = [`ClearBatch\n\n${plain(title)}`, ...blocks.map((block) => block.text)];
  const below = footer.length > 0 ? ['-- ', ...footer.map((block) => block.text)] : [];
  return `${[...parts, ...below].join('\n\n')}\n`;
}
