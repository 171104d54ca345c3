import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { type Decision, pendingDecisions } from './pending-decisions';
import { Component as UndoNotices } from './undo-notices';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  for (const { key } of pendingDecisions.getSnapshot()) pendingDecisions.dismiss(key);
});

function open() {
  render(
    <MemoryRouter>
      <main id="main">
        <Routes>
          <Route element={<UndoNotices />}>
            <Route index element={<h1>Review queue</h1>} />
          </Route>
        </Routes>
      </main>
    </MemoryRouter>,
  );
}

/** A decision on the page that is open. */
const decide = (changed: Partial<Decision> = {}) =>
  act(() => pendingDecisions.decide({ summary: 'Reject', items: [], address: window.location.href, ...changed }));

const secondsLeft = () => pendingDecisions.getSnapshot()[0]?.secondsLeft;

const tick = () => act(() => pendingDecisions.tick());

const isHeadingFocused = () => document.activeElement === screen.getByRole('heading');

it.each([
  ['its button', () => fireEvent.click(screen.getByRole('button', { name: /Undo/ }))],
  ['its key', () => fireEvent.keyDown(screen.getByRole('button', { name: /Undo/ }), { key: 'u' })],
])('undoing with %s leaves the focus on the page, and the next decision its time', (_way, undo) => {
  open();
  decide();
  act(() => screen.getByRole('button', { name: /Undo/ }).focus());
  tick();
  expect(secondsLeft()).toBe(6);
  undo();
  expect(screen.queryByRole('button', { name: /Undo/ })).toBeNull();
  expect(isHeadingFocused()).toBe(true);
  decide();
  tick();
  expect(secondsLeft()).toBe(5);
});

it('dismissing a failure leaves the focus on the page', async () => {
  open();
  const send = () => Promise.reject(new Error('Someone else changed this.'));
  decide({ items: [{ submissionId: '1', name: 'Yuzu Seltzer 5 mg', send }] });
  await act(async () => pendingDecisions.sendAll(false));
  const dismiss = screen.getByRole('button', { name: /Dismiss/ });
  act(() => dismiss.focus());
  fireEvent.click(dismiss);
  expect(screen.queryByRole('listitem')).toBeNull();
  expect(isHeadingFocused()).toBe(true);
});

it('leaves the focus alone that is elsewhere', () => {
  open();
  decide();
  const row = document.body.appendChild(document.createElement('div'));
  row.tabIndex = 0;
  row.focus();
  fireEvent.keyDown(row, { key: 'u' });
  expect(pendingDecisions.getSnapshot()).toEqual([]);
  expect(document.activeElement).toBe(row);
  row.remove();
});
