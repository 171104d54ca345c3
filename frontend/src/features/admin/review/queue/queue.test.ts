import { parseFilters, parsePosition, queueNeighbors, queueQuery, sortOptionsFor } from './queue';

describe('the address of the queue', () => {
  it.each([
    ['', { submissionStatus: 'pending' }],
    ['?standing=rejected', { submissionStatus: 'rejected' }],
    ['?sort=due', { submissionStatus: 'pending', sort: 'due' }],
    ['?standing=changes_requested&sort=lab', { submissionStatus: 'changes_requested', sort: 'lab' }],
    ['?source=lab&overdue=yes', { submissionStatus: 'pending', source: 'lab', overdue: true }],
    ['?standing=changes_requested&search=fig+%26+rye', { submissionStatus: 'changes_requested', search: 'fig & rye' }],
  ])('%s asks for what it says, and is what the filters are written as', (query, filters) => {
    expect(parseFilters(new URLSearchParams(query))).toEqual(filters);
    expect(queueQuery(parseFilters(new URLSearchParams(query)))).toBe(query);
  });

  it.each(['?standing=nonsense', '?source=nobody', '?overdue=maybe', '?search=++', '?other=1'])(
    'leaves aside what it does not know: %s',
    (query) => {
      expect(parseFilters(new URLSearchParams(query))).toEqual({ submissionStatus: 'pending' });
    },
  );

  it('asks for overdue ones only among those that wait', () => {
    expect(parseFilters(new URLSearchParams('?standing=approved&overdue=yes'))).toEqual({
      submissionStatus: 'approved',
    });
  });
});

it.each([
  ['a', { previous: undefined, next: 'b' }],
  ['b', { previous: 'a', next: 'c' }],
  ['c', { previous: 'b', next: undefined }],
  ['decided since', { previous: undefined, next: 'a' }],
])('the neighbours of %s', (id, neighbours) => {
  expect(queueNeighbors(id, ['a', 'b', 'c'])).toEqual(neighbours);
});

it('has no neighbours in an empty queue', () => {
  expect(queueNeighbors('a', [])).toEqual({ previous: undefined, next: undefined });
});

it.each([
  ['pending', ['oldest', 'newest', 'due', 'brand', 'lab']],
  ['changes_requested', ['oldest', 'newest', 'brand', 'lab']],
  ['approved', ['oldest', 'newest']],
] as const)('what is %s can be sorted by %j', (standing, sorts) => {
  expect(sortOptionsFor(standing).map(({ value }) => value)).toEqual(sorts);
});

it.each([['?sort=price'], ['?sort=oldest'], ['?standing=approved&sort=due']])(
  'leaves aside the order of %s',
  (address) => {
    expect(parseFilters(new URLSearchParams(address)).sort).toBeUndefined();
  },
);

describe('the position in the list', () => {
  it('goes into the address and comes out of it', () => {
    const position = { index: 57, row: 'CB-7K3M-9QXD' };
    const address = queueQuery({ submissionStatus: 'pending', sort: 'due' }, position);
    expect(address).toBe('?sort=due&place=57&row=CB-7K3M-9QXD');
    expect(parsePosition(new URLSearchParams(address))).toEqual(position);
  });

  it.each(['', '?place=', '?place=x', '?place=-1', '?place=1.5', '?place=100000'])('is none in %j', (address) => {
    expect(parsePosition(new URLSearchParams(address))).toBeNull();
  });
});
