import { act, cleanup, render } from '@testing-library/react';
import { use } from 'react';
import { BrowserRouter, type NavigateFunction, useLocation, useNavigate } from 'react-router';
import { useUrlParams } from './use-url-params';

afterEach(cleanup);

let set: (name: string, value: string) => void;
let navigate: NavigateFunction;

/** @param waits what the page of an address waits for before it is shown */
async function open(address: string, waits: Readonly<Record<string, Promise<void>>> = {}): Promise<void> {
  function Page() {
    const { pathname, search } = useLocation();
    const wait = waits[search] ?? waits[pathname];
    if (wait) use(wait);
    const [, change] = useUrlParams();
    navigate = useNavigate();
    set = (name, value) =>
      change(
        (before) => {
          const after = new URLSearchParams(before);
          after.set(name, value);
          return after;
        },
        { replace: true },
      );
    return null;
  }
  window.history.replaceState(null, '', address);
  await act(async () => {
    render(
      <BrowserRouter>
        <Page />
      </BrowserRouter>,
    );
  });
}

const address = () => window.location.pathname + window.location.search;

test('two changes before the page of the first is shown add up', async () => {
  await open('/coa?search=lime');
  await act(async () => {
    set('brand', 'Waxwing');
    set('sort', 'thc');
  });
  expect(address()).toBe('/coa?search=lime&brand=Waxwing&sort=thc');
});

test('a change that another navigation replaced is not brought back', async () => {
  await open('/coa');
  await act(async () => {
    set('brand', 'Waxwing');
    void navigate('/coa');
    set('sort', 'thc');
  });
  expect(address()).toBe('/coa?sort=thc');
});

test('a page that is shown only after the next change does not undo that change', async () => {
  let show = () => {};
  const slow = new Promise<void>((resolve) => {
    show = resolve;
  });
  await open('/coa?search=lime', { '?search=': slow, '?search=&brand=Waxwing': slow });
  await act(async () => set('search', ''));
  await act(async () => set('brand', 'Waxwing'));
  await act(async () => show());
  await act(async () => set('sort', 'thc'));
  expect(address()).toBe('/coa?search=&brand=Waxwing&sort=thc');
});

test('a late change does not pull people back from the page that they are opening', async () => {
  await open('/admin?search=damso', { '/admin/submissions/1': new Promise(() => {}) });
  await act(async () => {
    void navigate('/admin/submissions/1');
  });
  await act(async () => set('search', 'damson'));
  expect(address()).toBe('/admin/submissions/1');
});
