import { createRequire } from 'node:module';
import { renderAsync } from '@resvg/resvg-js';
import { TooManyRequests } from '../../platform/http/rate-limit.js';
import { escapeXml } from './head.js';

/** The text on a link preview image. */
export interface SocialCard {
  /** A short label above the title, e.g. "Certificate of Analysis". */
  readonly kind: string;
  readonly title: string;
  /** One figure with its unit, large, e.g. "4.82 mg THC". */
  readonly figure?: string;
  /** A line below, e.g. brand, batch and date. */
  readonly detail?: string;
}

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 80;

/** The light theme of frontend/src/styles/tokens.css. resvg does not read oklch(), so these are sRGB. */
const PAPER = '#fbfaf6';
const INK = '#1c2521';
const INK_SOFT = '#4f5a55';
const PINE = '#0b6148';

const TITLE_SIZE = 68;
/** An estimate for the title's font, rounded down: better to cut a title than to let it overflow. */
const TITLE_CHARACTERS = 30;
const TITLE_LINES = 3;

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

export function cardSvg({ kind, title, figure, detail }: SocialCard, siteName: string): string {
  const lines = wrap(title, TITLE_CHARACTERS, TITLE_LINES);
  const titleTop = 236;
  const below = titleTop + lines.length * TITLE_SIZE * 1.15;
  const text = (x: number, y: number, size: number, fill: string, family: string, content: string) =>
    `<text x="${x}" y="${y}" font-family="${family}" font-size="${size}" fill="${fill}">${escapeXml(content)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="${PAPER}"/>
    <rect width="${WIDTH}" height="12" fill="${PINE}"/>
    <g transform="translate(${MARGIN} 66) scale(2)">
      <path d="M4.5 0h11L19 4.8v18.4L15.5 28h-11L1 23.2V4.8z" fill="${PINE}"/>
      <path d="M1 9h18v10.5H1z" fill="${PAPER}"/>
      <path d="M4.5 11.5H6v5.5H4.5zm3 0h.8v5.5h-.8zm2.2 0h1.9v5.5H9.7zm3.3 0h.8v5.5H13zm2 0h.8v5.5H15z" fill="${INK}"/>
    </g>
    ${text(MARGIN + 60, 108, 38, INK, 'Source Serif 4', siteName)}
    ${text(MARGIN, titleTop - 58, 28, PINE, 'Inter', kind)}
    ${lines.map((line, index) => text(MARGIN, titleTop + 34 + index * TITLE_SIZE * 1.15, TITLE_SIZE, INK, 'Source Serif 4', line)).join('')}
    ${figure ? text(MARGIN, below + 60, 52, INK, 'Inter', figure) : ''}
    ${detail ? text(MARGIN, HEIGHT - 64, 28, INK_SOFT, 'Inter', cut(detail, 70)) : ''}
  </svg>`;
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
