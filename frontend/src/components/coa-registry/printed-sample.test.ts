import type { SampledBy } from '../../api/generated/types.gen';
import { EMPTY_FORM, withoutBlanks } from './certificate-values';
import { samplerSentence } from './printed-sample';

const boughtBy = 'Example Consumer Test Fund';

it.each<[SampledBy, string]>([
  ['brand', 'The brand sent the can, and could choose which one.'],
  ['laboratory', 'The lab took the sample itself.'],
  ['store', `${boughtBy} bought the can in a store.`],
  ['unknown', 'Who picked the can is not stated. It may be the brand.'],
])('a can that was picked by %s', (sampledBy, sentence) => {
  expect(samplerSentence({ sampledBy, boughtBy })).toBe(sentence);
});

it('a form keeps what else was printed, and sends what was chosen in it', () => {
  const chosen = { ...EMPTY_FORM, 'sample.sampledBy': 'brand' };
  expect(withoutBlanks(chosen, { revision: '2' }).sample).toEqual({ revision: '2', sampledBy: 'brand' });
  expect(withoutBlanks(EMPTY_FORM, { revision: '2', sampledBy: 'brand' }).sample).toEqual({ revision: '2' });
  expect(withoutBlanks(EMPTY_FORM)).not.toHaveProperty('sample');
});
