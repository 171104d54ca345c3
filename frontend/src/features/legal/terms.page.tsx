import { Link } from 'react-router';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { SITE } from '../../site';
import { Button } from '../../ui/button';
import { LegalPage, type LegalSection } from './legal-page';

/** Fixed sections and order. [source:legal-pages] */
const SECTIONS: readonly LegalSection[] = [
  {
    id: 'agreement',
    title: 'Agreement to Terms',
    body: (
      <>
        <p>By entering or using {SITE.name}, you agree to these terms. If you don't agree, please leave the site.</p>
        <p>You may use it only if:</p>
        <ul>
          <li>you are 21 or older, and</li>
          <li>hemp-derived THC products are legal where you are.</li>
        </ul>
        <p>
          Laws differ from place to place, and they change. You're responsible for knowing your local law. Being able to
          open this site does not make anything legal where you are.
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
          Everything here is for education: the articles, the calculator, the guides and the database of lab reports.
          Nothing here is medical or legal advice, and nothing here is an offer to sell a product.
        </p>
        <p>
          Ask a doctor or pharmacist about your health and medicines. Ask a lawyer about the law. In an emergency, call
          for help first. The <Link to={paths.emergency}>emergency page</Link> has the numbers.
        </p>
        <p>
          A lab report (certificate of analysis) covers one sample of one batch. Listing it here does not mean that we
          or anyone else approve the product, that it is legal where you are, or that another can contains the same.
        </p>
      </>
    ),
  },
  {
    id: 'responsibilities',
    title: 'User Responsibilities',
    body: (
      <>
        <p>When you use the site, you agree:</p>
        <ul>
          <li>
            to submit accurate data: the lab report as the lab issued it, with nothing added, changed or left out;
          </li>
          <li>to use the site, and what you learn here, within the law;</li>
          <li>not to impersonate another person, brand or lab; and</li>
          <li>
            not to try to get into areas, data or accounts that are not yours, and not to disrupt the site for others.
          </li>
        </ul>
        <p>
          If you give false information, we may refuse submissions from your address and remove what you submitted.
          Visitors don't have accounts here, so there is no account to suspend.
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
          A lab report you submit stays yours, and so does its PDF. You grant us a non-exclusive, worldwide,
          royalty-free license to store, review, reproduce, display and publish both in our database, and to let others
          read, download and reuse what is published there.
        </p>
        <p>
          You warrant that you have the right to submit it, and that doing so does not break a contract or infringe
          anyone's rights. Send the PDF as the lab made it. It can name the person who signed it, so make sure that it
          holds no other personal data.
        </p>
        <p>
          Our staff reviews a submission before it is published. We may decline it, correct the record, or remove it. A
          PDF stays with its record, even after the record is withdrawn or replaced, unless we take it down for a reason
          that the page then states: personal data, someone else's rights, a legal order, a forged file, or a mistake.
          We don't publish your contact details. The <Link to={paths.privacy}>Privacy Policy</Link> explains how we
          handle them.
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
          <strong>No warranties.</strong> The site is provided as is and as available, without warranties of any kind,
          express or implied. We check what we publish carefully, but we make mistakes, and so do labs and brands. We do
          not warrant that anything here is complete, current or error-free.
        </p>
        <p>
          <strong>Limited liability.</strong> As far as the law allows, we are not liable for any harm or loss from
          using the site, from relying on what it says, or from any product mentioned on it, whether direct, indirect,
          incidental or consequential.
        </p>
        <p>
          <strong>Indemnification.</strong> If someone makes a claim against us because you broke these terms, the law
          or someone else's rights, or because of what you submitted, you agree to cover what that costs us, including
          reasonable legal fees.
        </p>
        <p>Some places do not allow some of these limits. There, they apply only as far as the law permits.</p>
      </>
    ),
  },
  {
    id: 'intellectual-property',
    title: 'Intellectual Property',
    body: (
      <>
        <p>
          The text, drawings, software and design of this site belong to {SITE.name} or to those who licensed them to
          us. You may read it, link to it, print it for yourself, and quote it if you name the source. For any other
          use, please ask first.
        </p>
        <p>
          Brand and lab names and trademarks belong to their owners. We use them only to say whose product or report a
          record is about.
        </p>
      </>
    ),
  },
  {
    id: 'privacy',
    title: 'Privacy',
    body: (
      <>
        <p>The Privacy Policy explains what we collect, why, and how you can see, correct or delete it.</p>
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
        We may change these terms. A change takes effect when we post it on this page. If you keep using the site after
        that, you accept the changed terms.
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
          If we can't settle a dispute about these terms or the site by talking, it will be decided by binding
          arbitration in the United States, not by a judge or jury. You keep any rights the law does not let you give
          up.
        </p>
      </>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <p>
        Questions about these terms? Use our <Link to={paths.contact}>contact form</Link>.
      </p>
    ),
  },
];

export function Component() {
  const address = usePageMeta('terms');
  return (
    <LegalPage
      address={address}
      title="Terms of Use"
      lead="What you agree to when you use this site, in plain words."
      sections={SECTIONS}
    />
  );
}
