import { cleanup, fireEvent, render } from '@testing-library/react';
import { ApiError } from '../api/api';
import { QueryResult } from './query-result';

afterEach(cleanup);

const FAILED = { error: new ApiError(503, 'The database is busy.', undefined, []), isError: true };
const SUCCEEDED = { error: null, isError: false };

function show(query: { data: string | undefined; error: unknown; isError: boolean }, keepsStaleData = false) {
  const refetch = jest.fn();
  // Not `screen`: with modules shared between files, it keeps the document of the first file that loaded it.
  const page = render(
    <QueryResult
      query={{ ...query, refetch }}
      loadingLabel="Loading labs"
      errorTitle="We couldn't load the labs"
      keepsStaleData={keepsStaleData}
    >
      {(data) => <p>{data}</p>}
    </QueryResult>,
  );
  return { refetch, ...page };
}

it('says that it is loading', () => {
  const { getByRole } = show({ ...SUCCEEDED, data: undefined });
  expect(getByRole('status').textContent).toBe('Loading labs');
});

it('shows the data, also an empty text', () => {
  const { getByRole, queryByRole } = show({ ...SUCCEEDED, data: '' });
  expect(queryByRole('status')).toBeNull();
  expect(getByRole('paragraph').textContent).toBe('');
});

it('says why it failed, and tries again', () => {
  const { refetch, getByRole } = show({ ...FAILED, data: undefined });
  expect(getByRole('alert').textContent).toContain('The database is busy.');
  fireEvent.click(getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledTimes(1);
});

it.each([
  { keepsStaleData: false, shown: 'alert', hidden: 'paragraph' },
  { keepsStaleData: true, shown: 'paragraph', hidden: 'alert' },
])('a failed refresh shows the $shown with keepsStaleData: $keepsStaleData', ({ keepsStaleData, shown, hidden }) => {
  const { getByRole, queryByText } = show({ ...FAILED, data: 'Hollow Ridge Lab' }, keepsStaleData);
  expect(getByRole(shown)).toBeTruthy();
  expect(queryByText(hidden === 'alert' ? 'The database is busy.' : 'Hollow Ridge Lab')).toBeNull();
});
