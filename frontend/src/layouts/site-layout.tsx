import type { ReactNode } from 'react';
import { Link, NavLink, Outlet, useLocation } from 'react-router';
import { LanguageSwitch } from '../components/language';
import { CallLink } from '../components/links';
import { HELP_LINES } from '../components/safety/help-lines';
import { HelpNumbers } from '../components/safety/help-numbers';
import { HeaderSearch, SearchLink } from '../components/search/header-search';
import { useSiteTexts } from '../components/site-texts';
import { ThemeToggle } from '../components/theme-toggle';
import { useFocusOnNavigation } from '../hooks/use-focus-on-navigation';
import { useLanguage } from '../hooks/use-language';
import { useScrollRestoration } from '../hooks/use-scroll-restoration';
import { paths } from '../paths';
import { SITE } from '../site';
import { SkipLink } from '../ui/skip-link';
import { ScrollToTop } from '../ui/text/scroll-to-top';
import { Wordmark } from '../ui/wordmark';
import { ComplianceBanner } from './compliance-banner';
import { MENU, MenuToggle, useMenu } from './menu';

const NAVIGATION = [
  { to: paths.home, label: 'Home' },
  { to: paths.learn, label: 'Learn' },
  { to: paths.coas, label: 'COA Database' },
  { to: paths.brands, label: 'Brands' },
  { to: paths.submitCoa, label: 'Submit COA' },
  { to: paths.responsibleUse, label: 'Safety' },
];

/** The frame around every public page. */
export function SiteLayout() {
  const main = useFocusOnNavigation();
  useScrollRestoration();
  const language = useLanguage();
  const isEmergency = isAt(paths.emergencyIn(language), useLocation());
  return (
    <>
      <SkipLink>{useSiteTexts().frame.skip}</SkipLink>
      {isEmergency && <EmergencyNumbers />}
      <ComplianceBanner />
      <Header />
      <main id="main" ref={main} tabIndex={-1} className="wrap min-h-[70vh] py-8 sm:py-12">
        {!isEmergency && <LanguageSwitch className="-mt-6 mb-2 sm:-mt-8" />}
        <Outlet />
      </main>
      <div lang="en">
        <ScrollToTop />
      </div>
      <Footer />
    </>
  );
}

/** Above all else on the emergency page: on a small phone with large text, the site's frame alone fills the screen. */
function EmergencyNumbers() {
  const { helpNumbers } = useSiteTexts().frame;
  return (
    <aside
      aria-label={helpNumbers.title}
      className="wrap flex max-w-none flex-wrap items-center justify-between gap-x-5 bg-clay-soft py-1 font-semibold print:hidden"
    >
      <HelpNumbers />
      <LanguageSwitch />
    </aside>
  );
}

const isAt = (path: string, { pathname }: { pathname: string }) => pathname.toLowerCase().replace(/\/+$/, '') === path;

function Header() {
  const { toggle, close, closeOnEscape } = useMenu();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for Escape from its children
    <header lang="en" onKeyDown={closeOnEscape} className="border-b border-rule bg-paper print:hidden">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-6">
        <Link to={paths.home} className="py-3 no-underline" aria-label={`${SITE.name}, home`}>
          <Wordmark name={SITE.name} />
        </Link>
        <SearchLink />
        <MenuToggle ref={toggle} className="md:hidden" />
        <nav
          aria-label="Main"
          className={`${MENU} w-full border-t border-rule py-2 md:block md:w-auto md:max-w-full md:border-0 md:py-0`}
        >
          <ul className="flex flex-col md:flex-row md:flex-wrap md:gap-1">
            {NAVIGATION.map(({ to, label }) => (
              <li key={to}>
                <NavLink to={to} onClick={close} className="menu-link">
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <HeaderSearch />
      </div>
    </header>
  );
}

function Footer() {
  return (
    <footer lang="en" className="mt-6 border-t sm:mt-16 border-rule bg-surface print:hidden">
      <div className="wrap footer-columns">
        <FooterColumn title="Education">
          <FooterLink to={paths.learn}>Education Center</FooterLink>
          <FooterLink to={paths.article('dosing-guide')}>Dosing Guide</FooterLink>
          <FooterLink to={paths.article('onset-duration')}>Onset and Duration</FooterLink>
          <FooterLink to={paths.homeCalculator}>Dose Calculator</FooterLink>
        </FooterColumn>
        <FooterColumn title="Resources">
          <FooterLink to={paths.coas}>COA Database</FooterLink>
          <FooterLink to={paths.brands}>Brand Directory</FooterLink>
          <FooterLink to={paths.submitCoa}>Submit COA</FooterLink>
          <FooterLink to={paths.labs}>For Labs</FooterLink>
          <FooterFile href={paths.articleFeed}>Article feed</FooterFile>
          <FooterFile href={paths.coaFeed}>Certificate feed</FooterFile>
        </FooterColumn>
        <FooterColumn title="Legal & Safety">
          <FooterLink to={paths.responsibleUse}>Responsible Use</FooterLink>
          <FooterLink to={paths.emergency}>Emergency Resources</FooterLink>
          <FooterLink to={paths.law}>The Law in Your State</FooterLink>
          <FooterLink to={paths.december11}>December 11, 2026</FooterLink>
          <FooterLink to={paths.terms}>Terms of Use</FooterLink>
          <FooterLink to={paths.privacy}>Privacy Policy</FooterLink>
          <FooterLink to={paths.contact}>Contact</FooterLink>
          <FooterLink to={paths.about}>About This Site</FooterLink>
          <FooterLink to={paths.sitemap}>Sitemap</FooterLink>
        </FooterColumn>
        <div className="stack content-start gap-2">
          <div className="stack gap-2 max-sm:hidden">
            <Wordmark name={SITE.name} />
            <p className="max-w-text text-sm text-ink-soft">
              {SITE.promise}. Learn about hemp-derived Delta-9 THC drinks and look up their lab reports in our open
              registry.
            </p>
          </div>
          <div className="min-w-0 sm:mt-2">
            <ThemeToggle />
          </div>
        </div>
      </div>
      <div className="wrap stack gap-3 border-t border-rule py-5 text-sm text-ink-soft sm:py-8">
        <h2 className="font-sans text-sm font-semibold text-ink">Important Legal Notice</h2>
        <p className="max-w-[80ch]">
          For educational purposes only, for adults 21 and over. Nothing here is medical or legal advice. These products
          may be illegal in some jurisdictions. Do not drive or operate machinery after use. Keep away from children and
          pets.
        </p>
        <p className="max-w-[80ch]">{SITE.legal.paragraph}</p>
        <p>
          Poison Help: <CallLink line={HELP_LINES.poisonHelp} />
        </p>
        <p>
          © {SITE.copyrightYear} {SITE.name}
        </p>
      </div>
    </footer>
  );
}

function FooterColumn({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="mb-2 font-sans text-sm font-semibold">{title}</h2>
      <ul className="grid grid-cols-2 gap-x-4 text-sm sm:block">{children}</ul>
    </div>
  );
}

/** A file from the server, outside the router. */
function FooterFile({ href, children }: { href: string; children: ReactNode }) {
  return (
    <li>
      <a href={href} className="footer-link">
        {children}
      </a>
    </li>
  );
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to} className="footer-link">
        {children}
      </Link>
    </li>
  );
}
