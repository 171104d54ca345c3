import { Link } from 'react-router';
import retention from '../../../../content/retention.json' with { type: 'json' };
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { SITE } from '../../site';
import { Mono } from '../../ui/mono';
import { LegalPage, type LegalSection } from './legal-page';

const PRIVACY_REQUEST = `${paths.contact}?topic=privacy`;

/** Every cookie the site sets. Sources: domain/age-verification, ui/theme-toggle, domain/staff. */
const COOKIES = [
  {
    name: 'age_verified',
    what: "remembers your age verification status, so you aren't asked on every page. It holds the time of your answer, protected against changes. It lasts 30 days.",
  },
  { name: 'theme', what: 'remembers your light or dark theme. It is set only if you choose one. It lasts one year.' },
  { name: 'staff_session', what: 'keeps staff signed in. Visitors never get it. It lasts 12 hours at most.' },
];

/** The server deletes data by the same numbers (content/retention.json). */
const RETENTION = [
  { days: retention.handledMessages, what: 'a contact form message, counted from when it was handled' },
  {
    days: retention.closedProblemReports,
    what: 'your email address and your words in a report of a problem, counted from when it was closed',
  },
  {
    days: retention.publishedSenders,
    what: "a submitter's name, address and notes for a published lab report, counted from the decision",
  },
  { days: retention.rejectedSenders, what: 'the same details for a lab report that was not published' },
  { days: retention.unverifiedBrandContacts, what: 'the contact details of a brand that was never verified' },
  { days: retention.unprovenBrandClaims, what: 'a claim to speak for a brand whose domain was never proven' },
  {
    days: retention.endedBrandClaims,
    what: 'your address as one that speaks for a brand, counted from when that ended, and what you sent, counted from our decision; published replies stay',
  },
  { days: retention.unconfirmedSubscriptions, what: 'a newsletter address that was never confirmed' },
  { days: retention.unconfirmedFollows, what: 'a request to follow something that was never confirmed' },
  { days: retention.endedSubscriptions, what: 'a newsletter address that was unsubscribed' },
  { days: retention.finishedMail, what: 'the record that we sent you an email' },
  { days: retention.givenUpMail, what: 'the record that an email to you could not be delivered' },
] as const;

/** Fixed sections and order. Every statement must be true of the code. [source:legal-pages] */
const SECTIONS: readonly LegalSection[] = [
  {
    id: 'overview',
    title: 'Overview',
    body: (
      <>
        <p>
          {SITE.name} works without an account. We ask for as little as we need for each purpose. We do not sell
          personal data. We use no analytics, no advertising and no trackers.
        </p>
        <p>This policy explains what we collect, why, who sees it, and what you can ask us to do.</p>
      </>
    ),
  },
  {
    id: 'collection',
    title: 'Information We Collect',
    body: (
      <>
        <p>What you give us:</p>
        <ul>
          <li>
            <strong>Email address for the newsletter</strong>, with the page where you entered it, the time, and whether
            your subscription is active.
          </li>
          <li>
            <strong>COA submissions</strong>: the data in the lab report, the lab's PDF if you send it, plus your
            contact name, email address and notes. We keep your name, address and notes for the review and for questions
            about the brand. We never publish them. We do publish the PDF, with what it says: see{' '}
            <a href="#sharing">Information Sharing</a>.
          </li>
          <li>
            <strong>Brand information</strong>: a brand's name and website from a submission, and the public contact
            address that our staff confirmed belongs to the brand.
          </li>
          <li>
            <strong>Messages</strong> you send through the contact form: your email address, your name if you give it,
            the topic, the text and the time.
          </li>
          <li>
            <strong>Reports of problems</strong> with a lab report: what is wrong, in a word and in your words, the
            time, and your email address if you give it. Only our staff see them. The page of the lab report says that a
            problem was reported, on which day, and what we found, but nothing about you.
          </li>
          <li>
            <strong>Brands</strong>: if you speak for a brand, the address where we send its link, its domain, and what
            you send us. A reply that we publish shows the name of the brand, not yours.
          </li>
          <li>
            <strong>Age verification confirmation</strong>: that you are 21 or older. It is kept in a cookie in your
            browser. We don't keep a list of who confirmed.
          </li>
        </ul>
        <p>What you enter in the dose calculator is used to work out your result. We don't store it.</p>
        <p>What we get with every visit:</p>
        <ul>
          <li>
            <strong>Usage data</strong>: for each request, our log records its kind, the type of page or call, the
            result, how long it took, and a random number. It does not record your IP address or anything that says who
            you are.
          </li>
          <li>
            <strong>Device information</strong>: your browser sends its type and settings with each request. We don't
            store them.
          </li>
          <li>
            <strong>IP address</strong>: we need it to send the page back to you. When you submit a form, the server
            also counts requests by address, in its memory, to keep the site from being flooded. When you send a PDF, it
            stores how much came from your address that day, under a code made from the address with a secret key. The
            next day, that is deleted. When you report a problem without an email address, it keeps such a code until
            the report is closed, to see which reports came from one place. We don't write your address itself to our
            log or our database.
          </li>
          <li>
            <strong>Cookies</strong>: see <a href="#cookies">Cookies and Tracking</a>.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'use',
    title: 'How We Use It',
    body: (
      <ul>
        <li>to show the site and remember your answer at the age gate;</li>
        <li>to send the newsletter to people who asked for it;</li>
        <li>to review lab reports, ask questions about them, and publish the ones we approve;</li>
        <li>to verify brands and show how to reach them;</li>
        <li>to read and answer messages;</li>
        <li>to keep the site secure, find problems and prevent abuse; and</li>
        <li>to do what the law requires.</li>
      </ul>
    ),
  },
  {
    id: 'email',
    title: 'Email Communications',
    body: (
      <>
        <p>
          You get the newsletter only if you signed up for it. To unsubscribe, use the link in any issue, or{' '}
          <Link to={PRIVACY_REQUEST}>contact us</Link> and give us the address.
        </p>
        <p>
          We also email you about a lab report you submitted, a problem you reported, or a message you sent, to tell you
          that we got it and what happened to it. We never sell your email address.
        </p>
      </>
    ),
  },
  {
    id: 'sharing',
    title: 'Information Sharing',
    body: (
      <>
        <p>We do not sell personal data. We share data only in these cases:</p>
        <ul>
          <li>
            <strong>Public COA data</strong>: an approved lab report is public, with its brand, product, batch, lab,
            dates and results. So are a brand's website and, once confirmed, its public contact address. The submitter's
            name and address are not public.
          </li>
          <li>
            <strong>The lab's PDF</strong>: it is public with its lab report, unchanged. It can name people, such as the
            person at the lab who signed it. We keep it because it shows what the lab really reported, and because a
            changed copy would prove nothing. Search engines are asked to leave it out.
          </li>
          <li>
            <strong>Service providers</strong> that host the site, its database and its email for us. They may use the
            data only for that.
          </li>
          <li>
            <strong>Legal requirements</strong>: when a law or a court requires it, or to protect someone from harm.
          </li>
          <li>
            <strong>Business transfers</strong>: if the site gets a new owner, the data goes with it, under this policy.
          </li>
          <li>
            <strong>Consent</strong>: in any other case, only if you agree first.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies and Tracking',
    body: (
      <>
        <p>The site sets these cookies and no others. None of them follows you to another site.</p>
        <ul>
          {COOKIES.map(({ name, what }) => (
            <li key={name}>
              <Mono>{name}</Mono> {what}
            </li>
          ))}
        </ul>
        <p>
          On an encrypted connection, their names start with <Mono>__Host-</Mono>, which keeps other sites from setting
          them. Fonts, scripts and pictures come from this site itself, so no one else learns which pages you read.
          Until you close the tab, your browser also remembers how far down a page you were. That stays in your browser.
          Your browser also keeps a copy of the emergency page, so it opens without a connection. The copy holds nothing
          about you.
        </p>
        <p>
          If you choose to remember a state, your browser keeps it as <Mono>home-state</Mono> until you remove it. It is
          not sent to us.
        </p>
        <p>You can delete cookies in your browser at any time. The age gate will then ask again.</p>
      </>
    ),
  },
  {
    id: 'security',
    title: 'Data Security',
    body: (
      <>
        <p>
          Only signed-in staff can read submissions. Staff passwords and sign-in tokens are stored only as hashes, which
          can't be turned back into the originals. Staff decisions go into a log that is only added to, never changed,
          and it leaves out your contact details. Scripts can't read the age and staff cookies.
        </p>
        <p>
          No system is perfectly secure. If we learn that your data was exposed, we will tell you as the law requires.
        </p>
      </>
    ),
  },
  {
    id: 'rights',
    title: 'Your Privacy Rights',
    body: (
      <>
        <p>Wherever you live, you can ask us:</p>
        <ul>
          <li>
            for <strong>access</strong>: what we have about you, and a copy of it;
          </li>
          <li>
            to <strong>correct</strong> what is wrong;
          </li>
          <li>
            to <strong>delete</strong> your data;
          </li>
          <li>
            to <strong>opt out</strong> of the newsletter, or of any use you don't agree with; and
          </li>
          <li>
            to <strong>restrict</strong> what we do with your data while a question about it is open.
          </li>
        </ul>
        <p>
          Write to us through the <Link to={PRIVACY_REQUEST}>contact form</Link> and tell us which email address it's
          about. We will write to that address first to make sure it's yours, and do what you asked within 30 days.
          Asking is free and won't count against you.
        </p>
        <p>
          If you ask for a copy, you get a file with everything we keep under your address, what it is, and why we keep
          it. If you ask us to delete, we delete your subscription, your messages with our notes on them, and any email
          waiting to go to you. We remove your name, address and notes from lab reports you submitted. A published lab
          report itself stays public. So does the contact address of a brand we verified, until another one replaces it.
          The lab's PDF stays with a published report too. If you are named in one and don't want to be, tell us which
          report it is. If the PDF shows personal data that the report doesn't need, we take it down: the file, its
          pictures and its text are deleted. The page then says why. Its SHA-256, which tells nothing about you, and the
          log entry stay. If a lab report is still under review, we decide without asking you. Our log records that we
          deleted the data, with a code in place of your address. Deleting does not reach copies in backups and
          mailboxes.
        </p>
        <p>Without being asked, we delete:</p>
        <ul>
          {RETENTION.map(({ days, what }) => (
            <li key={what}>
              {what}: after {days} days;
            </li>
          ))}
        </ul>
        <p>
          We keep a newsletter address as long as you get the newsletter, and a message until someone has handled it.
          The log of staff decisions stays. It leaves out your data.
        </p>
      </>
    ),
  },
  {
    id: 'children',
    title: "Children's Privacy",
    body: (
      <p>
        The site is for adults 21 and over. We do not knowingly collect data from anyone younger. If we learn that
        someone under 21 gave us data, we delete it. If you know of such a case, please{' '}
        <Link to={PRIVACY_REQUEST}>tell us</Link>.
      </p>
    ),
  },
  {
    id: 'third-parties',
    title: 'Third-Party Links',
    body: (
      <p>
        Some pages link to other sites, such as studies, government agencies, labs and brands. We do not run those
        sites. Their own policies say what they do with your data.
      </p>
    ),
  },
  {
    id: 'international',
    title: 'International Users',
    body: (
      <p>
        This site is made for the United States, and data is processed in the United States. If you use it from
        elsewhere, your data goes there.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: (
      <p>
        We may change this policy. We post the new text on this page, and it applies from then on. We won't use data we
        already have in new ways without asking you.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact Us',
    body: (
      <p>
        Questions about your privacy, or a request? Use our <Link to={PRIVACY_REQUEST}>contact form</Link>. A person
        reads every message and answers it.
      </p>
    ),
  },
];

export function Component() {
  const address = usePageMeta('privacy');
  return (
    <LegalPage
      address={address}
      title="Privacy Policy"
      lead="What we collect, why, and how you can see, correct or delete it."
      sections={SECTIONS}
    />
  );
}
