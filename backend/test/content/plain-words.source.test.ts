import { readSources, readWords, sourceTexts, unwrittenDays } from './reading-grade.mjs';

/** Wording that sounds translated or formal, with its replacement. */
const AVOID: readonly (readonly [RegExp, string])[] = [
  [/\ba letter now and then\b/i, 'get our newsletter'],
  [/\b(this|the|every|each) letter\b/i, 'email'],
  [/\bhopeful end\b/i, 'best case'],
  [/\bnothing more before\b/i, 'wait before more'],
  [/\bover after\b/i, 'wears off after'],
  [/\bbeing unresponsive\b/i, "can't be woken"],
  [/\bsettle the way home\b|\byour own keys\b/i, 'arrange a ride'],
  [/\bwrong right now\b/i, 'need help now'],
  [/\bby published rules\b/i, 'based on published research'],
  [/\bsay little about\b/i, 'may not match'],
  [/\bhand(s|ed|ing)? in\b/i, 'submit'],
  [/\bunwell\b/i, 'sick, or name the emergency'],
  [/\bmend(s|ed|ing)?\b/i, 'fix'],
  [/\bit is for you to\b/i, "you're responsible for"],
  [/\bnobody\b/i, 'no one'],
  [/\bsomebody\b/i, 'someone'],
  [/\banybody\b/i, 'anyone'],
  [/\beverybody\b/i, 'everyone'],
  [/\bwhoever\b/i, 'anyone who'],
  [/\bfor ever\b/i, 'for good, permanently'],
  [/\bhears? of\b/i, 'gets'],
  [/\b(is|was|be) told\b/i, 'we tell'],
  [/\bas it stands\b/i, 'as it is, current'],
  [/\b(came|becomes?|became) of\b/i, 'what happened to'],
  [/\bone (looks|reads|begins|enters)\b/i, 'you'],
  [/\bat the least\b/i, 'at least'],
  [/\bdid not load\b/i, "we couldn't load"],
  [/\b(is|was|were|not) carried out\b/i, 'we did not process'],
  [/\bsince when\b|\bnot read since\b/i, "we don't know the start date"],
  [/\bnot shown to be\b/i, "meets, or that we can't check"],
  [/\b(has|have) not (read|found)\b/i, "haven't read, haven't found"],
  [/, which we (have not|haven't|did not|didn't) (read|find|found)\b/i, "a sentence of its own: We haven't read it"],
  [/\b(has|have) no effect on what\b/i, "doesn't use"],
  [/\b(is|are) for an? \w+ by\b/i, 'who is to do what: The FDA is to list them'],
  [/\b(is|are|was|were) of (five,|\d{4}|\p{Lu}\p{Ll}+ \d)/u, 'is dated'],
  [/\b(say|says|said) something else\b/i, 'differs'],
  [/\blines that\b[^.]*\bhave\b|\b(have|has), as printed\b/i, 'results that appear in'],
  [
    /\b(1|one|five) of (\d+|five) [\p{L} ]+ (are|have|were)\b/iu,
    'is, has or was after 1: choose the verb by the number',
  ],
  [/\bpress (Alt|Ctrl|Control|Shift|Cmd|Command)\b/i, 'tap, and the name of the button'],
  [/\b(date|day) of the (receipt|collection|issue|end)\b/i, 'was received, was collected'],
  [/\b(dated?|on|tested|read|since|until|from) (19|20)\d\d-\d\d-\d\d\b/i, 'October 28, 2025'],
];

describe('the texts of a source file', () => {
  it('are those a screen shows, including labels', () => {
    const screen = '<a className="flex gap" title="Every brand">Open <b>Settings</b></a>';
    expect(sourceTexts('a.tsx', screen)).toEqual(['Every brand', 'Open', 'Settings']);
  });

  it('are decorator messages, but not API descriptions', () => {
    const field = "class A { @Text({ description: 'For programs only', message: 'Enter a name' }) a; }";
    expect(sourceTexts('a.ts', field)).toEqual(['Enter a name']);
  });
});

describe('texts that users read', () => {
  const files = readWords();

  it.each(AVOID)('do not use %s: write "%s"', (phrase) => {
    const found = files.flatMap(([file, texts]) =>
      texts.flatMap((text) => (phrase.test(text) ? [`${file}: ${around(text, phrase)}`] : [])),
    );
    expect(found).toEqual([]);
  });
});

describe('days that users read', () => {
  it('are found in texts and on screens', () => {
    const screen = 'const a = `Tested on $' + '{coa.testDate}.`; const b = <p>Read on {readOn}</p>;';
    expect(unwrittenDays('a.tsx', screen)).toEqual(['testDate', 'readOn']);
  });

  it('are not found in addresses, or where a function writes them', () => {
    const screen = 'const a = `/days/$' + '{day}`; const b = <p>Read on {longDay(readOn)}</p>;';
    expect(unwrittenDays('a.tsx', screen)).toEqual([]);
  });

  it('are written in words, such as October 28, 2025', () => {
    expect(
      readSources().flatMap(([file, text]) => unwrittenDays(file, text).map((name) => `${file}: ${name}`)),
    ).toEqual([]);
  });
});

/** Enough of the text to find it. */
function around(text: string, phrase: RegExp): string {
  const at = text.search(phrase);
  return text.slice(Math.max(0, at - 60), at + 60);
}
