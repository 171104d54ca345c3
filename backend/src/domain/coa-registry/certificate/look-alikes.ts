/**
 * Small letters of other scripts, and the Latin letters or digits that they or their capitals are mistaken for, in the
 * same order. From Unicode Technical Standard 39 (confusables), as far as it maps one letter to one letter. If capital
 * and small letter look like different Latin letters, the capital decides, because batch ids are printed in capitals:
 * "Ν" is "N", although "ν" looks like "v".
 */
const ALPHABETS = [
  // Cyrillic
  ['авсԁеһніӏјкморԛѕтѵԝхуүзь', 'abcdehhiijkmopqstvwxyy3b'],
  // Greek
  ['αβεζηικμνορτυχϲϳ', 'abezhikmnoptyxcj'],
  // Armenian
  ['օսհոցզլտ', 'ouhngqls'],
  // Cherokee
  ['ꭰꭱꭲꭵꭺꭻꭼꮃꮇꮋꮐꮓꮞꮢꮤꮥꮩꮪꮮꮯꮲꮶᏻᏼ', 'drtiajewmhgz4rwsvslcpkgb'],
  // Latin small capitals
  ['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnoprstuvwyz'],
] as const;

const LATIN_FOR: ReadonlyMap<string, string> = new Map(
  ALPHABETS.flatMap(([letters, latin]) =>
    [...letters].map((letter, index) => [letter, latin[index] ?? letter] as const),
  ),
);

/** Digits of other scripts come in runs of ten, from zero to nine. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

/**
 * A text in lower case, with characters of other scripts replaced by the Latin letters and ASCII digits that look or
 * mean the same.
 */
export const toLatin = (text: string): string =>
  [...text]
    .map((character) =>
      /[^\P{Nd}0-9]/u.test(character) ? digitOf(character) : (LATIN_FOR.get(character) ?? character),
    )
    .join('');

/** Whether a word has letters of another script, and every one of them looks Latin. */
export function looksLatin(word: string): boolean {
  const small = word.toLowerCase();
  const latin = toLatin(small);
  return latin !== small && !/[^\p{Script=Latin}\p{N}\p{M}]/u.test(latin);
}
