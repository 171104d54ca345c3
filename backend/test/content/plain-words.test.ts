import { readWords, sourceTexts } from './reading-grade.mjs';

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

/** Enough of the text to find it. */
function around(text: string, phrase: RegExp): string {
  const at = text.search(phrase);
  return text.slice(Math.max(0, at - 60), at + 60);
}
