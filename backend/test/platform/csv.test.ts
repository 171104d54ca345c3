import { type Cell, csvOf, csvRow } from '../../src/platform/http/csv.js';
import { collected } from '../support/collected.js';

describe('csvRow', () => {
  it.each<[string, Cell[], string]>([
    ['plain texts', ['a', 'b c'], 'a,b c'],
    ['nothing', [null, ''], ','],
    ['numbers, also below zero', [0, -1.5], '0,-1.5'],
    ['an instant', [new Date('2026-11-20T15:00:00Z')], '2026-11-20T15:00:00.000Z'],
    ['a comma', ['a,b'], '"a,b"'],
    ['quotes', ['say "when"'], '"say ""when"""'],
    ['lines', ['one\ntwo', 'one\r\ntwo'], '"one\ntwo","one\r\ntwo"'],
    ['any script', ['Größe', '抹茶', '🥤'], 'Größe,抹茶,🥤'],
    ['spaces, as they are', [' a '], ' a '],
  ])('quotes %s', (_, cells, text) => {
    expect(csvRow(cells)).toBe(`${text}\r\n`);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+49', "'+49"],
    ['-cmd', "'-cmd"],
    ['@sum', "'@sum"],
    ['\tx', "'\tx"],
    ['\rx', `"'\rx"`],
    ['=HYPERLINK("https://x.example","y")', `"'=HYPERLINK(""https://x.example"",""y"")"`],
    ['-1', "'-1"],
    ['＝1+1', "'＝1+1"],
    ['＋49', "'＋49"],
    ['－cmd', "'－cmd"],
    ['＠sum', "'＠sum"],
    ['﹦1', "'﹦1"],
    ['\u22121', "'\u22121"],
    [' =1+1', "' =1+1"],
    ['\u00a0＝1', "'\u00a0＝1"],
    ['\u200b=1', "'\u200b=1"],
    ['\n=1', `"'\n=1"`],
    ['\nx', `"'\nx"`],
    ['"=1+1"', `"'""=1+1"""`],
  ])('escapes the formula %j', (text, harmless) => {
    expect(csvRow([text])).toBe(`${harmless}\r\n`);
  });

  it.each(['a=1', 'sam+news@mail.example', '1-2', "'=1", "it's", '½', ' a=1'])('leaves %j unchanged', (text) => {
    expect(csvRow([text])).toBe(`${text}\r\n`);
  });
});

describe('csvOf', () => {
  it('streams a header and rows', async () => {
    async function* parts() {
      yield [1, 2];
      yield [3];
    }
    expect(await collected(csvOf(['n', 'twice'], parts(), (n) => [n, n * 2]))).toEqual([
      'n,twice\r\n',
      '1,2\r\n2,4\r\n',
      '3,6\r\n',
    ]);
  });

  it('has a header even without rows', async () => {
    async function* nothing(): AsyncGenerator<number[]> {}
    expect(await collected(csvOf(['n'], nothing(), (n) => [n]))).toEqual(['n\r\n']);
  });
});
