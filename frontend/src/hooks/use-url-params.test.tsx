import { act, cleanup, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { useUrlParams } from './use-url-params';

afterEach(cleanup);

type Change = (name: string, value: string) => void;

async function open(address: string) {
  let set: Change = () => {};
  function Component() {
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
  return { router, set: (name: string, value: string) => act(() => set(name, value)), ends };
}

test('two changes before the first navigation ends add up', async () => {
  const { router, set, ends } = await open('/?search=lime');
  set('brand', 'Waxwing');
  set('sort', 'thc');
  await ends();
  expect(router.state.location.search).toBe('?search=lime&brand=Waxwing&sort=thc');
});

test('a change that another navigation replaced is not brought back', async () => {
  const { router, set, ends } = await open('/');
  set('brand', 'Waxwing');
  act(() => void router.navigate('/'));
  await ends();
  set('sort', 'thc');
  await ends();
  expect(router.state.location.search).toBe('?sort=thc');
});
