import { Fragment, type MouseEvent, type ReactNode, useSyncExternalStore } from 'react';
import type { CoaDto, VerdictAspectDto, VerdictSubject, VerdictTone } from '../../api/generated/types.gen';
import { StrengthIcon } from '../../components/certificates/strength-mark';
import { isStrong, servingVolumeSentence, strengthSentence } from '../../components/certificates/strength-words';
import { samplerSentence } from '../../components/coa-registry/printed-sample';
import { STATES, stateByCode } from '../../components/law/states';
import { StandaloneLink, TextLink } from '../../components/links';
import { useHomeState } from '../../hooks/use-home-state';
import { paths } from '../../paths';
import { cx } from '../../ui/cx';
import { CheckIcon, ChevronDownIcon, ClockIcon, InfoIcon, ScaleIcon, StopIcon, WarningIcon } from '../../ui/icons';
import { textLink } from '../../ui/link-styles';
import { isPlainClick, scrollToElement } from '../../ui/text/scroll-to-element';
import { lawAnswer } from './law-answer';

const TONES: Record<VerdictTone, { Icon: typeof InfoIcon; word: string }> = {
  danger: { Icon: StopIcon, word: 'Warning' },
  caution: { Icon: WarningIcon, word: 'Take care' },
  neutral: { Icon: InfoIcon, word: 'In short' },
  good: { Icon: CheckIcon, word: 'In short' },
};

/**
 * The first thing on a certificate's page: is it safe, how strong is it, how old is the test, what does the law say. Each
 * answer leads to its evidence. The judgments come from the server.
 */
export function FourAnswers({ coa }: { coa: CoaDto }) {
  const { verdict, standing } = coa;
  const isCurrent = standing === 'approved';
  const sentences = (subject: VerdictSubject) => verdict.aspects.filter((aspect) => aspect.subject === subject);
  const safety = sentences('contaminants');
  const isFailure = worstOf(safety) === 'danger';
  const batch = sentences('notice');
  const laboratory = sentences('laboratory');
  const rest = [...sentences('contradiction'), ...sentences('dismissal')];
  // Over-strength comes first, unless a contaminant failed.
  const judged = verdict.aspects.find(({ subject }) => subject !== 'notice' && subject !== 'laboratory');
  const isStrengthFirst = judged?.subject === 'strength' && coa.labelComparison.level.endsWith('over');
  const answers = [
    safety.length > 0 && (
      <Safety key="safety" aspects={safety} isFailure={isFailure} href={isCurrent ? '#results' : '#said'} />
    ),
    isCurrent && <Strength key="strength" coa={coa} aspects={sentences('strength')} />,
  ];
  const [first, second] = isStrengthFirst ? answers.toReversed() : answers;
  const leading = verdict.aspects.find(({ subject }) => subject !== 'standing')?.subject;
  // Before everything that they make doubtful, but behind a danger of another kind.
  const isNoticeFirst = leading === 'notice' || leading === 'laboratory';
  const notice = [
    batch.length > 0 && (
      <BatchNotice key="notice" coa={coa} aspects={batch} withWhatToDo={verdict.doNotDrink && !isFailure} />
    ),
    laboratory.length > 0 && <Laboratory key="laboratory" coa={coa} aspects={laboratory} />,
  ];
  return (
    <section aria-label="Verdict" className="answers">
      <ul>
        {sentences('standing').map(({ tone, sentence }) => (
          <Row key={sentence} name="Status" tone={tone} isLarge>
            {sentence}
          </Row>
        ))}
        {isNoticeFirst ? [...notice, first, second] : [first, ...notice, second]}
        {isCurrent && <Age aspects={sentences('age')} isQuiet={verdict.doNotDrink} />}
        {rest.length > 0 && (
          <Row name="Also" tone={worstOf(rest)} href={sentences('contradiction').length > 0 ? '#noticed' : undefined}>
            {joined(rest)}
          </Row>
        )}
        {isCurrent && <Law coa={coa} />}
      </ul>
      <p>{samplerSentence(coa)}</p>
    </section>
  );
}

const RANKS: readonly VerdictTone[] = ['danger', 'caution', 'neutral', 'good'];
const worst = (tones: readonly VerdictTone[]) => RANKS.find((tone) => tones.includes(tone)) ?? 'neutral';
const worstOf = (aspects: readonly VerdictAspectDto[]) => worst(aspects.map(({ tone }) => tone));
const joined = (aspects: readonly VerdictAspectDto[]) => aspects.map(({ sentence }) => sentence).join(' ');

interface RowProps {
  name: string;
  tone: VerdictTone;
  icon?: ReactNode;
  /** Where its evidence is. */
  href?: string | undefined;
  /** Says more than the others. */
  isLarge?: boolean;
  children: ReactNode;
  /** Below the link. */
  after?: ReactNode;
}

function Row({ name, tone, icon, href, isLarge, children, after }: RowProps) {
  const { Icon, word } = TONES[tone];
  const content = (
    <>
      {icon ?? <Icon className="mark size-6" />}
      <span className="min-w-0">
        <b>
          {name}
          {isLarge && <span className="sr-only">, {word}</span>}:
        </b>{' '}
        <span className={cx('wrap-anywhere', isLarge && 'text-xl leading-snug font-semibold')}>{children}</span>
      </span>
    </>
  );
  return (
    <li className={tone}>
      {href ? (
        <a href={href} onClick={showEvidence}>
          {content}
        </a>
      ) : (
        <div>{content}</div>
      )}
      {after}
    </li>
  );
}

/**
 * Not as a navigation: the evidence may not be hydrated yet (certificate.page.tsx), and React would replace it to render the
 * other address.
 */
function showEvidence(event: MouseEvent<HTMLAnchorElement>): void {
  if (!isPlainClick(event.nativeEvent)) return;
  event.preventDefault();
  scrollToElement(event.currentTarget.hash.slice(1), 'smooth');
}

function Safety({
  aspects,
  isFailure,
  href,
}: {
  aspects: readonly VerdictAspectDto[];
  isFailure: boolean;
  href: string;
}) {
  return (
    <Row name="Safety" tone={worstOf(aspects)} href={href} isLarge={isFailure} after={isFailure && <WhatToDo />}>
      {joined(aspects)}
    </Row>
  );
}

interface BatchNoticeProps {
  coa: CoaDto;
  aspects: readonly VerdictAspectDto[];
  withWhatToDo: boolean;
}

function BatchNotice({ coa, aspects, withWhatToDo }: BatchNoticeProps) {
  return (
    <Row
      name="Notice"
      tone={worstOf(aspects)}
      after={
        <>
          {withWhatToDo && <WhatToDo />}
          <p className="after flex flex-wrap gap-x-6">
            {coa.notices.map(({ id, sourceName, sourceUrl }) => (
              <Fragment key={id}>
                <a href={sourceUrl} rel="nofollow noopener" className={textLink}>
                  {sourceName}
                </a>
                <TextLink to={paths.notice(id)}>All about {id}</TextLink>
              </Fragment>
            ))}
          </p>
        </>
      }
    >
      <strong>{joined(aspects)}</strong>
    </Row>
  );
}

function Laboratory({ coa, aspects }: { coa: CoaDto; aspects: readonly VerdictAspectDto[] }) {
  return (
    <Row
      name="Laboratory"
      tone={worstOf(aspects)}
      after={
        <p className="after flex flex-wrap gap-x-6">
          {coa.labIncidents.map(({ id, sourceName, sourceUrl }) => (
            <a key={id} href={sourceUrl} rel="nofollow noopener" className={textLink}>
              {sourceName}
            </a>
          ))}
          <TextLink to={paths.laboratory(coa.labName)}>All about this laboratory</TextLink>
        </p>
      }
    >
      {/* Not larger: on a phone, it would push the four answers off the first screen. */}
      <strong>{joined(aspects)}</strong>
    </Row>
  );
}

function WhatToDo() {
  return (
    <p className="after">
      Take it back to the store, or throw it away where children and pets can’t reach it. Already had some?{' '}
      <TextLink to={paths.emergency} className="font-semibold">
        See what to do
      </TextLink>
      .
    </p>
  );
}

/** Without its scale on a can that must not be drunk, or whose strength nothing tells. */
function Strength({ coa: { strength, verdict }, aspects }: { coa: CoaDto; aspects: readonly VerdictAspectDto[] }) {
  const label = worstOf(aspects);
  if (!strength) {
    return (
      <Row name="Strength" tone={verdict.doNotDrink && label === 'good' ? 'neutral' : label} href="#label">
        {joined(aspects)}
      </Row>
    );
  }
  const { level } = strength;
  const isMild = level === 'micro' || level === 'low';
  const byScale = isMild ? 'good' : isStrong(level) ? 'caution' : 'neutral';
  return (
    <Row
      name="Strength"
      tone={worst([label, byScale])}
      icon={<StrengthIcon level={level} className="size-6" />}
      href="#label"
    >
      {[joined(aspects), strengthSentence(strength), servingVolumeSentence(strength)].filter(Boolean).join(' ')}
    </Row>
  );
}

function Age({ aspects, isQuiet }: { aspects: readonly VerdictAspectDto[]; isQuiet: boolean }) {
  const tone = worstOf(aspects);
  return (
    <Row
      name="Age"
      tone={isQuiet && tone === 'good' ? 'neutral' : tone}
      icon={<ClockIcon className="mark size-6" />}
      href="#about"
    >
      {joined(aspects)}
    </Row>
  );
}

/** For the country, and for the state that the visitor chose. */
function Law({ coa }: { coa: CoaDto }) {
  const [state, choose] = useHomeState();
  const home = stateByCode(state);
  const states = useStates();
  const country = lawAnswer(coa, 'US', 'United States');
  const own = home && lawAnswer(coa, `US-${home.code}`, home.name);
  return (
    <Row
      name="Law"
      tone={worst([country.tone, own?.tone ?? 'neutral'])}
      icon={<ScaleIcon className="mark size-6" />}
      href="#rules"
      after={
        <div className="after flex flex-wrap items-center gap-x-4 noscript:hidden print:hidden">
          <label>
            <span className="sr-only">Your state</span>
            <span className="relative inline-block">
              <select value={home?.code ?? ''} onChange={({ currentTarget: { value } }) => choose(value || null)}>
                <option value="">Choose your state</option>
                {states.map(({ code, name }) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
              </select>
              <ChevronDownIcon className="pointer-events-none absolute inset-y-0 end-2 my-auto size-4 text-ink-soft" />
            </span>
          </label>
          {home && <StandaloneLink to={paths.stateLaw(home.slug)}>The law in {home.name}</StandaloneLink>}
        </div>
      }
    >
      {[own?.sentence, country.sentence].filter(Boolean).join(' ')}
    </Row>
  );
}

const NO_STATES: typeof STATES = [];

/** The server sends none, because only scripts use them and they are a tenth of the page. */
const useStates = () =>
  useSyncExternalStore(
    () => () => {},
    () => STATES,
    () => NO_STATES,
  );
