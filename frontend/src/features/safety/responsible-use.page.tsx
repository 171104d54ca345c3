import type { ReactNode } from 'react';
import { DRIVING, TIMES_BY_STOMACH, WAIT_HOURS } from '../../components/dosing/dose-times';
import { EffectTimeline } from '../../components/dosing/effect-timeline';
import { ButtonLink, CallLink, TextLink } from '../../components/links';
import { PageAddress } from '../../components/page-address';
import { EMERGENCY, HELP_LINES } from '../../components/safety/help-lines';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { SITE } from '../../site';
import { Notice } from '../../ui/messages/notice';
import { PhoneLink } from '../../ui/phone-link';
import { formatLongDay } from '../../ui/text/days';

export function Component() {
  const address = usePageMeta('responsibleUse');
  return (
    <div className="stack gap-10">
      <header className="stack gap-4">
        <h1>Responsible Use Guide</h1>
        <p className="max-w-text text-lg text-ink-soft">
          How to plan ahead, what to watch for, and what to do if you've had too much. For adults 21 and over. This is
          education, not medical advice.
        </p>
        <Notice tone="danger" title="Need help now?" className="max-w-text">
          Can't be woken, trouble breathing, chest pain or a seizure? Call <CallLink line={HELP_LINES.emergency} />. For
          advice, or if a child had some, call Poison Help: <CallLink line={HELP_LINES.poisonHelp} />. The{' '}
          <TextLink to={paths.emergency}>emergency page</TextLink> shows what to do first.
        </Notice>
      </header>
      <AtAGlance />
      <Dosing />
      <Timing />
      <Environment />
      <BeforeAndDuring />
      <Overwhelmed />
      <MedicalHelp />
      <Responsibility />
      <Contacts />
      <PageAddress address={address} />
    </div>
  );
}

/** [source:dose-starting-range, dose-timing, dose-driving] */
const KEY_NUMBERS = [
  { label: 'Start with', value: '1–2.5 mg', note: 'of THC in total, if you are new' },
  {
    label: 'Wait at least',
    value: `${WAIT_HOURS.empty} hours`,
    note: `before more; ${WAIT_HOURS.light} to ${WAIT_HOURS.full} after food`,
  },
  { label: 'Full effect can take', value: '4 hours', note: 'even if the can says fast-acting' },
  { label: 'Do not drive for', value: `${DRIVING.hours} hours`, note: 'or longer, and not the same day' },
];

function AtAGlance() {
  return (
    <dl className="grid grid-cols-2 gap-x-5 gap-y-5 border-t border-rule pt-6 sm:gap-x-8 lg:grid-cols-4">
      {KEY_NUMBERS.map(({ label, value, note }) => (
        <div key={label}>
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="text-2xl font-semibold tracking-tight sm:text-3xl">{value}</dd>
          <dd className="text-sm text-ink-soft">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A section; on wide screens its heading is in the margin. */
function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-4 border-t border-rule pt-8 lg:grid-cols-[16rem_minmax(0,1fr)] print:block print:space-y-4"
    >
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      <div className="stack max-w-text gap-4">{children}</div>
    </section>
  );
}

function Points({ children }: { children: ReactNode }) {
  return <ul className="stack list-disc gap-2 ps-5 marker:text-ink-soft">{children}</ul>;
}

/** Our own convention. [source:dose-starting-range] */
const STARTING_RANGES = [
  { who: 'Beginner', meaning: 'up to five times in your life, or none for over a year', range: '1–2.5 mg' },
  { who: 'Occasional', meaning: 'once a week or less', range: '2.5–5 mg' },
  { who: 'Regular', meaning: 'every week or more often', range: '5–10 mg' },
  { who: 'Experienced', meaning: 'most days', range: '5–10 mg' },
];

function Dosing() {
  return (
    <Section id="dosing" title="Dosing">
      <p>
        Start low. If you are new to THC, or back after a long break, start with 1 to 2.5 mg in total. Health Canada
        tells new consumers to look for 2.5 mg or less.
      </p>
      <table className="data-table">
        <caption className="pb-2 text-start text-sm font-medium">Where to start</caption>
        <thead>
          <tr>
            <th scope="col" className="whitespace-normal!">
              How often you have it
            </th>
            <th scope="col" className="num whitespace-normal!">
              THC in total
            </th>
          </tr>
        </thead>
        <tbody>
          {STARTING_RANGES.map(({ who, meaning, range }) => (
            <tr key={who}>
              <th scope="row" className="wrap-anywhere">
                {who} <span className="font-normal text-ink-soft">({meaning})</span>
              </th>
              <td className="num font-semibold whitespace-normal!">{range}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-sm text-ink-soft">
        These ranges are our own rule of thumb, not a medical standard. None of them is free of risk. We don't suggest
        more than 10 mg to anyone.
      </p>
      <Points>
        <li>Check the milligrams in the whole can, not just in one serving.</li>
        <li>While you are learning how it affects you, have one drink per evening.</li>
        <li>If you do have more, make it no larger than the first amount.</li>
        <li>Don't go by your weight. It tells you little about how strong a drink will feel.</li>
        <li>A label can be off by 10% or more. Compare it with the lab report for that batch.</li>
      </Points>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={paths.doseCalculator}>Open the Dose Calculator</ButtonLink>
        <ButtonLink to={paths.coas} variant="secondary">
          Look Up a Batch
        </ButtonLink>
      </div>
      <Sources slug="dosing-guide">dosing guide</Sources>
    </Section>
  );
}

function Timing() {
  return (
    <Section id="timing" title="Timing">
      <p>
        You may feel some drinks in 15 to 45 minutes. Many take 30 to 90 minutes, or 45 minutes to 2 hours with food.
        Health agencies say 30 minutes to 2 hours for anything you swallow, and up to 4 hours for the full effect. Plan
        around the longer times.
      </p>
      <EffectTimeline
        {...TIMES_BY_STOMACH.light}
        driveHoldMinutes={DRIVING.minutes}
        title="Example: a low dose on a light stomach"
        note="This example follows our calculator's rules. Yours may differ. Some people feel nothing for 2 hours. Wait, and don't drink more early."
        className="my-2"
      />
      <Points>
        <li>
          Wait at least {WAIT_HOURS.empty} hours before you have more: {WAIT_HOURS.light} after a light meal,{' '}
          {WAIT_HOURS.full} after a full one. After an amount that is high for you, don't have any more that day.
        </li>
        <li>Effects often last 4 to 8 hours, and longer after large amounts. Some can be felt for up to 24 hours.</li>
        <li>A meal doesn't make the drink weaker. It delays the effects and can make them last longer.</li>
        <li>Keep the next morning free of anything you need to be sharp for.</li>
      </Points>
      <Sources slug="onset-duration">article on onset and duration</Sources>
    </Section>
  );
}

function Environment() {
  return (
    <Section id="environment" title="Environment">
      <Points>
        <li>Pick a place you know, where you can lie down and stay the night.</li>
        <li>Have a sober adult you trust with you, most of all the first time or with a new product.</li>
        <li>Arrange a ride. Don't drive.</li>
        <li>Stay away from tools, ladders, boats and deep water. Don't take a bath alone.</li>
        <li>Have another sober adult look after any children.</li>
        <li>Keep water and a phone within reach.</li>
      </Points>
    </Section>
  );
}

function BeforeAndDuring() {
  return (
    <Section id="before-and-during" title="Before and During Effects">
      <h3>Before</h3>
      <p>Don't have THC if</p>
      <Points>
        <li>you are under 21</li>
        <li>you are pregnant, trying to get pregnant, or breastfeeding</li>
        <li>you have heart disease or an irregular heartbeat, or have had a stroke</li>
        <li>you or someone in your close family has had psychosis or bipolar disorder</li>
        <li>you have had a problem with alcohol or drugs</li>
        <li>you have to drive, use machinery or take a drug test soon.</li>
      </Points>
      <p>
        Do you take a prescription? Ask a pharmacist before your first drink. Some medicines are flagged for use with
        THC, such as warfarin and clobazam. Don't mix it with alcohol, sleep aids, opioids or other sedatives.
      </p>
      <p>Decide on your amount, check the batch, and write down when you start.</p>
      <h3 className="mt-2">During</h3>
      <Points>
        <li>Don't have more because nothing has happened yet. That is the classic mistake.</li>
        <li>
          Dry mouth, red eyes, a faster heartbeat, sleepiness and hunger are common. Time may seem to slow down. You may
          feel dizzy when you stand, so get up slowly.
        </li>
        <li>Your attention and short-term memory get worse. Put off anything that needs them.</li>
        <li>Don't drive or use machinery, even if you feel fine. Feeling fine is a poor test.</li>
        <li>Feeling anxious? Sit down, sip water, and talk to your sober friend.</li>
      </Points>
    </Section>
  );
}

function Overwhelmed() {
  return (
    <Section id="overwhelmed" title="What to Do If Overwhelmed">
      <ol className="stack list-decimal gap-2 ps-5 marker:text-ink-soft">
        <li>Stop. No more THC and no alcohol.</li>
        <li>Sit or lie down somewhere safe, cool and quiet.</li>
        <li>Ask a sober person to stay with you.</li>
        <li>Sip water.</li>
        <li>If you are drowsy or vomiting, lie on your side.</li>
        <li>Don't drive. Don't take a bath alone.</li>
        <li>Remind yourself that it passes, usually within hours.</li>
      </ol>
      <p>
        There is no proven home remedy. People often suggest CBD, pepper or coffee, but none of them is proven to help.
        Poison Help gives free advice, 24 hours a day: <CallLink line={HELP_LINES.poisonHelp} />.
      </p>
    </Section>
  );
}

function MedicalHelp() {
  return (
    <Section id="medical-help" title="When to Seek Medical Help">
      <h3>
        Call <CallLink line={HELP_LINES.emergency} /> right away
      </h3>
      <Points>
        {EMERGENCY.call911.map((sign) => (
          <li key={sign}>{sign}</li>
        ))}
      </Points>
      <h3 className="mt-2">Call Poison Help</h3>
      <Points>
        <li>If a child may have had some: right away. Don't wait for symptoms.</li>
        <li>For panic or paranoia that doesn't ease, vomiting, very poor balance, or heavy drowsiness.</li>
        <li>Whenever you are not sure.</li>
      </Points>
      <p>Tell them who, how many milligrams, and when. Keep the can: its label helps.</p>
      <Sources slug="safety-guidelines">article on precautions</Sources>
    </Section>
  );
}

function Responsibility() {
  return (
    <Section id="responsibility" title="Legal and Social Responsibility">
      <p>{SITE.legal.paragraph}</p>
      <Points>
        <li>
          Driving while impaired is illegal in every state. Don't drive the same day. Wait at least {DRIVING.hours}{' '}
          hours after the last sip, and until you feel fully normal. After more than {DRIVING.upToMg} mg, or any
          alcohol, wait until the next day.
        </li>
        <li>Don't buy it for anyone under 21, and don't share it with them.</li>
        <li>Tell people what is in the drink before they taste it. Accept a no.</li>
        <li>
          Keep cans locked up, out of sight and away from pets, in their labeled, child-resistant packaging. Don't keep
          them in the door of a shared fridge, and never pour them into an unmarked glass.
        </li>
        <li>THC from hemp can make you fail a drug test, just like any other THC.</li>
        <li>Never take it across a border. Check the rules before you fly with it or mail it.</li>
        <li>Look after your guests. Offer a bed or a ride, and have someone sober keep an eye on them.</li>
      </Points>
      <p className="text-sm text-ink-soft">
        This is how we read the law on {formatLongDay(SITE.legal.asOf)}. Our{' '}
        <TextLink to={paths.article('legal-considerations')}>article on the law</TextLink> has details and sources.
      </p>
    </Section>
  );
}

function Contacts() {
  return (
    <Section id="emergency-contacts" title="Emergency Contacts">
      <div className="grid gap-3 sm:grid-cols-2">
        <PhoneLink line={HELP_LINES.emergency} name="Life in danger" tone="danger" />
        <PhoneLink line={HELP_LINES.poisonHelp} name="Poison Help, free, 24 hours a day" tone="strong" />
        <PhoneLink line={HELP_LINES.crisis} name="Suicide or crisis, call or text" />
        <PhoneLink line={HELP_LINES.treatment} name="SAMHSA, help to cut down or quit" />
        <PhoneLink line={HELP_LINES.animalPoison} name="Animal poison line, a fee may apply" />
      </div>
      <p>
        <TextLink to={paths.emergency}>Emergency page: what to do, step by step</TextLink>
      </p>
    </Section>
  );
}

function Sources({ slug, children }: { slug: string; children: string }) {
  return (
    <p className="text-sm text-ink-soft">
      Sources for these numbers: <TextLink to={paths.article(slug)}>{children}</TextLink>.
    </p>
  );
}
