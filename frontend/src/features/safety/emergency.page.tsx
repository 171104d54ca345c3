import { TextLink } from '../../components/links';
import { PageAddress } from '../../components/page-address';
import { EMERGENCY, HELP_LINES } from '../../components/safety/help-lines';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { cx } from '../../ui/cx';
import { CrossIcon } from '../../ui/icons';
import { PhoneLink } from '../../ui/phone-link';
import { Section, type SectionProps } from '../../ui/section';

/** The reader may be frightened: most urgent first, short sentences. */
export function Component() {
  const address = usePageMeta('emergency');
  return (
    <div className="stack gap-8 sm:gap-10">
      <header className="-mb-3 stack gap-1 sm:mb-0 sm:gap-2">
        <h1>Emergency Resources</h1>
        <p className="text-lg text-ink-soft">Start at the top. Not sure? Call.</p>
      </header>

      <CallNow />

      <div className="grid gap-x-8 gap-y-8 sm:grid-cols-2 sm:gap-y-10 lg:grid-cols-3">
        <Situation id="child" title="A child had some">
          <p>Call now. Don't wait for symptoms.</p>
          <PhoneLink line={HELP_LINES.poisonHelp} name="Poison Help" tone="strong" />
          <p className="text-sm text-ink-soft">Free, 24 hours a day.</p>
        </Situation>
        <Situation id="adult" title="An adult had too much">
          <p>None of the signs above? Call for advice.</p>
          <PhoneLink line={HELP_LINES.poisonHelp} name="Poison Help" tone="strong" />
          <p className="text-sm text-ink-soft">Free, 24 hours a day. Then follow the steps below.</p>
        </Situation>
        <Situation id="crisis" title="Thoughts of suicide, or a crisis" className="sm:max-lg:col-span-2">
          <p>You don't have to face this alone.</p>
          <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
            <PhoneLink line={HELP_LINES.crisis} name="Call" tone="strong" />
            <PhoneLink line={HELP_LINES.crisisText} name="Text" by="text" />
          </div>
          <p className="text-sm text-ink-soft">In danger right now? Call 911.</p>
        </Situation>
      </div>

      <div className="grid gap-x-8 gap-y-8 border-t border-rule pt-8 sm:pt-10 md:grid-cols-2 lg:grid-cols-[3fr_2fr] print:break-inside-avoid">
        <TooMuch />
        <WhatNotToDo />
      </div>

      <div className="grid gap-x-8 gap-y-8 border-t border-rule pt-8 sm:grid-cols-2 sm:pt-10">
        <Situation id="pet" title="A pet had some">
          <p>Call the animal poison line or your vet.</p>
          <PhoneLink line={HELP_LINES.animalPoison} name="Animal poison line" />
          <p className="text-sm text-ink-soft">A fee may apply.</p>
        </Situation>
        <Situation id="treatment" title="Help to cut down or quit">
          <p>SAMHSA can help you find treatment.</p>
          <PhoneLink line={HELP_LINES.treatment} name="SAMHSA helpline" />
          <p className="text-sm text-ink-soft">24 hours a day.</p>
        </Situation>
      </div>

      <p className="text-sm text-ink-soft">
        {EMERGENCY.region} This page is general information, not medical advice. After one visit to this site, it also
        opens when you are offline. Have more time? Read the{' '}
        <TextLink to={paths.responsibleUse}>Responsible Use Guide</TextLink>.
      </p>
      <PageAddress address={address} />
    </div>
  );
}

function CallNow() {
  return (
    <section aria-labelledby="call-911" className="rounded-lg bg-clay-soft p-4 sm:p-6 lg:p-8 print:p-0">
      <div className="grid items-center gap-x-10 gap-y-3 lg:grid-cols-[3fr_2fr]">
        <h2 id="call-911">Call 911 for any of these</h2>
        <PhoneLink
          line={HELP_LINES.emergency}
          name="Call now"
          tone="danger"
          className="min-h-20 lg:col-start-2 lg:row-span-2 lg:row-start-1"
        />
        <ul className="grid gap-x-8 gap-y-1.5 text-lg sm:grid-cols-2">
          {EMERGENCY.call911.map((sign) => (
            <li key={sign} className="flex gap-3 leading-snug">
              <span aria-hidden="true" className="mt-[0.5em] size-2 shrink-0 rounded-[50%] border-4 border-clay" />
              {sign}
            </li>
          ))}
        </ul>
      </div>
      <p className="mt-5 border-t border-clay/30 pt-4">
        <strong>While you wait:</strong> {EMERGENCY.whileYouWait}
      </p>
    </section>
  );
}

function Situation({ className, ...section }: SectionProps) {
  return <Section {...section} className={cx('stack content-start gap-3', className)} headingClassName="text-xl" />;
}

function TooMuch() {
  return (
    <section aria-labelledby="too-much" className="stack content-start gap-4">
      <h2 id="too-much">Had too much? Do this</h2>
      <ol className="stack gap-3 text-lg">
        {EMERGENCY.steps.map((step, index) => (
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
      <p>Getting worse? Go back to the top and call.</p>
    </section>
  );
}

function WhatNotToDo() {
  return (
    <section aria-labelledby="not-to-do" className="stack content-start gap-4">
      <h2 id="not-to-do">What not to do</h2>
      <ul className="stack gap-3 text-lg">
        {EMERGENCY.never.map((rule) => (
          <li key={rule} className="flex gap-3 leading-snug">
            <CrossIcon className="mt-0.5 size-6 text-clay" />
            {rule}
          </li>
        ))}
      </ul>
    </section>
  );
}
