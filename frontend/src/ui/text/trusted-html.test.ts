import { isExpectedHtml, trustedHtml } from './trusted-html';

describe('the allowed markup', () => {
  it.each([
    ['text', 'Two hours & "more" > one'],
    ['nothing', ''],
    [
      'tags',
      '<h2 id="a">A</h2><p>Wait <strong>two</strong> hours.<br /><a href="/learn/a#b" rel="noopener">On</a></p>',
    ],
    [
      'a drawing',
      '<svg viewbox="0 0 9 9" role="img" aria-labelledby="t"><title id="t">T</title><path d="M0 0"></path></svg>',
    ],
    ['a link to a number', '<a href="tel:911">911</a><a href="#fn1">1</a><a href="https://doi.example/1">2</a>'],
    ['text in which a tag is spelled out', '<code>&lt;script&gt;</code>'],
  ])('%s', (_, html) => {
    expect(isExpectedHtml(html)).toBe(true);
    expect(trustedHtml(html)).toBe(html);
  });

  it.each([
    ['a script', '<p>A</p><script src="/assets/index.js"></script>'],
    ['a script in large letters', '<SCRIPT>alert(1)</SCRIPT>'],
    ['a handler', '<p onclick="alert(1)">A</p>'],
    ['a handler behind a slash', '<svg/onload="alert(1)">'],
    ['a handler without quotes', '<p onclick=alert(1)>A</p>'],
    ['a picture', '<img src="x" onerror="alert(1)">'],
    ['a frame', '<iframe srcdoc="A"></iframe>'],
    ['a form', '<form action="https://evil.example"><button type="submit">Go</button></form>'],
    ['a style', '<p style="position:fixed">A</p>'],
    ['a style sheet', '<style>p{}</style>'],
    ['a link that runs', '<a href="javascript:alert(1)">A</a>'],
    ['a link that runs, behind a space', '<a href=" javascript:alert(1)">A</a>'],
    ['a link that runs, spelled otherwise', '<a href="java&#115;cript:alert(1)">A</a>'],
    ['a link that holds a page', '<a href="data:text/html,A">A</a>'],
    ['another address for all links', '<base href="https://evil.example/">'],
    ['a note that hides a tag', '<!-- <p> -->'],
    ['what is foreign to a drawing', '<svg><foreignobject></foreignobject></svg>'],
    ['a tag within a value', '<p class="<img src=x>">A</p>'],
    ['a tag that does not end', '<p>A</p><p'],
    ['a closing tag with more in it', '</p onclick=alert(1)>'],
  ])('is not %s', (_, html) => {
    expect(isExpectedHtml(html)).toBe(false);
    expect(() => trustedHtml(html)).toThrow(TypeError);
  });
});
