import { createRequire } from 'node:module';
import { renderAsync } from '@resvg/resvg-js';
import { TooManyRequests } from '../../platform/http/rate-limit.js';
import { escapeXml } from './head.js';
import type { SocialCard } from './social-card.js';

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 80;

/** The light theme of frontend/src/styles/tokens.css. resvg does not read oklch(), so these are sRGB. */
const PAPER = '#fbfaf6';
const INK = '#1c2521';
const INK_SOFT = '#4f5a55';
const PINE = '#0b6148';
const TITLE_COLORS = { danger: '#ba3728', caution: '#7e5403', neutral: INK, good: INK };

/**
 * A longer title is smaller. Characters per line are an estimate for the font, rounded down: better to cut a title than to
 * let it overflow.
 */
const TITLE_SIZES = [
  { size: 68, characters: 30, lines: 2 },
  { size: 56, characters: 37, lines: 3 },
  { size: 46, characters: 45, lines: 4 },
] as const;
const LINE_HEIGHT = 1.15;

const TEXT_SIZE = 28;
const TEXT_CHARACTERS = 72;
/** Where the last line of text may be, above the detail. */
const TEXT_BOTTOM = 534;

const fontFile = createRequire(import.meta.url).resolve;
const FONTS = [
  fontFile('@expo-google-fonts/source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf'),
  fontFile('@expo-google-fonts/inter/500Medium/Inter_500Medium.ttf'),
];

/** Renders a 1200 × 630 PNG off the event loop. */
export async function renderSocialCard(card: SocialCard, siteName: string): Promise<Buffer> {
  const image = await renderAsync(cardSvg(card, siteName), {
    font: { fontFiles: FONTS, loadSystemFonts: false, defaultFontFamily: 'Inter' },
  });
  return image.asPng();
}

/** About 40 kB each. */
const MAX_CACHED = 100;

/** More than any page links to; further requests get 429. */
const MAX_QUEUED = 20;

/** Each image takes about 30 ms, so the queue is empty again by then. */
const RETRY_AFTER_SECONDS = 2;

/**
 * LRU cache of rendered images, with a bounded queue that renders one image at a time. An image costs as much CPU as a
 * hundred API responses and there is one per certificate, so a client that requests all of them would otherwise starve
 * everybody else.
 */
export class SocialImageCache {
  private readonly rendered = new Map<string, Promise<Buffer>>();
  private last: Promise<unknown> = Promise.resolve();
  private queued = 0;

  constructor(private readonly siteName: string) {}

  /** @throws TooManyRequests */
  image(card: SocialCard): Promise<Buffer> {
    const key = JSON.stringify(card);
    const image = this.rendered.get(key) ?? this.enqueue(card);
    this.rendered.delete(key);
    this.rendered.set(key, image);
    image.catch(() => this.rendered.delete(key));
    const oldest = this.rendered.keys().next();
    if (this.rendered.size > MAX_CACHED && !oldest.done) this.rendered.delete(oldest.value);
    return image;
  }

  private enqueue(card: SocialCard): Promise<Buffer> {
    if (this.queued === MAX_QUEUED) throw new TooManyRequests(RETRY_AFTER_SECONDS);
    this.queued += 1;
    const image = this.last
      .then(() => renderSocialCard(card, this.siteName))
      .finally(() => {
        this.queued -= 1;
      });
    this.last = image.catch(() => {});
    return image;
  }
}

export function cardSvg(
  { kind, title, tone = 'neutral', subtitle, text, detail }: SocialCard,
  siteName: string,
): string {
  const { size, lines } = fitTitle(title);
  const titleTop = 254;
  const subtitleTop = titleTop + (lines.length - 1) * size * LINE_HEIGHT + 66;
  const textTop = subtitleTop + 46;
  const textLines = Math.max(0, Math.floor((TEXT_BOTTOM - textTop) / (TEXT_SIZE * 1.35)) + 1);
  const line = (x: number, y: number, fontSize: number, fill: string, family: string, content: string) =>
    `<text x="${x}" y="${y}" font-family="${family}" font-size="${fontSize}" fill="${fill}">${escapeXml(content)}</text>`;
  const paragraph = text && textLines > 0 ? wrap(text, TEXT_CHARACTERS, textLines) : [];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="${PAPER}"/>
    <rect width="${WIDTH}" height="12" fill="${PINE}"/>
    <g transform="translate(${MARGIN} 66) scale(2)">
      <path d="M4.5 0h11L19 4.8v18.4L15.5 28h-11L1 23.2V4.8z" fill="${PINE}"/>
      <path d="M1 9h18v10.5H1z" fill="${PAPER}"/>
      <path d="M4.5 11.5H6v5.5H4.5zm3 0h.8v5.5h-.8zm2.2 0h1.9v5.5H9.7zm3.3 0h.8v5.5H13zm2 0h.8v5.5H15z" fill="${INK}"/>
    </g>
    ${line(MARGIN + 60, 108, 38, INK, 'Source Serif 4', siteName)}
    ${line(MARGIN, 174, 28, PINE, 'Inter', kind)}
    ${lines.map((words, index) => line(MARGIN, titleTop + index * size * LINE_HEIGHT, size, TITLE_COLORS[tone], 'Source Serif 4', words)).join('')}
    ${subtitle ? line(MARGIN, subtitleTop, 40, INK, 'Inter', cut(subtitle, 46)) : ''}
    ${paragraph.map((words, index) => line(MARGIN, textTop + index * TEXT_SIZE * 1.35, TEXT_SIZE, INK, 'Inter', words)).join('')}
    ${detail ? line(MARGIN, HEIGHT - 54, 28, INK_SOFT, 'Inter', cut(detail, 70)) : ''}
  </svg>`;
}

/** The largest size at which the whole title fits; the smallest cuts it. */
function fitTitle(title: string): { size: number; lines: string[] } {
  const fitted = TITLE_SIZES.map(({ size, characters, lines }) => ({
    size,
    most: lines,
    lines: wrap(title, characters, lines + 1),
  }));
  const { size, characters, lines } = TITLE_SIZES[2];
  return fitted.find((one) => one.lines.length <= one.most) ?? { size, lines: wrap(title, characters, lines) };
}

/** Breaks lines between words and ends the last line with an ellipsis when text is left over. */
function wrap(text: string, perLine: number, most: number): string[] {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const current = lines.at(-1) ?? '';
    const longer = current ? `${current} ${word}` : word;
    if (longer.length <= perLine || !current) lines[lines.length - 1] = cut(longer, perLine);
    else lines.push(cut(word, perLine));
  }
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), cut(`${lines[most - 1]} …`, perLine)];
}

const cut = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`);
