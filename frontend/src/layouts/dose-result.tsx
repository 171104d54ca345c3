import { type ReactNode, useEffect, useRef } from 'react';
import type { DoseLevel, DoseReasonDto, DoseRequestDto, DoseResultDto, Experience } from '../api/generated/types.gen';
import { Collapsible } from '../ui/collapsible';
import { cx } from '../ui/cx';
import { EffectTimeline, EffectTimelinePlaceholder } from '../ui/effect-timeline';
import { formatMg } from '../ui/figures';
import { textLink } from '../ui/link-styles';
import { Notice } from '../ui/notice';

const LEVELS: readonly { level: DoseLevel; word: string; fill: string }[] = [
  { level: 'micro', word: 'Micro', fill: 'bg-liquid' },
  { level: 'low', word: 'Low', fill: 'bg-liquid' },
  { level: 'moderate', word: 'Moderate', fill: 'bg-liquid-strong' },
  { level: 'high', word: 'High', fill: 'bg-citrus' },
  { level: 'very_high', word: 'Very high', fill: 'bg-clay' },
];

const PERSON: Readonly<Record<Experience, string>> = {
  beginner: 'a beginner',
  occasional: 'an occasional user',
  regular: 'a regular user',
  experienced: 'an experienced user',
};

export interface DoseResultProps {
  inputs: DoseRequestDto;
  dose: DoseResultDto;
  /** Of the heading above the calculator. */
  headingLevel: 1 | 2;
}

/** The answer in one breath, for those who hear it. */
export function doseSummary(inputs: DoseRequestDto, dose: DoseResultDto): string {
  const level = LEVELS.find(({ level }) => level === dose.doseLevel);
  if (!level || dose.waitBeforeMoreMinutes === null) return `Result: ${dose.effectsDescription}`;
  return [
    `Result: ${formatMg(inputs.thcAmount)} is ${level.word.toLowerCase()} for ${PERSON[inputs.experience]}.`,
    `Onset ${dose.onsetTime}, peak ${dose.peakTime}, duration ${dose.duration}.`,
    `Wait at least ${dose.waitBeforeMoreMinutes / 60} hours before more.`,
    dose.drivingAdvice,
  ].join(' ');
}

/** What matters first: how strong, and when. */
export function DoseAnswer({
  inputs,
  dose,
  headingLevel,
  outdated,
  actions,
}: DoseResultProps & { outdated: boolean; actions: ReactNode }) {
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    section.current?.scrollIntoView({ block: 'nearest', behavior: still ? 'instant' : 'smooth' });
  }, []);
  const Heading = `h${headingLevel + 1}` as 'h2' | 'h3';
  const level = LEVELS.find(({ level }) => level === dose.doseLevel);

  return (
    <section ref={section} aria-label="Result" className="stack gap-6">
      <header className="stack gap-3">
        <p className={cx('text-sm', outdated ? 'font-medium text-citrus-ink' : 'text-ink-soft')}>
          {outdated ? 'Calculate again for your new inputs. This is for ' : 'For '}
          {inputsInWords(inputs, dose)}
        </p>
        <Heading ref={heading} tabIndex={-1} className="text-2xl sm:text-3xl">
          {level ? `${level.word} for ${PERSON[inputs.experience]}` : 'No THC'}
        </Heading>
        {level && <LevelMeter level={dose.doseLevel} />}
        <p className="text-lg">{dose.effectsDescription}</p>
      </header>
      {dose.banners.length > 0 && (
        <Notice tone={dose.banners.length > 1 ? 'danger' : 'caution'}>
          {dose.banners.map((banner) => (
            <p key={banner} className="font-medium">
              {banner}
            </p>
          ))}
        </Notice>
      )}
      <Timeline dose={dose} />
      <div>{actions}</div>
    </section>
  );
}

function inputsInWords({ thcAmount, bodyWeight, stomachContents }: DoseRequestDto, { adjustedMg }: DoseResultDto) {
  const counted = formatMg(adjustedMg) === formatMg(thcAmount) ? '' : ` (counted as ${formatMg(adjustedMg)})`;
  return `${formatMg(thcAmount)} of THC${counted}, ${bodyWeight} lb, ${stomachContents} stomach`;
}

/** Where the amount stands among the levels. The word of the level carries the meaning, the bar repeats it. */
function LevelMeter({ level }: { level: DoseLevel }) {
  const reached = LEVELS.findIndex((each) => each.level === level);
  const fill = LEVELS[reached]?.fill;
  return (
    <ol aria-label="Levels" className="grid grid-cols-5 gap-1">
      {LEVELS.map(({ level: each, word }, place) => (
        <li key={each} aria-current={place === reached ? 'true' : undefined} className="stack gap-1.5">
          <span aria-hidden="true" className={cx('keep-colors h-2 rounded-sm', place <= reached ? fill : 'bg-rule')} />
          <span
            className={cx(
              'text-xs whitespace-nowrap',
              place === reached ? 'font-semibold' : 'text-ink-soft max-sm:sr-only',
            )}
          >
            {word}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Timeline({ dose: { timing, waitBeforeMoreMinutes, doNotDriveMinutes } }: { dose: DoseResultDto }) {
  if (!timing || waitBeforeMoreMinutes === null || doNotDriveMinutes === null) {
    return <EffectTimelinePlaceholder title="Nothing to time without THC" />;
  }
  const { onset, peak, duration } = timing;
  return (
    <EffectTimeline
      title="Counted from the last sip"
      onset={[onset.minMinutes, onset.maxMinutes]}
      peak={[peak.minMinutes, peak.maxMinutes]}
      duration={[duration.minMinutes, duration.maxMinutes]}
      waitMinutes={waitBeforeMoreMinutes}
      driveHoldMinutes={doNotDriveMinutes}
    />
  );
}

/** What stands behind the answer, for reading at leisure. */
export function DoseDetails({ inputs, dose, headingLevel }: DoseResultProps) {
  const { minMg, maxMg } = dose.startingRange;
  const heading = `h${headingLevel + 2}` as 'h3' | 'h4';
  return (
    <section aria-label="More about this result" className="stack gap-8">
      {dose.waitBeforeMoreMinutes !== null && (
        <div className="grid gap-3 lg:grid-cols-2 lg:gap-x-8">
          <Notice tone="caution" title={`Wait at least ${dose.waitBeforeMoreMinutes / 60} hours before more`}>
            Counted from the last sip. Feeling little until then does not mean that it is not working.
          </Notice>
          <Notice tone="danger" title={dose.drivingAdvice} />
        </div>
      )}
      <div className="grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {dose.onsetTime && (
          <Part as={heading} title="Timing">
            <dl className="stack gap-2">
              <Figure label="Onset" value={dose.onsetTime} />
              <Figure label="Peak" value={dose.peakTime} />
              <Figure label="Duration" value={dose.duration} />
            </dl>
          </Part>
        )}
        {dose.expectedEffects.length > 0 && (
          <Part as={heading} title="Expected effects">
            <List items={dose.expectedEffects} />
          </Part>
        )}
        {dose.possibleSideEffects.length > 0 && (
          <Part as={heading} title="Possible side effects">
            <List items={dose.possibleSideEffects} />
          </Part>
        )}
        <Part as={heading} title="Where to begin">
          <p className="text-2xl font-semibold">
            {minMg}–{maxMg}&nbsp;mg
          </p>
          <p className="mt-1 text-sm text-ink-soft">
            The starting range we show {PERSON[inputs.experience]}, whatever amount was entered. A convention of this
            site, not a medical standard.
          </p>
        </Part>
        <Part as={heading} title="In your body" className="sm:col-span-2">
          <p>{dose.metabolismNote}</p>
        </Part>
        <Part as={heading} title="Keep in mind" className="sm:col-span-2">
          <List items={dose.notes} />
        </Part>
      </div>
      <Collapsible summary="Why this answer" className="border-t">
        <ol className="grid gap-x-8 gap-y-6 pt-1 lg:grid-cols-2">
          {dose.reasons.map((reason) => (
            <ReasonItem key={reason.rule} {...reason} />
          ))}
        </ol>
      </Collapsible>
    </section>
  );
}

function Part(props: { as: 'h3' | 'h4'; title: string; className?: string; children: ReactNode }) {
  const Heading = props.as;
  return (
    <div className={cx('border-t border-rule pt-4', props.className)}>
      <Heading className="mb-2 text-lg">{props.title}</Heading>
      {props.children}
    </div>
  );
}

function Figure({ label, value }: { label: string; value: string | null }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="font-semibold">{value ?? '--'}</dd>
    </div>
  );
}

function List({ items }: { items: readonly string[] }) {
  return (
    <ul className="stack list-disc gap-1.5 ps-5 marker:text-edge">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

function ReasonItem({ rule, because, source }: DoseReasonDto) {
  return (
    <li className="stack content-start gap-1.5">
      <p className="font-medium">{rule}</p>
      <p className="text-sm text-ink-soft">{because}</p>
      <ul aria-label="Sources" className="stack gap-0.5 text-xs text-ink-soft">
        {source.split('; ').map((citation) => (
          <li key={citation}>
            <Citation>{citation}</Citation>
          </li>
        ))}
      </ul>
    </li>
  );
}

/** A citation, its DOI as a link to the paper. */
function Citation({ children: citation }: { children: string }) {
  const [words = '', doi] = citation.split(/doi:(?=10\.)/);
  if (!doi) return words;
  return (
    <>
      {words}
      <a href={`https://doi.org/${doi}`} className={cx(textLink, 'wrap-anywhere')}>
        doi:{doi}
      </a>
    </>
  );
}
