import { changedProperties } from './difference';

it.each<[string, Parameters<typeof changedProperties>, ReturnType<typeof changedProperties>]>([
  [
    'what changed, and not what stayed',
    [
      { standing: 'published', words: 3 },
      { standing: 'withdrawn', words: 3 },
    ],
    [{ name: 'standing', before: 'published', after: 'withdrawn' }],
  ],
  ['what is new', [null, { count: 3 }], [{ name: 'count', before: null, after: '3' }]],
  ['what is gone', [{ reason: 'Old' }, null], [{ name: 'reason', before: 'Old', after: null }]],
  [
    'facts within facts, by their place',
    [
      { panels: { pesticides: 'pending', microbials: 'passed' } },
      { panels: { pesticides: 'passed', microbials: 'passed' } },
    ],
    [{ name: 'panels.pesticides', before: 'pending', after: 'passed' }],
  ],
  [
    'lists as a whole',
    [{ scopes: ['a'] }, { scopes: ['a', 'b'] }],
    [{ name: 'scopes', before: '["a"]', after: '["a","b"]' }],
  ],
  [
    'that something was nothing before',
    [{ from: null }, { from: false }],
    [{ name: 'from', before: 'none', after: 'false' }],
  ],
  [
    'that an object became empty',
    [{ a: { b: 1 } }, { a: {} }],
    [
      { name: 'a.b', before: '1', after: null },
      { name: 'a', before: null, after: '{}' },
    ],
  ],
  ['nothing where there is nothing', [null, null], []],
])('shows %s', (_, [before, after], changes) => {
  expect(changedProperties(before, after)).toEqual(changes);
});
