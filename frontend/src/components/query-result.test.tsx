import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { ApiError } from '../api/api';
import { QueryResult } from './query-result';

afterEach(cleanup);

const FAILED = { error: new ApiError(503, 'The database is busy.', undefined, []), isError: true };
const SUCCEEDED = { error: null, isError: false };

function show(query: { data: string | undefined; error: unknown; isError: boolean }, keepsStaleData = false) {
  const refetch = vi.fn();
  render(
    <QueryResult
      query={{ ...query, refetch }}
      loadingLabel="Loading labs"
      errorTitle="We couldn't load the labs"
      keepsStaleData={keepsStaleData}
    >
      {(data) => <p>{data}</p>}
    </QueryResult>,
  );
  return refetch;
}

it('says that it is loading', () => {
  show({ ...SUCCEEDED, data: undefined });
  expect(screen.getByRole('status').textContent).toBe('Loading labs');
});

it('shows the data, also an empty text', () => {
  show({ ...SUCCEEDED, data: '' });
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.getByRole('paragraph').textContent).toBe('');
});

it('says why it failed, and tries again', () => {
  const refetch = show({ ...FAILED, data: undefined });
  expect(screen.getByRole('alert').textContent).toContain('The database is busy.');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
});

it.each([
  { keepsStaleData: false, shown: 'alert', hidden: 'paragraph' },
  { keepsStaleData: true, shown: 'paragraph', hidden: 'alert' },
])('a failed refresh shows the $shown with keepsStaleData: $keepsStaleData', ({ keepsStaleData, shown, hidden }) => {
  show({ ...FAILED, data: 'Hollow Ridge Lab' }, keepsStaleData);
  expect(screen.getByRole(shown)).toBeTruthy();
  expect(screen.queryByText(hidden === 'alert' ? 'The database is busy.' : 'Hollow Ridge Lab')).toBeNull();
});
