import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense, use } from 'react';
import { BrowserRouter, Link, Outlet, Route, Routes } from 'react-router';
import { useFocusOnNavigation } from './use-focus-on-navigation';

let arrive: () => void;
let code: Promise<void>;
beforeEach(() => {
  window.history.replaceState(null, '', '/');
  ({ promise: code, resolve: arrive } = Promise.withResolvers<void>());
});
afterEach(cleanup);

function Layout() {
  return (
    <>
      <Link to="/slow">Slow</Link>
      <button type="button">Menu</button>
      <main ref={useFocusOnNavigation()} tabIndex={-1}>
        <button type="button" data-outlives-page>
          Undo
        </button>
        <button type="button">Reused by the next page</button>
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
    </>
  );
}

function Slow() {
  use(code);
  return <h1>Slow page</h1>;
}

const focused = () => document.activeElement?.textContent;

/** Follows the link, as with the keyboard, to a page whose code is still loading. */
async function follow() {
  render(
    <BrowserRouter>
      <Routes>
        <Route element={<Layout />}>
          <Route index element={<h1>First page</h1>} />
          <Route path="slow" element={<Slow />} />
        </Route>
      </Routes>
    </BrowserRouter>,
  );
  screen.getByText('Slow').focus();
  await act(async () => void fireEvent.click(screen.getByText('Slow')));
  expect(window.location.pathname).toBe('/slow');
  expect(screen.queryByText('First page')).not.toBeNull();
}

const load = () => act(async () => arrive());

it('moves the focus to the heading of the page that was opened', async () => {
  await follow();
  expect(focused()).toBe('Slow');
  await load();
  expect(focused()).toBe('Slow page');
});

it.each(['Menu', 'Undo'])('leaves the focus where it was moved while the page was loading: %s', async (name) => {
  await follow();
  screen.getByText(name).focus();
  await load();
  expect(screen.queryByText('Slow page')).not.toBeNull();
  expect(focused()).toBe(name);
});

it('takes the focus from a part of the page before', async () => {
  await follow();
  screen.getByText('Reused by the next page').focus();
  await load();
  expect(focused()).toBe('Slow page');
});

it('takes a return to the window for no move', async () => {
  await follow();
  act(() => screen.getByText('Slow').blur());
  act(() => screen.getByText('Slow').focus());
  await load();
  expect(focused()).toBe('Slow page');
});

it('moves the focus again with the next navigation', async () => {
  await follow();
  screen.getByText('Undo').focus();
  await load();
  await act(async () => {
    window.history.back();
    await new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  });
  expect(focused()).toBe('First page');
});
