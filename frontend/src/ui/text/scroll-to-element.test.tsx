import { isPlainClick, scrollToElement } from './scroll-to-element';

let scrolled: unknown[];

/** jsdom has neither scrolling nor media queries. */
function browserThat(prefersReducedMotion: boolean) {
  scrolled = [];
  window.matchMedia = (query: string) => ({ matches: prefersReducedMotion, media: query }) as MediaQueryList;
  Element.prototype.scrollIntoView = function (how) {
    scrolled.push([this.id, how]);
  };
  document.body.innerHTML =
    '<h2 id="heading">Heading</h2><p><sup><a id="mark" href="#source">1</a></sup></p><ol><li id="source">Source</li></ol>';
}

// A smooth scroll is watched for two seconds.
beforeEach(() => jest.useFakeTimers());

// Test files of a worker share the document.
afterEach(() => {
  jest.useRealTimers();
  document.body.replaceChildren();
});

const focused = () => document.activeElement?.id;

it('scrolls a heading to the top smoothly and focuses it', () => {
  browserThat(false);
  scrollToElement('heading', 'smooth');
  expect(scrolled).toEqual([['heading', { behavior: 'smooth', block: 'start' }]]);
  expect(focused()).toBe('heading');
});

describe('a smooth scroll', () => {
  const ends = () => document.dispatchEvent(new Event('scrollend'));
  const toHeading = ['heading', { behavior: 'instant', block: 'start' }];

  beforeEach(() => {
    browserThat(false);
    scrollToElement('heading', 'smooth');
    scrolled = [];
  });

  it('is corrected at its end, once', () => {
    ends();
    ends();
    expect(scrolled).toEqual([toHeading]);
  });

  it.each(['wheel', 'touchstart', 'pointerdown', 'keydown'])('is left where a visitor stopped it: %s', (type) => {
    document.body.dispatchEvent(new Event(type, { bubbles: true }));
    ends();
    expect(scrolled).toEqual([]);
  });

  it('is not corrected once another one began', () => {
    scrollToElement('source', 'smooth');
    scrolled = [];
    ends();
    expect(scrolled).toEqual([['source', { behavior: 'instant', block: 'center' }]]);
  });
});

it('does not animate with reduced motion', () => {
  browserThat(true);
  scrollToElement('heading', 'smooth');
  expect(scrolled).toEqual([['heading', { behavior: 'instant', block: 'start' }]]);
});

it.each(['source', 'mark'])('centers a %s', (id) => {
  browserThat(false);
  scrollToElement(id, 'smooth');
  expect(scrolled).toEqual([[id, { behavior: 'smooth', block: 'center' }]]);
  expect(focused()).toBe(id);
});

it('keeps a link in the tab order', () => {
  browserThat(false);
  scrollToElement('mark', 'smooth');
  expect(document.getElementById('mark')?.tabIndex).toBe(0);
});

it.each(['nowhere', '', '%E0%A4%A'])('does nothing when there is no "%s"', (id) => {
  browserThat(false);
  scrollToElement(id, 'smooth');
  expect(scrolled).toEqual([]);
});

it('recognizes a plain click', () => {
  expect(isPlainClick(new MouseEvent('click'))).toBe(true);
  for (const how of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }]) {
    expect(isPlainClick(new MouseEvent('click', how))).toBe(false);
  }
});
