import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { useRef } from 'react';
import { rememberOpened, useQueuePosition } from './use-queue-position';

afterEach(() => {
  cleanup();
  window.history.replaceState(null, '', '/');
});

function Queue({ isReady }: { isReady: boolean }) {
  const list = useRef<HTMLUListElement>(null);
  useQueuePosition(list, { rows: 1, isReady, hasNextPage: false, isFetching: false, fetchNextPage: () => {} });
  return (
    <>
      <input aria-label="Search" />
      <main id="main">
        <h1 tabIndex={-1}>Review queue</h1>
        <ul ref={list}>
          <li data-reference="CB-1">
            <a href="/admin/submissions/1" data-row>
              Yuzu Seltzer 5 mg
            </a>
          </li>
        </ul>
      </main>
    </>
  );
}

/** Goes back to the queue from its only submission; the focus moves before the queue is ready. */
function goBack(moveFocus: () => void) {
  window.history.replaceState(null, '', '/?place=0&row=CB-1');
  rememberOpened('CB-1');
  const { rerender } = render(<Queue isReady={false} />);
  moveFocus();
  rerender(<Queue isReady />);
}

const row = () => screen.getByText('Yuzu Seltzer 5 mg');

it('focuses the row that was opened', async () => {
  goBack(() => screen.getByRole('heading').focus());
  await waitFor(() => expect(document.activeElement).toBe(row()));
});

it('takes the focus from nobody who has moved it meanwhile', async () => {
  jest.useFakeTimers();
  goBack(() => screen.getByLabelText('Search').focus());
  jest.runAllTimers();
  jest.useRealTimers();
  expect(document.activeElement).toBe(screen.getByLabelText('Search'));
});
