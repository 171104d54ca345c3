import type { Character } from './page-characters.js';
import type { Area } from './page-geometry.js';

/** Characters that belong together, in the direction in which they are read. */
export interface Word {
  readonly characters: readonly Character[];
  readonly text: string;
  readonly area: Area;
  readonly direction: number;
  readonly fontSize: number;
}

/** Where a character begins and ends along its line. */
export function alongLine({ area, direction }: Pick<Character, 'area' | 'direction'>) {
  if (direction === 1) return { start: area.top, end: area.bottom };
  if (direction === 2) return { start: -area.right, end: -area.left };
  if (direction === 3) return { start: -area.bottom, end: -area.top };
  return { start: area.left, end: area.right };
}

export const baseline = ({ origin: [x, y], direction }: Pick<Character, 'origin' | 'direction'>): number =>
  direction % 2 === 0 ? y : x;

export function wordFrom(characters: readonly Character[]): Word {
  const area = {
    left: Math.min(...characters.map((character) => character.area.left)),
    top: Math.min(...characters.map((character) => character.area.top)),
    right: Math.max(...characters.map((character) => character.area.right)),
    bottom: Math.max(...characters.map((character) => character.area.bottom)),
  };
  const text = characters.map((character) => character.text).join('');
  const fontSize = Math.max(...characters.map((character) => character.fontSize));
  return { characters, text: text.normalize('NFC'), area, direction: characters[0]?.direction ?? 0, fontSize };
}
