import {
  button,
  facts,
  heading,
  layout,
  link,
  paragraph,
  picture,
  quote,
  small,
} from '../../src/platform/email/email-layout.js';

const email = () =>
  layout({
    title: 'Changes were requested',
    blocks: [
      paragraph('First line\nsecond line'),
      heading('What is wrong'),
      quote('The report says HS-26/119.\nNot 118.'),
      facts([
        ['Product', 'Damson Spritz'],
        ['Batch', 'HS-26/118'],
      ]),
      button('Correct it', 'https://clearbatch.example/c?a=1&b=2'),
      link('The registry', 'https://clearbatch.example/coa'),
      picture('qr', Buffer.from('png'), 'Code that leads to the certificate', 160),
    ],
    footer: [small('You get this mail because you sent a certificate.')],
  });

describe('an email', () => {
  it('has the same content in its text form', () => {
    expect(email().text).toBe(`ClearBatch

Changes were requested

First line
second line

WHAT IS WRONG

> The report says HS-26/119.
> Not 118.

Product: Damson Spritz
Batch: HS-26/118

Correct it:
https://clearbatch.example/c?a=1&b=2

The registry: https://clearbatch.example/coa

[Code that leads to the certificate]

-- 

You get this mail because you sent a certificate.
`);
  });

  it('has a language, a title and one h1, and loads nothing remote', () => {
    const { html } = email();
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(html).toContain('<title>Changes were requested</title>');
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html.match(/<table(?! role="presentation")/g)).toBeNull();
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect([...html.matchAll(/src="([^"]*)"/g)].map(([, src]) => src)).toEqual(['cid:qr']);
    expect(html).not.toMatch(/url\(|@import|<link|<script/);
    expect(html).toContain('href="https://clearbatch.example/c?a=1&amp;b=2"');
  });

  it('attaches its images, and mentions none if it has none', () => {
    expect(email().pictures).toEqual([{ id: 'qr', png: Buffer.from('png') }]);
    expect(Object.keys(layout({ title: 'T', blocks: [] }))).toEqual(['html', 'text']);
  });

  it.each<[string, (text: string) => ReturnType<typeof paragraph>]>([
    ['a paragraph', paragraph],
    ['a heading', heading],
    ['a quote', quote],
    ['small print', small],
    ['a name', (text) => facts([[text, 'value']])],
    ['a value', (text) => facts([['name', text]])],
    ['the words of a button', (text) => button(text, 'https://clearbatch.example/')],
    ['the words of a link', (text) => link(text, 'https://clearbatch.example/')],
    ['the words for a picture', (text) => picture('qr', Buffer.from(''), text, 10)],
  ])('escapes user input in %s', (_, block) => {
    const { html, text } = layout({ title: 'T', blocks: [block(`<img src=x onerror="a()">&'\u0000\u202etxt`)] });
    expect(html).toContain('&lt;img src=x onerror=&quot;a()&quot;&gt;&amp;&#39;txt');
    expect(html).not.toContain('<img src=x');
    expect(text.toLowerCase()).toContain(`<img src=x onerror="a()">&'txt`);
  });

  it('escapes user input in the title', () => {
    expect(layout({ title: '</title><script>', blocks: [] }).html).not.toContain('<script>');
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://mail.example', '/relative'])(
    'rejects the link %s',
    (url) => {
      expect(() => button('Go', url)).toThrow();
      expect(() => link('Go', url)).toThrow();
    },
  );

  it('escapes quotes in link URLs', () => {
    expect(link('Go', 'https://clearbatch.example/"onclick="a()').html).not.toContain('"onclick');
  });
});
