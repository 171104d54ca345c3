import { act, cleanup, render } from '@testing-library/react';
import { use } from 'react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { useUrlParams } from './use-url-params';

afterEach(cleanup);

type Change = (name: string, value: string) => void;

/** @param rendered what the page of each address waits for before it is shown */
async function open(address: string, rendered: Readonly<Record<string, Promise<void>>> = {}) {
  let set: Change = () => {};
  function Component() {
    const wait = rendered[useLocation().search];
    if (wait) use(wait);
    const [, change] = useUrlParams();
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
  // As on a slow connection: a navigation ends only after its loader.
  let finish = () => {};
  const loader = () =>
    new Promise<null>((resolve) => {
      finish = () => resolve(null);
    });
  const router = createMemoryRouter([{ path: '/', Component, loader, HydrateFallback: () => null }], {
    initialEntries: [address],
    hydrationData: { loaderData: { '0': null } },
  });
  render(<RouterProvider router={router} />);
  const ends = () => act(async () => finish());
  return { router, set: (name: string, value: string) => act(async () => void set(name, value)), ends };
}

test('two changes before the first navigation ends add up', async () => {
  const { router, set, ends } = await open('/?search=lime');
  await set('brand', 'Waxwing');
  await set('sort', 'thc');
  await ends();
  expect(router.state.location.search).toBe('?search=lime&brand=Waxwing&sort=thc');
});

test('a change that another navigation replaced is not brought back', async () => {
  const { router, set, ends } = await open('/');
  await set('brand', 'Waxwing');
  await act(async () => void router.navigate('/'));
  await ends();
  await set('sort', 'thc');
  await ends();
  expect(router.state.location.search).toBe('?sort=thc');
});

test('a page that is shown only after the next change does not undo that change', async () => {
  let show = () => {};
  const slow = new Promise<void>((resolve) => {
    show = resolve;
  });
  const { router, set, ends } = await open('/?search=lime', { '?search=': slow });
  await set('search', '');
  await ends();
  expect(router.state.location.search).toBe('?search=');
  await set('brand', 'Waxwing');
  await act(async () => show());
  await set('sort', 'thc');
  await ends();
  expect(router.state.location.search).toBe('?search=&brand=Waxwing&sort=thc');
});
