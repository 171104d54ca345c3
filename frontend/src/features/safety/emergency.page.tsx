import { ReviewNote } from '../../components/language';
import { TextLink, WithCallLinks } from '../../components/links';
import { PageAddress } from '../../components/page-address';
import { EMERGENCY, type EmergencyTexts, HELP_LINES } from '../../components/safety/help-lines';
import { useSiteTexts } from '../../components/site-texts';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { cx } from '../../ui/cx';
import { CrossIcon } from '../../ui/icons';
import { PhoneLink } from '../../ui/phone-link';
import { Section, type SectionProps } from '../../ui/section';

export const Component = () => <EmergencyPage name="emergency" texts={EMERGENCY} />;

/** The reader may be frightened: most urgent first, short sentences. The three numbers are above the site's header. */
export function EmergencyPage({ name, texts }: Texts & { name: 'emergency' | 'emergencyEs' }) {
  const address = usePageMeta(name);
  return (
    <div className="stack gap-8 sm:gap-10">
      <header className="-mb-3 stack gap-1 sm:mb-0 sm:gap-2">
        <h1>{texts.title}</h1>
        <p className="text-lg text-ink-soft">{texts.lead}</p>
      </header>

      <CallNow texts={texts} />
      <Situations texts={texts} />

      <div className="grid gap-x-8 gap-y-8 border-t border-rule pt-8 sm:pt-10 md:grid-cols-2 lg:grid-cols-[3fr_2fr] print:break-inside-avoid">
        <TooMuch texts={texts} />
        <WhatNotToDo texts={texts} />
      </div>

      <div className="border-t border-rule pt-8 sm:pt-10">
        <Situation id="treatment" {...texts.situations.treatment}>
          <PhoneLink line={HELP_LINES.treatment} name={texts.labels.treatment} className="sm:max-w-md" />
        </Situation>
      </div>

      <p className="text-sm text-ink-soft">
        {texts.region} {texts.about} {texts.moreTime}{' '}
        <TextLink to={paths.responsibleUse} hrefLang="en">
          {texts.guide}
        </TextLink>
        .
      </p>
      <ReviewNote />
      <div lang="en">
        <PageAddress address={address} />
      </div>
    </div>
  );
}

interface Texts {
  texts: EmergencyTexts;
}

function CallNow({ texts }: Texts) {
  return (
    <section aria-labelledby="call-911" className="rounded-lg bg-clay-soft p-4 sm:p-6 lg:p-8 print:p-0">
      <div className="grid items-center gap-x-10 gap-y-3 lg:grid-cols-[3fr_2fr]">
        <h2 id="call-911">{texts.call911Title}</h2>
        <PhoneLink
          line={HELP_LINES.emergency}
          name={texts.labels.callNow}
          tone="danger"
          className="min-h-20 lg:col-start-2 lg:row-span-2 lg:row-start-1"
        />
        <ul className="grid gap-x-8 gap-y-1.5 text-lg sm:grid-cols-2">
          {texts.call911.map((sign) => (
            <li key={sign} className="flex gap-3 leading-snug">
              <span aria-hidden="true" className="mt-[0.5em] size-2 shrink-0 rounded-[50%] border-4 border-clay" />
              {sign}
            </li>
          ))}
        </ul>
      </div>
      <p className="mt-5 border-t border-clay/30 pt-4">
        <strong>{texts.whileYouWaitTitle}</strong> {texts.whileYouWait}
      </p>
    </section>
  );
}

/** In the order of the page, so that the list of their names leads down. */
const FEARS = ['child', 'heart', 'panic', 'vomiting', 'adult', 'pet', 'crisis'] as const;

/** What people see or feel, by name: first all names, each leading to its answer. */
function Situations({ texts }: Texts) {
  const { labels, situations } = texts;
  const { helpNumbers } = useSiteTexts().frame;
  return (
    <div className="stack gap-8">
      <nav aria-labelledby="what-is-happening" className="stack gap-3 print:hidden">
        <h2 id="what-is-happening" className="text-xl">
          {texts.situationsTitle}
        </h2>
        <ul className="flex flex-wrap gap-2">
          {FEARS.map((id) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="inline-flex min-h-11 items-center rounded-md border border-edge bg-surface px-3 py-1.5 font-medium text-ink no-underline hover:border-pine hover:bg-pine-soft"
              >
                {situations[id].title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid gap-x-8 gap-y-8 sm:grid-cols-2 sm:gap-y-10 lg:grid-cols-3">
        <Situation id="child" {...situations.child}>
          <PhoneLink line={HELP_LINES.poisonHelp} name={helpNumbers.poisonHelp} tone="strong" />
        </Situation>
        <Situation id="heart" {...situations.heart} />
        <Situation id="panic" {...situations.panic} />
        <Situation id="vomiting" {...situations.vomiting} />
        <Situation id="adult" {...situations.adult}>
          <PhoneLink line={HELP_LINES.poisonHelp} name={helpNumbers.poisonHelp} tone="strong" />
        </Situation>
        <Situation id="pet" {...situations.pet}>
          <PhoneLink line={HELP_LINES.animalPoison} name={labels.animalPoison} />
        </Situation>
        <Situation id="crisis" {...situations.crisis} className="sm:col-span-2 lg:col-span-1">
          <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
            <PhoneLink line={HELP_LINES.crisis} name={labels.call} tone="strong" />
            <PhoneLink line={HELP_LINES.crisisText} name={labels.text} by="text" />
          </div>
        </Situation>
      </div>
    </div>
  );
}

function Situation(
  props: Omit<SectionProps, 'children'> & { text: string; note?: string; children?: SectionProps['children'] },
) {
  const { text, note, children, className, ...section } = props;
  return (
    <Section {...section} className={cx('stack content-start gap-3', className)} headingClassName="text-xl">
      <p>
        <WithCallLinks text={text} />
      </p>
      {children}
      {note && (
        <p className="text-sm text-ink-soft">
          <WithCallLinks text={note} />
        </p>
      )}
    </Section>
  );
}

function TooMuch({ texts }: Texts) {
  return (
    <section aria-labelledby="too-much" className="stack content-start gap-4">
      <h2 id="too-much">{texts.stepsTitle}</h2>
      <ol className="stack gap-3 text-lg">
        {texts.steps.map((step, index) => (
          <li key={step} className="flex gap-4 leading-snug">
            <span
              aria-hidden="true"
              className="grid size-8 shrink-0 place-items-center rounded-[50%] bg-pine-soft text-base font-semibold text-pine print:text-[#000]"
            >
              {index + 1}
            </span>
            <span className="min-w-0 pt-1">{step}</span>
          </li>
        ))}
      </ol>
      <p>{texts.stepsEnd}</p>
    </section>
  );
}

function WhatNotToDo({ texts }: Texts) {
  return (
    <section aria-labelledby="not-to-do" className="stack content-start gap-4">
      <h2 id="not-to-do">{texts.neverTitle}</h2>
      <ul className="stack gap-3 text-lg">
        {texts.never.map((rule) => (
          <li key={rule} className="flex gap-3 leading-snug">
            <CrossIcon className="mt-0.5 size-6 text-clay" />
            {rule}
          </li>
        ))}
      </ul>
    </section>
  );
}
