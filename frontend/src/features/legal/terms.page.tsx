import { Link } from 'react-router';
import { usePageMeta } from '../../layouts/use-page-meta';
import { paths } from '../../paths';
import { SITE } from '../../site';
import { Button } from '../../ui/button';
import { LegalPage, type LegalSection } from './legal-page';

/** The sections and their order are those of SPEC section 2. */
const SECTIONS: readonly LegalSection[] = [
  {
    id: 'agreement',
    title: 'Agreement to Terms',
    body: (
      <>
        <p>
          By entering or using {SITE.name} you agree to these terms. If you do not agree with them, please leave the
          site.
        </p>
        <p>You may use it only if</p>
        <ul>
          <li>you are 21 years of age or older, and</li>
          <li>products with hemp-derived THC are legal where you are.</li>
        </ul>
        <p>
          Laws differ from place to place and change. It is for you to know those of your jurisdiction; that you can
          open this site there does not make anything legal.
        </p>
      </>
    ),
  },
  {
    id: 'educational-purpose',
    title: 'Educational Purpose Only',
    body: (
      <>
        <p>
          Everything here is for education: articles, calculator, guides and the registry of laboratory certificates.
          Nothing here is medical or legal advice, and nothing here is an offer to sell a product.
        </p>
        <p>
          Ask a doctor or a pharmacist about your health and your medicines, and a lawyer about the law. If somebody is
          unwell, do not look for an answer here first: the <Link to={paths.emergency}>emergency page</Link> has the
          numbers to call.
        </p>
        <p>
          A certificate of analysis reports on one sample of one batch. That a certificate is listed here does not mean
          that we, or anybody, approve the product, that it is legal where you are, or that another can holds the same.
        </p>
      </>
    ),
  },
  {
    id: 'responsibilities',
    title: 'User Responsibilities',
    body: (
      <>
        <p>When you use the site, you agree</p>
        <ul>
          <li>
            to hand in accurate data: a certificate of analysis as the laboratory issued it, with nothing added, altered
            or left out;
          </li>
          <li>to use the site, and what you learn here, within the law;</li>
          <li>not to pose as another person, brand or laboratory;</li>
          <li>
            not to seek access to areas, data or accounts that are not meant for you, and not to disturb the site for
            others.
          </li>
        </ul>
        <p>
          If you give false information, we may refuse submissions from your address and remove what you handed in.
          Visitors have no accounts here, so there is none to suspend.
        </p>
      </>
    ),
  },
  {
    id: 'user-content',
    title: 'User-Generated Content',
    body: (
      <>
        <p>
          A certificate that you submit stays yours. You grant us a non-exclusive, worldwide, royalty-free license to
          store, review, reproduce, display and publish it in the registry, and to let others read and reuse what is
          published there.
        </p>
        <p>
          You warrant that you have the right to submit it, and that doing so breaks no contract and infringes nobody's
          rights.
        </p>
        <p>
          Staff review a submission before it is published. We may decline one, correct the record, or remove it. Your
          contact data are not part of what is published; the <Link to={paths.privacy}>Privacy Policy</Link> says how we
          treat them.
        </p>
      </>
    ),
  },
  {
    id: 'disclaimers',
    title: 'Disclaimers and Limitations',
    body: (
      <>
        <p>
          <strong>No warranties.</strong> The site is provided as it is and as available, without warranties of any
          kind, express or implied. We check what we publish with care and still make mistakes; laboratories and brands
          do too. We do not warrant that anything here is complete, current or free of error.
        </p>
        <p>
          <strong>Limited liability.</strong> As far as the law allows, we are not liable for harm or loss that comes
          from using the site, from relying on what it says, or from any product mentioned on it, whether direct,
          indirect, incidental or consequential.
        </p>
        <p>
          <strong>Indemnification.</strong> If somebody makes a claim against us because you broke these terms, the law
          or another's rights, or because of what you submitted, you agree to compensate us for what that costs us,
          reasonable legal fees included.
        </p>
        <p>Some places do not allow some of these limits. There they hold only as far as the law permits.</p>
      </>
    ),
  },
  {
    id: 'intellectual-property',
    title: 'Intellectual Property',
    body: (
      <>
        <p>
          The texts, drawings, software and design of the site belong to {SITE.name} or to those who licensed them to
          us. You may read, link, print for yourself, and quote with the source named. For any other use, please ask
          first.
        </p>
        <p>
          Names and marks of brands and laboratories belong to their owners. We use them only to say whose product or
          report a record is about.
        </p>
      </>
    ),
  },
  {
    id: 'privacy',
    title: 'Privacy',
    body: (
      <>
        <p>The Privacy Policy says what we collect, why, and how you can see, correct or delete it.</p>
        <Button asChild variant="secondary" className="font-sans">
          <Link to={paths.privacy} className="no-underline">
            Read the Privacy Policy
          </Link>
        </Button>
      </>
    ),
  },
  {
    id: 'modifications',
    title: 'Modifications',
    body: (
      <p>
        We may change these terms. A change is effective when it is posted on this page. If you go on using the site
        after that, you accept the changed terms.
      </p>
    ),
  },
  {
    id: 'governing-law',
    title: 'Governing Law',
    body: (
      <>
        <p>These terms are governed by the laws of the United States.</p>
        <p>
          A dispute about them or about the site that we cannot settle by talking to each other is decided by binding
          arbitration in the United States, and not before a judge or jury. Rights that the law does not let you give up
          stay yours.
        </p>
      </>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <p>
        Questions about these terms? Write to us through the <Link to={paths.contact}>contact form</Link>.
      </p>
    ),
  },
];

export function Component() {
  usePageMeta('terms');
  return (
    <LegalPage
      title="Terms of Use"
      lead="What you agree to when you use this site, in plain words."
      sections={SECTIONS}
    />
  );
}
