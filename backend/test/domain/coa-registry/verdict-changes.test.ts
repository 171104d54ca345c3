import {
  addedChanges,
  describedChanges,
  verdictChanges,
} from '../../../src/domain/coa-registry/checks/verdict-changes.js';

it('only verdicts that became another one are changes', () => {
  expect(verdictChanges(['a:above', 'b:not_above'], ['a:above', 'b:above', 'c:cannot_tell'])).toEqual({
    b: { 'not_above > above': 1 },
    c: { 'new > cannot_tell': 1 },
  });
});

it('a first comparison changes nothing', () => {
  expect(verdictChanges(null, ['a:above'])).toEqual({});
});

it('changes add up by rule', () => {
  const some = { a: { 'not_above > above': 2 } };
  const total = addedChanges(some, {
    a: { 'not_above > above': 1, 'above > cannot_tell': 1 },
    b: { 'new > above': 1 },
  });
  expect(total).toEqual({ a: { 'not_above > above': 3, 'above > cannot_tell': 1 }, b: { 'new > above': 1 } });
  expect(some).toEqual({ a: { 'not_above > above': 2 } });
  expect(describedChanges(total)).toBe('a: 3 not_above > above, 1 above > cannot_tell; b: 1 new > above');
  expect(describedChanges({})).toBe('no verdict changed');
});
