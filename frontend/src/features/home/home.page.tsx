import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation, useNavigationType } from 'react-router';
import faq from '../../../../content/faq.json' with { type: 'json' };
import { articleCount } from '../../api/api';
import { getCoaStatisticsOptions } from '../../api/generated/@tanstack/react-query.gen';
import { FindBatch } from '../../components/coa-registry/find-batch';
import { DoseCalculator } from '../../components/dosing/dose-calculator';
import { ButtonLink, TextLink } from '../../components/links';
import { NewsletterSignUp } from '../../components/newsletter/newsletter-sign-up';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { SITE } from '../../site';
import { card, cardTitle } from '../../ui/card';
import { Collapsible } from '../../ui/collapsible';
import { BookIcon, ClockIcon, FlaskIcon, type IconProps } from '../../ui/icons';
import { formatCount } from '../../ui/text/figures';
import { hasScrolledAway } from '../../ui/text/scroll-to-element';
import { HeroCan } from './hero-can';

const CALCULATOR_ID = 'dose-calculator';

export function Component() {
  usePageMeta('home');
  return (
    <div className="stack gap-16 sm:gap-24">
      <div className="stack gap-12 sm:gap-16">
        <Hero />
        <SiteCounts />
        <QuickAccess />
      </div>
      <Benefits />
      <Calculator />
      <Questions />
      <NewsletterSignUp source="homepage" />
    </div>
  );
}

function Hero() {
  return (
    <header className="grid items-center gap-8 md:grid-cols-[1.15fr_1fr]">
      <div className="stack justify-items-start gap-6">
        <h1 className="text-3xl sm:text-4xl">{SITE.promise}</h1>
        <p className="max-w-[36ch] text-lg text-ink-soft sm:text-xl">
          Plain facts about hemp-derived THC drinks for adults 21 and over, and an open database of what labs found in
          them.
        </p>
        <FindBatch className="w-full max-w-xl" />
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={paths.learn} size="lg">
            Start learning
          </ButtonLink>
          <ButtonLink to={paths.coas} size="lg" variant="secondary">
            Find a batch
          </ButtonLink>
        </div>
      </div>
      <HeroCan className="mx-auto w-full max-w-88 md:max-w-none" />
    </header>
  );
}

/** Live counts, with safe minimum values while they load or when they fail to (decision 0040). */
function SiteCounts() {
  const articles = useQuery(articleCount()).data;
  const statistics = useQuery(getCoaStatisticsOptions()).data;
  return (
    <section aria-label="The site in figures" className="border-y border-rule py-6">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 lg:grid-cols-4">
        <Count value={countOf(articles) ?? '12+'} label="articles" />
        <Count value={countOf(statistics?.totalCoas) ?? '30+'} label="lab reports" />
        <Count value={countOf(statistics?.totalBrands) ?? '16'} label="brands" />
        <Count value={percent(statistics?.allPanelsPercent) ?? '–'} label="report all four contaminant panels" />
      </dl>
      <p className="mt-5 max-w-[80ch] text-sm text-ink-soft">
        {SITE.legal.badge} <TextLink to={paths.december11}>What changes on December 11</TextLink> ·{' '}
        <TextLink to={paths.law}>The law in your state</TextLink>
      </p>
    </section>
  );
}

const percent = (share: number | undefined) => (share === undefined ? undefined : `${share}%`);

const countOf = (count: number | undefined) => (count === undefined ? undefined : formatCount(count));

function Count({ value, label }: { value: string; label: string }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="text-3xl font-semibold tracking-tight">{value}</dd>
    </div>
  );
}

function QuickAccess() {
  return (
    <nav aria-label="Quick access">
      <ul className="grid gap-4 md:grid-cols-3">
        <QuickCard to={paths.learn} title="Education Center" Icon={BookIcon}>
          How THC drinks work, where to start, how to read a lab report, and what the law says.
        </QuickCard>
        <QuickCard to={paths.homeCalculator} title="Dose Calculator" Icon={ClockIcon}>
          How strong an amount may be for you, when you may feel it, and how long to wait.
        </QuickCard>
        <QuickCard to={paths.coas} title="COA Database" Icon={FlaskIcon}>
          Find your batch and see what a lab measured next to what the label says.
        </QuickCard>
      </ul>
    </nav>
  );
}

function QuickCard(props: { to: string; title: string; Icon: (icon: IconProps) => ReactNode; children: ReactNode }) {
  const { to, title, Icon, children } = props;
  return (
    <li className="stack">
      <Link to={to} className={card}>
        <Icon className="mb-3 size-7 text-pine" />
        <p className={`font-serif font-semibold ${cardTitle}`}>{title}</p>
        <p className="mt-1 text-sm text-ink-soft">{children}</p>
      </Link>
    </li>
  );
}

const BENEFITS = [
  {
    title: 'What the lab found',
    text: 'Every lab report shows the milligrams a lab measured and the test date, next to the label dose if the product name states one.',
  },
  {
    title: 'Ranges, not promises',
    text: 'THC affects people differently. We give you ranges, and we say where each number comes from.',
  },
  {
    title: 'Checked by people',
    text: 'Our staff compares each public submission with the lab’s report before publishing it. If something wasn’t tested, we say so.',
  },
  {
    title: 'Open to everyone',
    text: 'No account needed. Look up a batch in the store, share the link, or use our API.',
  },
];

function Benefits() {
  return (
    <section aria-labelledby="benefits" className="stack gap-8">
      <h2 id="benefits">Why use ClearBatch</h2>
      <dl className="grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {BENEFITS.map(({ title, text }) => (
          <div key={title} className="border-t border-edge pt-4">
            <dt className="mb-2 font-serif text-lg leading-snug font-semibold">{title}</dt>
            <dd className="text-ink-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Scrolls into view and focuses its heading when the hash points to it; going back restores the scroll position. */
function Calculator() {
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash, key } = useLocation();
  const isReturn = useNavigationType() === 'POP' && key !== 'default';
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation has a key, even a second one to the same hash
  useEffect(() => {
    if (hash !== `#${CALCULATOR_ID}` || isReturn) return;
    const isArrival = key === 'default';
    if (isArrival && heading.current && hasScrolledAway(heading.current)) return;
    // After the layout's effect, which moves the focus to the page.
    const frame = requestAnimationFrame(() => {
      heading.current?.closest('section')?.scrollIntoView();
      heading.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [hash, key]);
  return (
    <section id={CALCULATOR_ID} aria-labelledby="dose-calculator-title" className="scroll-mt-4 stack gap-3">
      <h2 id="dose-calculator-title" ref={heading} tabIndex={-1}>
        Dose Calculator
      </h2>
      <DoseCalculator headingLevel={2} />
    </section>
  );
}

/** From content/faq.json, because the server puts the same text into structured data. */
function Questions() {
  return (
    <section aria-labelledby="questions" className="grid gap-x-12 gap-y-4 lg:grid-cols-[1fr_2fr]">
      <div className="stack content-start gap-3">
        <h2 id="questions">Common questions</h2>
        <p className="text-ink-soft">
          This is general education, not medical advice. For more, see the{' '}
          <TextLink to={paths.article('dosing-guide')}>dosing guide</TextLink> and the{' '}
          <TextLink to={paths.responsibleUse}>responsible use guide</TextLink>.
        </p>
      </div>
      <div className="border-t border-rule">
        {faq.map(({ question, answer }) => (
          <Collapsible key={question} summary={question}>
            <p className="max-w-text text-ink-soft">{answer}</p>
          </Collapsible>
        ))}
      </div>
    </section>
  );
}
