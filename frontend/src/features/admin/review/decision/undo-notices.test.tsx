import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { client } from '../../../../api/generated/client.gen';
import type { PendingDecisionDto } from '../../../../api/generated/types.gen';
import { pendingDecisions } from './pending-decisions';
import { Component as UndoNotices } from './undo-notices';

const WAITING: PendingDecisionDto = {
  id: 'x',
  takesEffectAt: '2026-11-26T15:00:06.000Z',
  secondsToUndo: 6,
  outcomes: [
    {
      submissionId: '1',
      reference: 'CB-7K3M-9QXD',
      productName: 'Yuzu Seltzer 5 mg',
      kind: 'reject',
      state: 'waiting',
      problem: null,
    },
  ],
};
const failed = (problem: string): PendingDecisionDto => ({
  ...WAITING,
  outcomes: WAITING.outcomes.map((outcome) => ({ ...outcome, state: 'failed', problem })),
});

/** Stands for the server: what it has, and the changes it was asked for. */
let onServer: PendingDecisionDto[];
let asked: string[];
let isTooLate: boolean;

async function server({ method, url }: Request): Promise<Response> {
  if (method === 'GET') return Response.json(onServer);
  const path = new URL(url).pathname.replace('/api/staff/pending-decisions', '');
  asked.push(`${method} ${path}`);
  if (path.endsWith('/extension')) return Response.json(WAITING);
  return isTooLate
    ? Response.json({ error: "It's too late to undo this decision." }, { status: 409 })
    : new Response(null, { status: 204 });
}

beforeEach(() => {
  [asked, isTooLate] = [[], false];
  client.setConfig({ baseUrl: 'http://localhost', fetch: server as typeof fetch });
  localStorage.clear();
  window.history.replaceState(null, '', '/admin/submissions/1');
});
afterEach(() => {
  cleanup();
  client.setConfig({ baseUrl: '', fetch: globalThis.fetch });
});

async function open(...decisions: PendingDecisionDto[]) {
  onServer = decisions;
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { enabled: false } } })}>
      <MemoryRouter>
        <main id="main">
          <Routes>
            <Route element={<UndoNotices />}>
              <Route index element={<h1>Review queue</h1>} />
            </Route>
          </Routes>
        </main>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await act(() => pendingDecisions.open({ id: '1', name: 'robin' }));
}

const isHeadingFocused = () => document.activeElement === screen.getByRole('heading');

it.each([
  ['its button', () => fireEvent.click(screen.getByRole('button', { name: /Undo/ }))],
  ['its key', () => fireEvent.keyDown(screen.getByRole('button', { name: /Undo/ }), { key: 'u' })],
])('undoing with %s leaves the focus on the page, and the next decision its time', async (_way, undo) => {
  await open(WAITING);
  await act(async () => screen.getByRole('button', { name: /Undo/ }).focus());
  expect(asked).toEqual(['POST /x/extension']);
  expect(screen.getByText("Paused while you're here")).toBeTruthy();
  onServer = [];
  undo();
  await waitFor(() => expect(screen.queryByRole('button', { name: /Undo/ })).toBeNull());
  expect(asked).toEqual(['POST /x/extension', 'DELETE /x']);
  expect(isHeadingFocused()).toBe(true);
  onServer = [{ ...WAITING, id: 'y' }];
  await act(() => pendingDecisions.refresh());
  expect(screen.getByText('Sent in 6 s')).toBeTruthy();
});

it('says so when it is too late, and shows what became of it', async () => {
  await open(WAITING);
  isTooLate = true;
  onServer = [{ ...WAITING, secondsToUndo: 0 }];
  fireEvent.click(screen.getByRole('button', { name: /Undo/ }));
  await waitFor(() => expect(screen.getByText('Sending…')).toBeTruthy());
  expect(screen.queryByRole('button', { name: /Undo/ })).toBeNull();
});

it('dismissing a failure leaves the focus on the page', async () => {
  await open(failed('Someone else changed this.'));
  expect(screen.getByRole('listitem').textContent).toContain("This didn't go through. Someone else changed this.");
  const dismiss = screen.getByRole('button', { name: /Dismiss/ });
  await act(async () => dismiss.focus());
  fireEvent.click(dismiss);
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
  await waitFor(() => expect(asked).toEqual(['POST /x/dismissal']));
  expect(isHeadingFocused()).toBe(true);
});

it('a decision that ends under the focus leaves it on the page', async () => {
  await open(WAITING);
  await act(async () => screen.getByRole('button', { name: /Undo/ }).focus());
  onServer = [{ ...WAITING, secondsToUndo: 0 }];
  await act(() => pendingDecisions.refresh());
  expect(isHeadingFocused()).toBe(true);
});

it('leaves the focus alone that is elsewhere', async () => {
  await open(WAITING);
  const row = document.body.appendChild(document.createElement('div'));
  row.tabIndex = 0;
  row.focus();
  onServer = [];
  fireEvent.keyDown(row, { key: 'u' });
  await waitFor(() => expect(pendingDecisions.getSnapshot()).toEqual([]));
  expect(document.activeElement).toBe(row);
  row.remove();
});
