import { Link } from 'react-router';
import retention from '../../../../content/retention.json';
import { usePageMeta } from '../../layouts/use-page-meta';
import { paths } from '../../paths';
import { SITE } from '../../site';
import { Mono } from '../../ui/mono';
import { LegalPage, type LegalSection } from './legal-page';

const PRIVACY_REQUEST = `${paths.contact}?topic=privacy`;

/** Every cookie the site sets. Sources: domain/age-verification, ui/theme-toggle, domain/staff. */
const COOKIES = [
  {
    name: 'age_verified',
    what: 'remembers your age verification status, so that the gate does not ask on every page. It holds the time of your answer, sealed against changes. 30 days.',
  },
  { name: 'theme', what: 'remembers the light or dark theme, and is set only if you choose one. One year.' },
  { name: 'staff_session', what: 'keeps staff signed in. Visitors never get it. At most 12 hours.' },
];

/** The figures are those that the server deletes by (content/retention.json). */
const KEPT = [
  { days: retention.handledMessages, what: 'a message through the contact form, counted from when it was handled' },
  {
    days: retention.publishedSenders,
    what: "a submitter's name, address and notes beside a published certificate, counted from the decision",
  },
  { days: retention.rejectedSenders, what: 'the same beside a certificate that was not published' },
  { days: retention.unverifiedBrandContacts, what: 'the contact of a brand that nobody verified' },
  { days: retention.unconfirmedSubscriptions, what: 'a newsletter address that was never confirmed' },
  { days: retention.endedSubscriptions, what: 'a newsletter address that was unsubscribed' },
  { days: retention.finishedMail, what: 'the note that a mail went to you' },
  { days: retention.givenUpMail, what: 'the note that a mail could not be delivered to you' },
] as const;

/** The sections and their order are those of SPEC section 2. What they say must be true of the code. */
const SECTIONS: readonly LegalSection[] = [
  {
    id: 'overview',
    title: 'Overview',
    body: (
      <>
        <p>
          {SITE.name} can be read without an account. We ask for as little as each purpose needs, we do not sell
          personal data, and we use no analytics, no advertising and no trackers.
        </p>
        <p>This policy says what we collect, what for, who sees it, and what you can ask of us.</p>
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
            <strong>Email address for the newsletter</strong>, with the page on which you entered it, the time, and
            whether the subscription is active.
          </li>
          <li>
            <strong>COA submissions</strong>: the certificate's data, and your contact name, email address and notes.
            Name, address and notes are kept for the review and for questions about the brand. They are never published.
          </li>
          <li>
            <strong>Brand information</strong>: a brand's name and website from a submission, and the public contact
            address that staff confirmed to be the brand's.
          </li>
          <li>
            <strong>Messages</strong> sent through the contact form: your email address, your name if you give it, the
            topic, the text and the time.
          </li>
          <li>
            <strong>Age verification confirmation</strong>: that you are 21 or older. It is kept in a cookie in your
            browser; we keep no list of who confirmed.
          </li>
        </ul>
        <p>What you enter into the dose calculator is used to work out the answer and is not stored.</p>
        <p>What comes with every visit:</p>
        <ul>
          <li>
            <strong>Usage data</strong>: for each request our log notes its kind, the type of page or call, the result,
            how long it took, and a random number. It holds no IP address and nothing that says who you are.
          </li>
          <li>
            <strong>Device information</strong>: browsers send their type and settings with each request. We do not
            store them.
          </li>
          <li>
            <strong>IP address</strong>: needed to send the answer back. When you send a form, the server also counts by
            address, in its memory, so that nobody can flood the site. The address is written neither to our log nor to
            our database.
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
        <li>to send the newsletter to those who asked for it;</li>
        <li>to review certificates, ask back about them, and publish those that were approved;</li>
        <li>to confirm brands and show how to reach them;</li>
        <li>to read and answer messages;</li>
        <li>to keep the site secure, find faults and prevent abuse;</li>
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
          You get the newsletter only if you entered your address for it. To unsubscribe, follow the link in any issue,
          or <Link to={PRIVACY_REQUEST}>contact us</Link> and name the address.
        </p>
        <p>
          We also write to you about a certificate you handed in or a message you sent: that it arrived, and what became
          of it. Your email address is never sold.
        </p>
      </>
    ),
  },
  {
    id: 'sharing',
    title: 'Information Sharing',
    body: (
      <>
        <p>We do not sell personal data. We share data only like this:</p>
        <ul>
          <li>
            <strong>Public COA data</strong>: an approved certificate is public, with brand, product, batch, laboratory,
            dates and results. So are a brand's website and, once confirmed, its public contact address. The submitter's
            name and address are not.
          </li>
          <li>
            <strong>Service providers</strong> that host the site, its database and its email for us. They may use the
            data only for that.
          </li>
          <li>
            <strong>Legal requirements</strong>: when a law or a court obliges us, or to protect someone from harm.
          </li>
          <li>
            <strong>Business transfers</strong>: if the site passes to another owner, the data pass with it, under this
            policy.
          </li>
          <li>
            <strong>Consent</strong>: in any other case only if you agree to it first.
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
          Over an encrypted connection their names begin with <Mono>__Host-</Mono>, which keeps other sites from setting
          them. Fonts, scripts and pictures come from this site itself, so reading a page tells nobody else about it.
          Until you close the tab, your browser also remembers how far down a page you were; that stays in the browser.
          Your browser also keeps a copy of the emergency page, so that it opens without a connection. It holds nothing
          about you.
        </p>
        <p>You can delete cookies in your browser at any time; the age gate then asks again.</p>
      </>
    ),
  },
  {
    id: 'security',
    title: 'Data Security',
    body: (
      <>
        <p>
          Submissions can be read only by staff who are signed in. Passwords and sign-in tokens of staff are stored only
          as digests, from which they cannot be read back. Decisions of staff go into an append-only log that leaves
          your contact data out. Scripts cannot read the age and staff cookies.
        </p>
        <p>No system is perfectly secure. If we learn that your data were exposed, we tell you as the law requires.</p>
      </>
    ),
  },
  {
    id: 'rights',
    title: 'Your Privacy Rights',
    body: (
      <>
        <p>Wherever you live, you can ask us</p>
        <ul>
          <li>
            for <strong>access</strong>: what we hold about you, and a copy of it;
          </li>
          <li>
            to <strong>correct</strong> what is wrong;
          </li>
          <li>
            to <strong>delete</strong> your data;
          </li>
          <li>
            to <strong>opt out</strong> of the newsletter, or of any use you do not agree with;
          </li>
          <li>
            to <strong>restrict</strong> what we do with your data while a question about them is open.
          </li>
        </ul>
        <p>
          Write to us through the <Link to={PRIVACY_REQUEST}>contact form</Link> and name the address your request is
          about. We write to that address first, to make sure that it is yours, and do what you asked within 30 days.
          Asking costs nothing and has no disadvantage for you.
        </p>
        <p>
          A copy is a file with everything kept under the address, what it is, and why we keep it. When we delete, your
          subscription, your messages with our notes on them, and mail that waits for you are gone; from certificates
          that you handed in, your name, address and notes are removed. A published certificate itself stays public, as
          does the contact address of a brand that we verified, until another one takes its place. A certificate that is
          still under review is decided without asking you. Our log keeps that we did so, with a code in place of your
          address. Copies in backups and in mailboxes are not reached.
        </p>
        <p>Without being asked, we delete</p>
        <ul>
          {KEPT.map(({ days, what }) => (
            <li key={what}>
              {what}: after {days} days;
            </li>
          ))}
        </ul>
        <p>
          A newsletter address stays as long as you get the newsletter, and a message until somebody has handled it. The
          log of what staff decided stays; it leaves your data out.
        </p>
      </>
    ),
  },
  {
    id: 'children',
    title: "Children's Privacy",
    body: (
      <p>
        The site is for adults of 21 and over. We do not knowingly collect data from anyone younger. If we learn that
        somebody under 21 gave us data, we delete them. If you know of such a case, please{' '}
        <Link to={PRIVACY_REQUEST}>tell us</Link>.
      </p>
    ),
  },
  {
    id: 'third-parties',
    title: 'Third-Party Links',
    body: (
      <p>
        Some pages link to others: studies, authorities, laboratories, brands. We do not run those sites, and what they
        do with your data is up to their own policies.
      </p>
    ),
  },
  {
    id: 'international',
    title: 'International Users',
    body: (
      <p>
        The site is made for the United States, and data are processed in the United States. If you use it from
        elsewhere, your data go there.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: (
      <p>
        We may change this policy. The changed text is posted on this page and holds from then on. For data we already
        have, we do not widen their use without asking you.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact Us',
    body: (
      <p>
        Questions about your privacy, or a request? Write to us through the{' '}
        <Link to={PRIVACY_REQUEST}>contact form</Link>. A person reads it and answers.
      </p>
    ),
  },
];

export function Component() {
  usePageMeta('privacy');
  return (
    <LegalPage
      title="Privacy Policy"
      lead="What we collect, what for, and how you can see, correct or delete it."
      sections={SECTIONS}
    />
  );
}
