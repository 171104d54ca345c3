import { counted } from '../../../ui/text/counted';
import { addedUp, changeWords } from './verdict-changes';

it('adds up the parts, the most certificates first', () => {
  const parts = [
    { before: 'above', after: 'cannot_tell', certificates: 3 },
    { before: 'not_above', after: 'above', certificates: 5 },
    { before: 'not_above', after: 'above', certificates: 1207 },
    { before: null, after: 'above', certificates: 1 },
  ] as const;
  expect(addedUp(parts).map(changeWords)).toEqual([
    '1,212 from “not above” to “above”',
    '3 from “above” to “cannot tell”',
    '1 from no comparison to “above”',
  ]);
});

it('counts certificates in words', () => {
  expect([1, 1500].map((count) => counted(count, 'certificate'))).toEqual(['1 certificate', '1,500 certificates']);
});
