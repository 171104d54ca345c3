import { filtersOf, neighboursOf, queryOf } from './queue';

describe('the address of the queue', () => {
  it.each([
    ['', { submissionStatus: 'pending' }],
    ['?standing=rejected', { submissionStatus: 'rejected' }],
    ['?source=lab&overdue=yes', { submissionStatus: 'pending', source: 'lab', overdue: true }],
    ['?standing=changes_requested&search=fig+%26+rye', { submissionStatus: 'changes_requested', search: 'fig & rye' }],
  ])('%s asks for what it says, and is what the filters are written as', (query, filters) => {
    expect(filtersOf(new URLSearchParams(query))).toEqual(filters);
    expect(queryOf(filtersOf(new URLSearchParams(query)))).toBe(query);
  });

  it.each(['?standing=nonsense', '?source=nobody', '?overdue=maybe', '?search=++', '?other=1'])(
    'leaves aside what it does not know: %s',
    (query) => {
      expect(filtersOf(new URLSearchParams(query))).toEqual({ submissionStatus: 'pending' });
    },
  );

  it('asks for overdue ones only among those that wait', () => {
    expect(filtersOf(new URLSearchParams('?standing=approved&overdue=yes'))).toEqual({ submissionStatus: 'approved' });
  });
});

it.each([
  ['a', { previous: undefined, next: 'b' }],
  ['b', { previous: 'a', next: 'c' }],
  ['c', { previous: 'b', next: undefined }],
  ['decided since', { previous: undefined, next: 'a' }],
])('the neighbours of %s', (id, neighbours) => {
  expect(neighboursOf(id, ['a', 'b', 'c'])).toEqual(neighbours);
});

it('has no neighbours in an empty queue', () => {
  expect(neighboursOf('a', [])).toEqual({ previous: undefined, next: undefined });
});
