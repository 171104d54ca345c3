import fc from 'fast-check';
import { respell, SPELLINGS_MAX, typingErrors, wordsToCheck } from '../../../src/domain/shared/spelling.js';

const KNOWN = [
  'sarsaparilla',
  'seltzer',
  'orange',
  'blood',
  'lime',
  'lemon',
  'lemonade',
  'juniper',
  'tide',
  'getranke',
];

describe('words that may be misspelled', () => {
  it.each<[string, string[]]>([
    ['sarsaparila', ['sarsaparila']],
    ['yuzu seltser 10 mg', ['yuzu', 'seltser']],
    ['c9030', []],
    ['lot 24 117', []],
    ['tea', []],
    ['rootbeer2', []],
    ['lime lime', ['lime']],
    ['one two thre four five sixx', ['thre', 'four', 'five', 'sixx']],
    ['aaaa bbbb cccc dddd eeee ffff gggg', []],
  ])('of "%s" are %j', (text, words) => {
    expect(wordsToCheck(text)).toEqual(words);
  });
});

describe('typing errors', () => {
  it.each([
    ['seltzer', 'seltzer', 0],
    ['seltzr', 'seltzer', 1],
    ['sseltzer', 'seltzer', 1],
    ['seltser', 'seltzer', 1],
    ['setlzer', 'seltzer', 1],
    ['esltser', 'seltzer', 2],
    ['', 'tide', 4],
    ['tide', '', 4],
  ])('from "%s" to "%s" are %d, and as many the other way', (typed, meant, errors) => {
    expect(typingErrors([...typed], [...meant])).toBe(errors);
    expect(typingErrors([...meant], [...typed])).toBe(errors);
  });

  it.each([
    ['sarsap', 'sarsaparilla', 0],
    ['sarasap', 'sarsaparilla', 1],
    ['lemonade', 'lemon', 3],
  ])('from "%s" to the nearest beginning of "%s" are %d', (typed, meant, errors) => {
    expect(typingErrors([...typed], [...meant], { toBeginning: true })).toBe(errors);
  });
});

describe('another spelling', () => {
  it.each([
    ['sarsaparila', 'sarsaparilla'],
    ['sarsparila', 'sarsaparilla'],
    ['sarsparil', 'sarsaparilla'],
    ['oragne', 'orange'],
    ['blood oragne', 'blood orange'],
    ['blod oragne', 'blood orange'],
    ['jumiper tide', 'juniper tide'],
    ['lime seltser 10 mg', 'lime seltzer 10 mg'],
    ['gertanke', 'getranke'],
  ])('of "%s" is first "%s"', (text, spelling) => {
    expect(respell(text, KNOWN)[0]).toBe(spelling);
  });

  it.each([
    ['what is known', 'blood orange'],
    ['another word', 'elderflower'],
    ['two errors in a short word', 'semtser'],
    ['three errors in a long one', 'sasparila'],
    ['a short word', 'lim'],
    ['a batch id', 'c9031'],
    ['a word with a digit', 'seltzer1'],
    ['a known word beside one that is like none', 'seltzer elderflower'],
    ['the beginning of a word that is not the last', 'sarsap seltser elderflower'],
  ])('of %s there is none: "%s"', (_what, text) => {
    expect(respell(text, KNOWN)).toEqual([]);
  });

  it('is nearer before farther, then begins the same way, then is as long', () => {
    expect(respell('tlde', ['wild', 'tild', 'tilde', 'tide'])).toEqual(['tide', 'tilde']);
    expect(respell('lime', ['time', 'line', 'dime'])).toEqual(['line', 'dime', 'time']);
  });

  it('is one of a few known words, in place of each unknown one', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abc'), minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 4 }),
        fc.uniqueArray(word, { maxLength: 12 }),
        (words, known) => {
          const spellings = respell(words.join(' '), known);
          expect(spellings.length).toBeLessThanOrEqual(SPELLINGS_MAX);
          for (const spelling of spellings) {
            expect(spelling).not.toBe(words.join(' '));
            for (const [place, other] of spelling.split(' ').entries()) {
              const one = words[place] ?? '';
              expect(other === one || (known.includes(other) && one.length >= 4)).toBe(true);
            }
          }
        },
      ),
    );
  });
});
