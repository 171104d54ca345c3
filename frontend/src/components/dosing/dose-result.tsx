import { type ReactNode, useEffect, useRef } from 'react';
import type { DoseLevel, DoseReasonDto, DoseResultDto, Experience } from '../../api/generated/types.gen';
import { useLanguage } from '../../hooks/use-language';
import { paths } from '../../paths';
import { Collapsible } from '../../ui/collapsible';
import { cx } from '../../ui/cx';
import { textLink } from '../../ui/link-styles';
import { Notice } from '../../ui/messages/notice';
import { ShareButton } from '../../ui/sharing/share-button';
import { formatMg } from '../../ui/text/figures';
import { TextLink, WithCallLinks } from '../links';
import { PageAddress } from '../page-address';
import { Translated, useTranslate, useTranslation } from '../translation';
import type { DoseInputs } from './dose-inputs';
import { EffectTimeline } from './effect-timeline';
import { EffectTimelinePlaceholder } from './effect-timeline-placeholder';

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
  inputs: DoseInputs;
  dose: DoseResultDto;
  /** Level of the heading above the calculator. */
  headingLevel: 1 | 2;
}

/** A one-sentence summary for screen readers. */
export function doseSummary(inputs: DoseInputs, dose: DoseResultDto, t: (text: string) => string): string {
  const level = LEVELS.find(({ level }) => level === dose.doseLevel);
  if (!level) return `${t('Result:')} ${t(dose.effectsDescription)}`;
  return [
    t(`Result: ${formatMg(inputs.thcAmount)} is ${level.word.toLowerCase()} for ${PERSON[inputs.experience]}.`),
    t(dose.moreAdvice ?? ''),
    t(`You may first feel it after ${dose.onsetTime}.`),
    t(`It may be strongest after ${dose.peakTime} and last ${dose.duration}.`),
    t(dose.drivingAdvice ?? ''),
  ].join(' ');
}

/** The key results: how strong, and when. */
export function DoseAnswer({
  inputs,
  dose,
  headingLevel,
  outdated,
  address,
  isPreloaded,
}: DoseResultProps & {
  outdated: boolean;
  address: string;
  /** Whether it was on the page before scripts ran, so that the visitor may be reading elsewhere by now. */
  isPreloaded: boolean;
}) {
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const language = useLanguage();
  const t = useTranslate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each result
  useEffect(() => {
    if (isPreloaded && window.scrollY > 0) return;
    heading.current?.focus({ preventScroll: true });
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    section.current?.scrollIntoView({ block: 'nearest', behavior: still ? 'instant' : 'smooth' });
  }, []);
  const Heading = `h${headingLevel + 1}` as 'h2' | 'h3';
  const level = LEVELS.find(({ level }) => level === dose.doseLevel);

  return (
    <section ref={section} aria-label={t('Result')} className="stack gap-6">
      <header className="stack gap-3">
        <p className={cx('text-sm', outdated ? 'font-medium text-citrus-ink' : 'text-ink-soft')}>
          {t(outdated ? 'You changed something. Calculate again. This is for' : 'For')} {inputsInWords(inputs, dose, t)}
        </p>
        <Heading ref={heading} tabIndex={-1} className="text-2xl sm:text-3xl">
          {level ? `${t(level.word)} ${t(`for ${PERSON[inputs.experience]}`)}` : t('No THC')}
        </Heading>
        {level && <LevelMeter level={dose.doseLevel} />}
        <p className="text-lg">
          <Translated text={dose.effectsDescription} />
        </p>
      </header>
      {dose.noMoreToday && (
        <Notice tone="danger" title={dose.moreAdvice && <Translated text={dose.moreAdvice} />}>
          <Translated text="If you already drank this much, stay somewhere safe with a sober adult." />{' '}
          <TextLink to={paths.emergencyIn(language)}>{t('Need help now?')}</TextLink>
        </Notice>
      )}
      {dose.banners.length > 0 && (
        <Notice tone={dose.banners.length > 1 ? 'danger' : 'caution'}>
          {dose.banners.map((banner) => (
            <p key={banner} className="font-medium">
              <Translated text={banner} />
            </p>
          ))}
        </Notice>
      )}
      <Timeline dose={dose} />
      {/* The button and the notice are in English everywhere. */}
      <div lang="en">
        <ShareButton
          title={t('Dose Calculator')}
          url={address}
          copiedNote="It opens the calculator with what you entered."
        />
        <PageAddress address={address} />
      </div>
    </section>
  );
}

function inputsInWords(
  { thcAmount, weight, unit, stomachContents }: DoseInputs,
  { adjustedMg }: DoseResultDto,
  t: (text: string) => string,
) {
  const counted = formatMg(adjustedMg) === formatMg(thcAmount) ? '' : ` (counted as ${formatMg(adjustedMg)})`;
  return `${t(`${formatMg(thcAmount)} of THC${counted}, ${weight} ${unit},`)} ${t(`${stomachContents} stomach`)}`;
}

/** The amount on the scale of levels. The level's name carries the meaning; the bar repeats it. */
function LevelMeter({ level }: { level: DoseLevel }) {
  const t = useTranslate();
  const reached = LEVELS.findIndex((each) => each.level === level);
  const fill = LEVELS[reached]?.fill;
  return (
    <ol aria-label={t('Levels')} className="grid grid-cols-5 gap-1">
      {LEVELS.map(({ level: each, word }, index) => (
        <li key={each} aria-current={index === reached ? 'true' : undefined} className="stack gap-1.5">
          <span aria-hidden="true" className={cx('keep-colors h-2 rounded-sm', index <= reached ? fill : 'bg-rule')} />
          <span
            className={cx(
              'text-xs sm:whitespace-nowrap',
              index === reached ? 'font-semibold' : 'text-ink-soft max-sm:sr-only',
            )}
          >
            {t(word)}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Timeline({ dose }: { dose: DoseResultDto }) {
  const t = useTranslate();
  const { timing, doNotDriveMinutes } = dose;
  if (!timing || doNotDriveMinutes === null) {
    return <EffectTimelinePlaceholder title="Nothing to time without THC" />;
  }
  const { onset, peak, duration } = timing;
  return (
    <EffectTimeline
      title={t('Counted from your last sip')}
      onset={[onset.minMinutes, onset.maxMinutes]}
      peak={[peak.minMinutes, peak.maxMinutes]}
      duration={[duration.minMinutes, duration.maxMinutes]}
      waitMinutes={dose.noMoreToday ? null : dose.waitBeforeMoreMinutes}
      moreAdvice={dose.moreAdvice && <Translated text={dose.moreAdvice} />}
      driveHoldMinutes={doNotDriveMinutes}
    />
  );
}

/** The details below the key results. */
export function DoseDetails({ inputs, dose, headingLevel }: DoseResultProps) {
  const { minMg, maxMg } = dose.startingRange;
  const heading = `h${headingLevel + 2}` as 'h3' | 'h4';
  const t = useTranslate();
  return (
    <section aria-label={t('More about this result')} className="stack gap-8">
      {dose.drivingAdvice && (
        <div className={cx('grid grid-cols-1 gap-3 lg:gap-x-8', !dose.noMoreToday && 'lg:grid-cols-2')}>
          {!dose.noMoreToday && (
            <Notice tone="caution" title={dose.moreAdvice && <Translated text={dose.moreAdvice} />}>
              <Translated text="Count from your last sip. Feeling little until then does not mean it is not working." />
            </Notice>
          )}
          <Notice tone="danger" title={<Translated text={dose.drivingAdvice} />} />
        </div>
      )}
      <div className="grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {dose.onsetTime && (
          <DetailSection as={heading} title={t('Timing')}>
            <dl className="stack gap-2">
              <Figure label={t('Onset')} value={dose.onsetTime} />
              <Figure label={t('Peak')} value={dose.peakTime} />
              <Figure label={t('Duration')} value={dose.duration} />
            </dl>
          </DetailSection>
        )}
        {dose.expectedEffects.length > 0 && (
          <DetailSection as={heading} title={t('Expected effects')}>
            <List items={dose.expectedEffects} />
          </DetailSection>
        )}
        {dose.possibleSideEffects.length > 0 && (
          <DetailSection as={heading} title={t('Possible side effects')}>
            <List items={dose.possibleSideEffects} />
          </DetailSection>
        )}
        <DetailSection as={heading} title={t('Starting range')}>
          <p className="text-2xl font-semibold">
            {minMg}–{maxMg}&nbsp;mg
          </p>
          <p className="mt-1 text-sm text-ink-soft">
            <Translated
              text={
                dose.noMoreToday
                  ? `For ${PERSON[inputs.experience]} who has had no THC today.`
                  : `For ${PERSON[inputs.experience]}, whatever amount you entered.`
              }
            />{' '}
            <Translated text="Start at the low end. This range is a convention of this site, not a medical standard." />
          </p>
        </DetailSection>
        <DetailSection as={heading} title={t('In your body')} className="sm:col-span-2">
          <p>
            <Translated text={dose.metabolismNote} />
          </p>
        </DetailSection>
        <DetailSection as={heading} title={t('Keep in mind')} className="sm:col-span-2">
          <List items={dose.notes} />
        </DetailSection>
      </div>
      <Collapsible summary={t('Why you got this result')} className="border-t">
        <ol className="grid gap-x-8 gap-y-6 pt-1 lg:grid-cols-2">
          {dose.reasons.map((reason) => (
            <ReasonItem key={reason.rule} {...reason} />
          ))}
        </ol>
      </Collapsible>
    </section>
  );
}

function DetailSection(props: { as: 'h3' | 'h4'; title: string; className?: string; children: ReactNode }) {
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
      <dd className="font-semibold">{value === null ? '--' : <Translated text={value} />}</dd>
    </div>
  );
}

function List({ items }: { items: readonly string[] }) {
  const translation = useTranslation();
  return (
    <ul className="stack list-disc gap-1.5 ps-5 marker:text-edge">
      {items.map((item) => (
        <li key={item} lang={translation(item).lang}>
          <WithCallLinks text={translation(item).text} />
        </li>
      ))}
    </ul>
  );
}

function ReasonItem({ rule, because, source }: DoseReasonDto) {
  return (
    <li className="stack content-start gap-1.5">
      <p className="font-medium">
        <Translated text={rule} />
      </p>
      <p className="text-sm text-ink-soft">
        <Translated text={because} />
      </p>
      {/* Far enough apart to tap the right one with a thumb. */}
      <ul aria-label="Sources" className="stack gap-2 text-xs text-ink-soft">
        {source.split('; ').map((citation) => (
          <li key={citation}>
            <span lang="en">
              <Citation>{citation}</Citation>
            </span>
          </li>
        ))}
      </ul>
    </li>
  );
}

/** A citation, linked to its paper or page when it has a DOI or a URL. */
function Citation({ children: citation }: { children: string }) {
  const [, words = citation, doi, address] = /^(.*?), (?:doi:(10\..+)|(https:\/\/.+))$/.exec(citation) ?? [];
  const href = doi ? `https://doi.org/${doi}` : address;
  if (!href) return words;
  return (
    <a href={href} rel="noopener" className={cx(textLink, 'wrap-anywhere')}>
      {words}
    </a>
  );
}
