import type { RuleReadingDto } from '../../api/generated/types.gen';
import { lawAnswer } from './law-answer';

const rule = (jurisdiction: string, differing: Partial<RuleReadingDto>) =>
  ({
    jurisdiction,
    state: 'in_force',
    effectiveFrom: null,
    scope: null,
    verdict: 'not_above',
    label: '',
    ...differing,
  }) as RuleReadingDto;

const answer = (rules: readonly RuleReadingDto[], code: string, place: string) =>
  lawAnswer({ results: { rules } } as unknown as Parameters<typeof lawAnswer>[0], code, place);

const ABOVE_LATER = rule('US', { state: 'upcoming', effectiveFrom: '2026-12-11', verdict: 'above' });

it('says what counts today and from the day of a rule that has not started', () => {
  const rules = [ABOVE_LATER, rule('US', { verdict: 'cannot_tell' }), rule('US', { verdict: 'not_above' })];
  expect(answer(rules, 'US', 'United States')).toEqual({
    tone: 'caution',
    sentence: "United States: we can't tell today; above a limit from Dec 11, 2026.",
  });
});

it('keeps each coming day apart', () => {
  const later = rule('US', { state: 'upcoming', effectiveFrom: '2027-01-01', verdict: 'not_tested' });
  expect(answer([later, ABOVE_LATER], 'US', 'United States').sentence).toBe(
    'United States: we have read no rule for today; above a limit from Dec 11, 2026; not all it limits was tested from Jan 1, 2027.',
  );
});

it('never calls a place without a rule, or with one that gives no verdict, anything else', () => {
  expect(answer([ABOVE_LATER], 'US-NV', 'Nevada')).toEqual({
    tone: 'neutral',
    sentence: "Nevada: we haven't read its rules.",
  });
  const silent = rule('US-TX', { verdict: 'cannot_tell', label: 'No verdict now' });
  expect(answer([silent, rule('US-TX', { verdict: 'not_above' })], 'US-TX', 'Texas').sentence).toBe(
    'Texas: no verdict now, because its rules may have changed.',
  );
});

it('names what a rule is about where that is not every drink', () => {
  const scoped = rule('US-AK', { scope: 'Contaminants only' });
  expect(answer([scoped], 'US-AK', 'Alaska').sentence).toBe(
    'Alaska: not above a limit that we read (contaminants only) today.',
  );
});
