import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense, startTransition, use, useState } from 'react';
import { useShortcuts, useShortcutsEnabled } from './shortcuts';

let pressed: string[];
beforeEach(() => {
  localStorage.clear();
  pressed = [];
});
afterEach(cleanup);

function Page() {
  const [isOn, turn] = useShortcutsEnabled();
  useShortcuts({ a: () => pressed.push('a'), '?': () => pressed.push('?'), n: undefined });
  return (
    <>
      <button type="button" onClick={() => turn(!isOn)}>
        {isOn ? 'on' : 'off'}
      </button>
      <input type="checkbox" aria-label="box" />
      <input aria-label="text" />
      <textarea aria-label="area" />
      <select aria-label="choice" />
    </>
  );
}

it('acts on its key, unless the focus is in a field that takes text or a choice', () => {
  render(<Page />);
  fireEvent.keyDown(document.body, { key: 'a' });
  fireEvent.keyDown(screen.getByRole('button'), { key: '?', shiftKey: true });
  fireEvent.keyDown(screen.getByLabelText('box'), { key: 'a' });
  for (const label of ['text', 'area', 'choice']) fireEvent.keyDown(screen.getByLabelText(label), { key: 'a' });
  expect(pressed).toEqual(['a', '?', 'a']);
});

it.each(['ctrlKey', 'metaKey', 'altKey'])('leaves the browser its own: %s', (modifier) => {
  render(<Page />);
  fireEvent.keyDown(document.body, { key: 'a', [modifier]: true });
  expect(pressed).toEqual([]);
});

it('keeps still behind a dialog', () => {
  render(
    <>
      <Page />
      <div data-dialog-open />
    </>,
  );
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(pressed).toEqual([]);
});

it('can be switched off and on, and the browser remembers', () => {
  const { unmount } = render(<Page />);
  act(() => screen.getByText('on').click());
  fireEvent.keyDown(document.body, { key: 'a' });
  unmount();
  render(<Page />);
  fireEvent.keyDown(document.body, { key: '?' });
  expect(pressed).toEqual([]);
  act(() => screen.getByText('off').click());
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(pressed).toEqual(['a']);
});

it('does nothing once its page is gone', () => {
  render(<Page />).unmount();
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(pressed).toEqual([]);
});

it('acts for the page on the screen while the next one loads', async () => {
  const never = new Promise<void>(() => {});
  const Loading = () => {
    use(never);
    return null;
  };
  let open = (_page: string) => {};
  function Console() {
    const [page, setPage] = useState('first');
    open = setPage;
    useShortcuts({ a: () => pressed.push(page) });
    return <Suspense>{page === 'first' ? 'First page' : <Loading />}</Suspense>;
  }
  render(<Console />);
  await act(async () => startTransition(() => open('second')));
  screen.getByText('First page');
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(pressed).toEqual(['first']);
});
