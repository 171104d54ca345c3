import { createRequire } from 'node:module';
import { renderAsync } from '@resvg/resvg-js';
import { TooManyRequests } from '../../platform/http/rate-limit.js';
import { escapeXml } from './head.js';

/** What a link preview's picture says. */
export interface SocialCard {
  /** A word above the title, e.g. "Certificate of Analysis". */
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

/** The light theme of frontend/src/styles/tokens.css, as the colours that SVG tools know. */
const PAPER = '#fbfaf6';
const INK = '#1c2521';
const INK_SOFT = '#4f5a55';
const PINE = '#0b6148';

const TITLE_SIZE = 68;
/** A rough measure of the title's face, on the safe side: a title that is cut short is better than one that runs out. */
const TITLE_CHARACTERS = 30;
const TITLE_LINES = 3;

const fontFile = createRequire(import.meta.url).resolve;
const FONTS = [
  fontFile('@expo-google-fonts/source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf'),
  fontFile('@expo-google-fonts/inter/500Medium/Inter_500Medium.ttf'),
];

/** Draws a card as a PNG of 1200 × 630 pixels, off the event loop. */
export async function drawSocialCard(card: SocialCard, siteName: string): Promise<Buffer> {
  const image = await renderAsync(cardSvg(card, siteName), {
    font: { fontFiles: FONTS, loadSystemFonts: false, defaultFontFamily: 'Inter' },
  });
  return image.asPng();
}

/** Some 40 kB each: the ones that are shared at the moment. */
const KEPT = 100;

/** More than any page has links to; who comes then is told to come again. */
const WAITING_MAX = 20;

/** When there is room again: each takes some 30 ms. */
const COME_AGAIN_SECONDS = 2;

/**
 * Cards that were drawn. Each is drawn when it is first asked for, and only one at a time: a picture takes as much of the
 * processor as a hundred answers, and there are as many pictures as certificates, so that a stranger who asked for all of
 * them would take it from everybody else.
 */
export class SocialCards {
  private readonly drawn = new Map<string, Promise<Buffer>>();
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  constructor(private readonly siteName: string) {}

  /** @throws TooManyRequests */
  picture(card: SocialCard): Promise<Buffer> {
    const key = JSON.stringify(card);
    const picture = this.drawn.get(key) ?? this.drawnNext(card);
    this.drawn.delete(key);
    this.drawn.set(key, picture);
    picture.catch(() => this.drawn.delete(key));
    const oldest = this.drawn.keys().next();
    if (this.drawn.size > KEPT && !oldest.done) this.drawn.delete(oldest.value);
    return picture;
  }

  private drawnNext(card: SocialCard): Promise<Buffer> {
    if (this.waiting === WAITING_MAX) throw new TooManyRequests(COME_AGAIN_SECONDS);
    this.waiting += 1;
    const picture = this.last
      .then(() => drawSocialCard(card, this.siteName))
      .finally(() => {
        this.waiting -= 1;
      });
    this.last = picture.catch(() => {});
    return picture;
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

/** Breaks between words; what does not fit into the last line is left out, visibly. */
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
