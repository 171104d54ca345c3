/** What would begin another header, and marks that turn the direction of writing. */
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

const NAME_MAX = 60;

/** A name that somebody typed, as it may stand in a subject: on one line, and short enough to leave room for the rest. */
export function inSubject(name: string): string {
  const characters = [...name.toWellFormed().replace(UNFIT, ' ').replace(/\s+/gu, ' ').trim()];
  if (characters.length <= NAME_MAX) return characters.join('');
  const cut = characters.slice(0, NAME_MAX - 1).join('');
  const end = cut.lastIndexOf(' ');
  return `${(end > NAME_MAX / 2 ? cut.slice(0, end) : cut).trimEnd()}…`;
}
