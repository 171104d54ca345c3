import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { Prose } from './prose';

// jsdom lays nothing out, so nothing ever changes its size.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

const HTML = `
  <p><a href="/learn/dosing-guide#then-wait">within <em>the site</em></a>
  <a href="#fn1">source</a> <a href="https://doi.example/1">elsewhere</a>
  <a href="tel:911">telephone</a> <a href="//other.example">other host</a>
  <a href="/api/docs">to the server</a></p>`;

let gone: string[];

beforeEach(() => {
  gone = [];
  render(<Prose html={HTML} onGo={(id) => gone.push(`#${id}`)} onFollow={(path) => gone.push(path)} />);
});
afterEach(cleanup);

/** Clicks, and returns whether the browser's default action is left to run. */
function click(element: Element, how: MouseEventInit = {}): 'handled here' | 'left to the browser' {
  const event = createEvent.click(element, how);
  // The component's listener has run by the time the click reaches the document; here we stop jsdom from following the
  // link.
  let handled = false;
  const look = (passed: Event) => {
    handled = passed.defaultPrevented;
    passed.preventDefault();
  };
  document.addEventListener('click', look, { once: true });
  fireEvent(element, event);
  return handled ? 'handled here' : 'left to the browser';
}

it('hands an internal link to the router, wherever it is clicked', () => {
  expect(click(screen.getByText('the site'))).toBe('handled here');
  expect(gone).toEqual(['/learn/dosing-guide#then-wait']);
});

it('scrolls to a heading of the same page', () => {
  expect(click(screen.getByText('source'))).toBe('handled here');
  expect(gone).toEqual(['#fn1']);
});

it.each(['elsewhere', 'telephone', 'other host', 'to the server'])(
  'leaves a link that leads %s to the browser',
  (name) => {
    expect(click(screen.getByText(name))).toBe('left to the browser');
    expect(gone).toEqual([]);
  },
);

it('leaves a click that is not plain to the browser, such as one for a new tab', () => {
  expect(click(screen.getByText('source'), { ctrlKey: true })).toBe('left to the browser');
  expect(gone).toEqual([]);
});
