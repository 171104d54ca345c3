import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { usePageMeta } from '../../layouts/use-page-meta';
import { paths } from '../../paths';
import { SITE } from '../../site';
import { Button } from '../../ui/button';
import { formatLongDay } from '../../ui/days';
import { EffectTimeline } from '../../ui/effect-timeline';
import { textLink } from '../../ui/link-styles';
import { Notice } from '../../ui/notice';
import { CALL_911_SIGNS, HELP_LINES } from './help-lines';
import { PhoneLink } from './phone-link';

export function Component() {
  usePageMeta('responsibleUse');
  return (
    <div className="stack gap-10">
      <header className="stack gap-4">
        <h1>Responsible Use Guide</h1>
        <p className="max-w-text text-lg text-ink-soft">
          What to settle before a THC drink, what to watch while it works, and what to do if it is too much. For adults
          21 and over. Educational, not medical advice.
        </p>
        <Notice tone="danger" title="Something is wrong right now?" className="max-w-text">
          Call{' '}
          <a href={HELP_LINES.emergency.href} className={textLink}>
            911
          </a>{' '}
          for trouble breathing, chest pain, a seizure, or anyone who cannot be woken. For advice, or for a child, call
          Poison Help,{' '}
          <a href={HELP_LINES.poisonHelp.href} className={`${textLink} whitespace-nowrap`}>
            {HELP_LINES.poisonHelp.number}
          </a>
          . The{' '}
          <Link to={paths.emergency} className={textLink}>
            emergency page
          </Link>{' '}
          says what to do first.
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
    </div>
  );
}

/** Sources: FACTS sections 1.7 (amounts, waiting) and 1.9 (driving). */
const FIGURES = [
  { label: 'Start with', value: '1–2.5 mg', note: 'of THC in all, if you are new' },
  { label: 'Wait at least', value: '2 hours', note: 'before any more; 3 to 4 after food' },
  { label: 'Full effect can take', value: '4 hours', note: 'even if the can promises a quick start' },
  { label: 'Do not drive for', value: '8 hours', note: 'at least, and not the same day' },
];

function AtAGlance() {
  return (
    <dl className="grid grid-cols-2 gap-x-5 gap-y-5 border-t border-rule pt-6 sm:gap-x-8 lg:grid-cols-4">
      {FIGURES.map(({ label, value, note }) => (
        <div key={label}>
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="text-2xl font-semibold tracking-tight sm:text-3xl">{value}</dd>
          <dd className="text-sm text-ink-soft">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A heading in the margin on wide screens, and what belongs to it beside it. */
function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-4 border-t border-rule pt-8 lg:grid-cols-[16rem_minmax(0,1fr)]"
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

/** Convention of this site, source: FACTS section 5.3. */
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
        Begin low. If you are new to THC, or back after a long time, 1 to 2.5 mg in all is a start. Health Canada tells
        new consumers to look for 2.5 mg or less.
      </p>
      <table className="data-table">
        <caption className="pb-2 text-start text-sm font-medium">Where to start</caption>
        <thead>
          <tr>
            <th scope="col">How often you have it</th>
            <th scope="col" className="num">
              THC in all
            </th>
          </tr>
        </thead>
        <tbody>
          {STARTING_RANGES.map(({ who, meaning, range }) => (
            <tr key={who}>
              <th scope="row">
                {who} <span className="font-normal text-ink-soft">({meaning})</span>
              </th>
              <td className="num font-semibold">{range}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-sm text-ink-soft">
        These ranges are this site's convention and not a medical standard. None of them is free of risk, and we do not
        suggest more than 10 mg to anyone.
      </p>
      <Points>
        <li>Read the milligrams in the whole container, not only in a serving.</li>
        <li>While you are learning, have one drink in an evening.</li>
        <li>If you ever take a second amount, make it no larger than the first.</li>
        <li>Do not go by your weight. It says little about how strong a drink will feel.</li>
        <li>A label can be off by 10% or more. Compare it with the certificate of its batch.</li>
      </Points>
      <div className="flex flex-wrap gap-3">
        <Button asChild>
          <Link to={paths.doseCalculator}>Open the Dose Calculator</Link>
        </Button>
        <Button asChild variant="secondary">
          <Link to={paths.coas}>Look Up a Batch</Link>
        </Button>
      </div>
      <Sources slug="dosing-guide">dosing guide</Sources>
    </Section>
  );
}

/** One example by the calculator's rules: a low dose on a light stomach. Source: FACTS section 5.4. */
const EXAMPLE = {
  onset: [30, 90],
  peak: [75, 180],
  duration: [240, 420],
  waitMinutes: 180,
  driveHoldMinutes: 480,
} as const;

function Timing() {
  return (
    <Section id="timing" title="Timing">
      <p>
        Some drinks are felt in 15 to 45 minutes. Many take 30 to 90 minutes, and 45 minutes to 2 hours with food.
        Health agencies say 30 minutes to 2 hours for anything swallowed, and up to 4 hours for the full effect. Plan
        around the longer figures.
      </p>
      <EffectTimeline
        {...EXAMPLE}
        title="Example: a low dose on a light stomach"
        note="Worked out by this site's rules, and no forecast for you. Some people feel nothing for 2 hours: wait, and do not drink more early."
        className="my-2"
      />
      <Points>
        <li>Wait at least 2 hours before any more: 3 after a light meal, 4 after a full one.</li>
        <li>Effects often last 4 to 8 hours, and longer after large amounts. Some can be felt for up to 24 hours.</li>
        <li>A meal does not make the drink weaker. It delays it, and can make it last.</li>
        <li>Leave the next morning free of what needs you sharp.</li>
      </Points>
      <Sources slug="onset-duration">article on onset and duration</Sources>
    </Section>
  );
}

function Environment() {
  return (
    <Section id="environment" title="Environment">
      <Points>
        <li>Choose a place you know, where you can sit or lie down and stay the night.</li>
        <li>Have a sober adult you trust with you, above all the first time or with a new product.</li>
        <li>Settle the way home before you open the can. It does not include your own keys.</li>
        <li>Stay away from tools, ladders, boats and deep water, and do not bathe alone.</li>
        <li>Somebody else, sober, looks after children.</li>
        <li>Keep water and a telephone within reach.</li>
      </Points>
    </Section>
  );
}

function BeforeAndDuring() {
  return (
    <Section id="before-and-during" title="Before and During Effects">
      <h3>Before</h3>
      <p>Leave THC alone if</p>
      <Points>
        <li>you are under 21</li>
        <li>you are pregnant, trying to be, or breastfeeding</li>
        <li>you have heart disease or an uneven heartbeat, or have had a stroke</li>
        <li>you or someone in your close family has had psychosis or bipolar disorder</li>
        <li>alcohol or drugs have been a problem for you</li>
        <li>you must drive, work with machines or take a drug test soon.</li>
      </Points>
      <p>
        Do you take a prescription? Ask a pharmacist before the first drink: THC changes how some medicines act, among
        them warfarin and clobazam. Do not combine it with alcohol, sleep aids, opioids or other sedatives.
      </p>
      <p>Decide the amount, write down the time, and check the batch.</p>
      <h3 className="mt-2">During</h3>
      <Points>
        <li>Do not add more because nothing has happened yet. That is the classic mistake.</li>
        <li>
          Dry mouth, red eyes, a faster heartbeat, drowsiness, hunger and a slow sense of time are common. So is
          dizziness on standing: get up slowly.
        </li>
        <li>Attention and short-term memory suffer. Put off what needs either.</li>
        <li>No driving and no machines, even if you feel fine. Feeling fine is a poor test.</li>
        <li>Feeling anxious? Sit down, breathe slowly, sip water, talk to your sober companion.</li>
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
        <li>Have a sober person stay with you.</li>
        <li>Sip water.</li>
        <li>If you are drowsy or have to vomit, lie on your side.</li>
        <li>Do not drive, and do not bathe alone.</li>
        <li>Remind yourself that it passes, usually within hours.</li>
      </ol>
      <p>
        There is no proven home antidote. CBD, pepper and coffee are often suggested, and none of them is known to undo
        it. Poison Help gives advice for free, day and night:{' '}
        <a href={HELP_LINES.poisonHelp.href} className={`${textLink} whitespace-nowrap`}>
          {HELP_LINES.poisonHelp.number}
        </a>
        .
      </p>
    </Section>
  );
}

function MedicalHelp() {
  return (
    <Section id="medical-help" title="When to Seek Medical Help">
      <h3>
        Call{' '}
        <a href={HELP_LINES.emergency.href} className={textLink}>
          911
        </a>{' '}
        at once
      </h3>
      <Points>
        {CALL_911_SIGNS.map((sign) => (
          <li key={sign}>{sign}</li>
        ))}
      </Points>
      <h3 className="mt-2">Call Poison Help</h3>
      <Points>
        <li>For any child who may have had some: at once, without waiting for symptoms.</li>
        <li>For panic or paranoia that does not settle, vomiting, very poor balance or heavy drowsiness.</li>
        <li>Whenever you are not sure.</li>
      </Points>
      <p>Say how many milligrams, when, and who. Keep the can: its label helps whoever you call.</p>
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
          Driving while impaired is illegal in every state. Do not drive the same day: at least 8 hours after the last
          sip, and not before you feel fully normal. After more than 18 mg, or any alcohol, wait until the next day.
        </li>
        <li>Do not buy it for, or share it with, anyone under 21.</li>
        <li>Tell people what is in the drink before they taste it, and take no for an answer.</li>
        <li>
          Keep cans locked up, out of sight and away from pets, in their own labeled, child-resistant packaging: not in
          the door of a shared fridge, and never in an unmarked glass.
        </li>
        <li>THC from hemp can turn a drug test positive like any other THC, at work too.</li>
        <li>Never take it across a border. Check the rules before you fly with it or mail it.</li>
        <li>Look after your guests: a bed or a ride, and a sober eye on them.</li>
      </Points>
      <p className="text-sm text-ink-soft">
        The law as we read it on {formatLongDay(SITE.legal.asOf)}. The{' '}
        <Link to={paths.article('legal-considerations')} className={textLink}>
          article on the law
        </Link>{' '}
        has the details and their sources.
      </p>
    </Section>
  );
}

function Contacts() {
  return (
    <Section id="emergency-contacts" title="Emergency Contacts">
      <div className="grid gap-3 sm:grid-cols-2">
        <PhoneLink line={HELP_LINES.emergency} name="Life in danger" tone="danger" />
        <PhoneLink line={HELP_LINES.poisonHelp} name="Poison Help, free, day and night" tone="strong" />
        <PhoneLink line={HELP_LINES.crisis} name="Suicide or crisis, call or text" />
        <PhoneLink line={HELP_LINES.treatment} name="SAMHSA, help to cut down or stop" />
        <PhoneLink line={HELP_LINES.animalPoison} name="Animal poison line, a fee may apply" />
      </div>
      <p>
        <Link to={paths.emergency} className={textLink}>
          Emergency page: what to do, in order
        </Link>
      </p>
    </Section>
  );
}

function Sources({ slug, children }: { slug: string; children: string }) {
  return (
    <p className="text-sm text-ink-soft">
      Sources of these figures:{' '}
      <Link to={paths.article(slug)} className={textLink}>
        {children}
      </Link>
      .
    </p>
  );
}
