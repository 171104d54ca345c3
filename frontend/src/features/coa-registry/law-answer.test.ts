import type { RuleReadingDto } from '../../api/generated/types.gen';
import { lawAnswer } from './law-answer';

const rule = (jurisdiction: string, differing: Partial<RuleReadingDto>) =>
  ({
    jurisdiction,
    state: 'in_force',
    effectiveFrom: null,
    scope: null,
    covers: 'THC per container',
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
    sentence: "United States: today we can't tell; from Dec 11, 2026 above a limit.",
  });
});

it('keeps each coming day apart', () => {
  const later = rule('US', { state: 'upcoming', effectiveFrom: '2027-01-01', verdict: 'not_tested' });
  expect(answer([later, ABOVE_LATER], 'US', 'United States').sentence).toBe(
    "United States: no rule read for today; from Dec 11, 2026 above a limit; from Jan 1, 2027 the report doesn't test everything it limits.",
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
  const scoped = rule('US-MD', { scope: 'Sellers without a license' });
  expect(answer([scoped], 'US-MD', 'Maryland')).toEqual({
    tone: 'neutral',
    sentence: 'Maryland: today not above the limits we read (sellers without a license).',
  });
});

it('does not reassure where no rule that counts is about THC', () => {
  const contaminants = rule('US-AK', { scope: 'Contaminants only', covers: 'Contaminants only' });
  const ended = rule('US-AK', { state: 'ended' });
  expect(answer([contaminants, ended], 'US-AK', 'Alaska')).toEqual({
    tone: 'caution',
    sentence: "Alaska: we haven't read its THC rules; today not above the limits we read (contaminants only).",
  });
  expect(answer([ended], 'US-AK', 'Alaska').sentence).toBe('Alaska: no rule read for today.');
  expect(answer([contaminants, rule('US-AK', {})], 'US-AK', 'Alaska').sentence).not.toContain('THC rules');
});
