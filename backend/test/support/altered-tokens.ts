/** Tokens that a signer must reject, by what was done to a valid one. */
export const ALTERED_TOKENS: readonly [what: string, alter: (token: string) => string][] = [
  ['nothing', () => ''],
  ['a word', () => 'forged'],
  ['dots', () => '...'],
  ['one without its end', (token) => token.slice(0, -4)],
  ['one without its beginning', (token) => token.slice(1)],
  ['one with another beginning', (token) => `z${token.slice(1)}`],
  ['one with another end', (token) => `${token.slice(0, -4)}AAAA`],
];
