import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import about from '../../../../content/about.json' with { type: 'json' };
import corrections from '../../../../content/corrections.json' with { type: 'json' };
import { getProblemFiguresOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { HearingFiguresDto } from '../../api/generated/types.gen';
import { StandaloneLink, TextLink } from '../../components/links';
import { PageAddress } from '../../components/page-address';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { SITE } from '../../site';
import { Notice } from '../../ui/messages/notice';
import { Section } from '../../ui/section';
import { counted } from '../../ui/text/counted';
import { formatLongDay } from '../../ui/text/days';

/** A person who reviewed texts, with the profession that makes the review worth something. */
interface Review {
  readonly by: string;
  /** `YYYY-MM-DD` */
  readonly on: string;
  /** What was reviewed, in a sentence. */
  readonly what: string;
}

/** What the operator says in content/about.json. Null: not said, which the page says. */
export interface AboutSite {
  /** Who answers for the site, and sentences about them. */
  readonly operator: { readonly name: string; readonly about: readonly string[] } | null;
  /** What the site takes money for and what not, in sentences. */
  readonly income: readonly string[];
  /** Who pays for it, in sentences. */
  readonly funding: readonly string[] | null;
  readonly clinicalReview: Review | null;
  readonly legalReview: Review | null;
}

/** An entry of content/corrections.json. */
export interface Correction {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** The page that was wrong, and its title. */
  readonly path: string;
  readonly page: string;
  /** What it said and what it says now, in sentences. */
  readonly was: string;
  readonly now: string;
}

export function Component() {
  const address = usePageMeta('about');
  const { data: figures } = useQuery(getProblemFiguresOptions());
  return (
    <>
      <About about={about} corrections={corrections} figures={figures} />
      <div className="mt-10">
        <PageAddress address={address} />
      </div>
    </>
  );
}

interface AboutProps {
  about: AboutSite;
  /** The newest first. */
  corrections: readonly Correction[];
  /** Undefined while they are not known. */
  figures?: HearingFiguresDto | undefined;
}

/** Who is behind the site, how its texts are made, and what was corrected. */
export function About({ about, corrections: log, figures }: AboutProps) {
  const { operator, income, funding, clinicalReview, legalReview } = about;
  return (
    <div className="stack max-w-text gap-10">
      <header className="stack gap-4">
        <h1>About This Site</h1>
        <p className="text-lg text-ink-soft">
          {SITE.name} explains hemp THC drinks to adults, and keeps an open registry of what labs measured in them.
        </p>
        {operator === null && (
          <Notice tone="caution" title="This is a demonstration">
            No person or company has put their name to this copy of the site. Records marked as demonstration data are
            invented. Don't use them to decide what to drink.
          </Notice>
        )}
      </header>
      <Section id="who" title="Who runs it">
        {operator === null ? (
          <p>No one is named as running this site. Until someone is, it is a demonstration.</p>
        ) : (
          <Sentences of={[`${operator.name} runs this site.`, ...operator.about]} />
        )}
      </Section>
      <Section id="paid" title="How it is paid for">
        <Sentences of={funding ?? ['No one has said here who pays for this site.']} />
        <Sentences of={income} />
      </Section>
      <Articles review={clinicalReview} />
      <Rules review={legalReview} />
      <LabReports />
      <Section id="corrections" title="Corrections log">
        <Corrections log={log} />
        <p>
          Lab reports have their own history: the page of one that was withdrawn or replaced says so. What we publish
          and withdraw is also in a <TextLink to={paths.log}>public log</TextLink> that only grows. With it, you can{' '}
          <TextLink to={paths.check}>check a PDF of a lab report</TextLink>.
        </p>
      </Section>
      {figures && <ReportedProblems figures={figures} />}
      <Section id="report-an-error" title="How to report an error">
        <p>
          Tell us which page is wrong, and what you think is right. If you have a source, send that, too. Lab reports
          have a form for this: follow the link on their page.
        </p>
        <StandaloneLink to={paths.correction}>Report an error</StandaloneLink>
        <p>
          Is someone sick? Don't wait for our reply. Open the <TextLink to={paths.emergency}>emergency page</TextLink>.
        </p>
      </Section>
    </div>
  );
}

function Articles({ review }: { review: Review | null }) {
  return (
    <Section id="articles" title="How articles are made">
      <p>
        Articles are written from published sources: studies, health agencies, and laws. Footnotes name them. Each
        article shows the day on which its facts were last checked. The dose calculator follows our{' '}
        <TextLink to={paths.article('dosing-guide')}>dosing guide</TextLink>, which is built from such sources and is
        not a medical standard.
      </p>
      <Reviewed review={review} by="a clinician">
        No doctor, nurse, or pharmacist has checked the articles, the dose calculator, or the emergency page. They are
        not medical advice.
      </Reviewed>
    </Section>
  );
}

function Rules({ review }: { review: Review | null }) {
  return (
    <Section id="rules" title="How rules are read">
      <p>
        We read copies of federal and state rules. The page of each <TextLink to={paths.rules}>rule</TextLink> quotes
        the words that we rely on. It names the day we read them, the day by which we must read them again, and the
        parts we haven't read. After that day, we compare no lab report with the rule until someone reads it again. A
        change that staff make here counts only once a second person has confirmed it.
      </p>
      <Reviewed review={review} by="a lawyer">
        No lawyer has checked what we say about rules. It is not legal advice.
      </Reviewed>
    </Section>
  );
}

const LabReports = () => (
  <Section id="lab-reports" title="How lab reports get here">
    <p>
      Labs, brands, and visitors send them. Software checks each one, also against the lab's PDF if there is one. Then a
      reviewer decides. Reports of labs that we trust can be published without a reviewer if the checks find no error.
      We check some of those afterwards. We don't test drinks ourselves.
    </p>
  </Section>
);

/** Plain counts, and no share of brands or labs: a report says nothing of who is right. */
function ReportedProblems({ figures }: { figures: HearingFiguresDto }) {
  const { received, open, overdue, outcomes, medianHoursToAcknowledge, medianDaysToOutcome } = figures;
  const ended: readonly (readonly [number, string])[] = [
    [outcomes.no_error, 'we found no error'],
    [outcomes.corrected, 'the lab report was replaced'],
    [outcomes.withdrawn, 'the lab report was withdrawn'],
    [outcomes.not_settled, 'we could not settle it'],
    [outcomes.dismissed, 'it was not about the lab report'],
  ];
  return (
    <Section id="reported-problems" title="Problems that people reported">
      <p>
        Anyone can report a problem with a lab report. Our deadlines: a person reads it within one business day, the
        brand and the lab are heard within five, and we decide within ten. Federal holidays don't count.
      </p>
      <p>
        In the last 365 days: {counted(received, 'report')}. {open} still open, {overdue} overdue.
      </p>
      <ul className="stack list-disc gap-1 ps-5">
        {ended.map(([count, words]) => (
          <li key={words}>
            {count}: {words}
          </li>
        ))}
      </ul>
      <p>
        {medianHoursToAcknowledge === null || medianDaysToOutcome === null
          ? 'How long people usually wait: too few reports to tell.'
          : `About half of them were read within ${counted(medianHoursToAcknowledge, 'hour')}, and decided within ${counted(medianDaysToOutcome, 'day')}. Reports that still wait count with their time so far.`}
      </p>
    </Section>
  );
}

function Reviewed({ review, by, children }: { review: Review | null; by: string; children: ReactNode }) {
  if (review === null) {
    return (
      <p>
        <strong>Not reviewed by {by} yet.</strong> {children}
      </p>
    );
  }
  return (
    <p>
      <strong>
        Reviewed by {review.by} on <time dateTime={review.on}>{formatLongDay(review.on)}</time>.
      </strong>{' '}
      {review.what}
    </p>
  );
}

function Corrections({ log }: { log: readonly Correction[] }) {
  if (log.length === 0) {
    return <p>None are listed yet. When we correct something that people may have relied on, we list it here.</p>;
  }
  return (
    <ul className="stack list-disc gap-3 ps-5">
      {log.map(({ date, path, page, was, now }) => (
        <li key={`${date} ${path} ${was}`} className="wrap-anywhere">
          <time dateTime={date}>{formatLongDay(date)}</time>, <TextLink to={path}>{page}</TextLink>. It said: {was} Now
          it says: {now}
        </li>
      ))}
    </ul>
  );
}

const Sentences = ({ of }: { of: readonly string[] }) => <p>{of.join(' ')}</p>;
