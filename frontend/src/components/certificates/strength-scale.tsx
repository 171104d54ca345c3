import type { CanStrengthDto, Experience } from '../../api/generated/types.gen';
import { cx } from '../../ui/cx';
import { formatMg } from '../../ui/text/figures';
import { STRENGTH_WORDS } from './strength-words';

const PEOPLE: Record<Experience, string> = {
  beginner: 'beginners',
  occasional: 'occasional users',
  regular: 'regular users',
  experienced: 'experienced users',
};

/** The scale for all drinks, with the step that this can is in, and what the amount is for people with more experience. */
export function StrengthScale({ strength }: { strength: CanStrengthDto }) {
  const { scale, level, byExperience, servingMl } = strength;
  const others = byExperience.filter(({ experience }) => experience !== 'beginner');
  return (
    <figure className="stack gap-2">
      <ol className="strength-scale" aria-label="The same scale for every can, for a beginner">
        {scale.map((step) => (
          <li
            key={step.level}
            aria-current={step.level === level ? 'true' : undefined}
            className={cx('step', step.level)}
          >
            <b>{STRENGTH_WORDS[step.level]}</b>
            <span>{step.upToMg === null ? 'more' : `to ${formatMg(step.upToMg)}`}</span>
          </li>
        ))}
      </ol>
      <figcaption className="text-sm text-ink-soft">
        For a beginner, by the calculator's levels. For{' '}
        {others
          .map(({ experience, level: own }) => `${PEOPLE[experience]}: ${STRENGTH_WORDS[own].toLowerCase()}`)
          .join('; ')}
        .{servingMl !== null && ' Parts of this can are alike only if it is well mixed.'}
      </figcaption>
    </figure>
  );
}
