import type { ReactNode } from 'react';
import { usePageContext } from '../../api/page-context';
import { ButtonLink } from '../../components/links';
import { PageAddress } from '../../components/page-address';
import { paths } from '../../paths';
import { Collapsible } from '../../ui/collapsible';
import { ArrowLeftIcon } from '../../ui/icons';
import { quietLink } from '../../ui/link-styles';
import { formatLongDay } from '../../ui/text/days';

export interface LegalSection {
  readonly id: string;
  readonly title: string;
  readonly body: ReactNode;
}

/**
 * Layout of Terms and Privacy: table of contents in the margin, text at reading width, a home link at both ends. "Last
 * updated" is the current date. [source:legal-pages]
 */
export function LegalPage({
  address,
  title,
  lead,
  sections,
}: {
  /** The page's canonical URL. */
  address: string;
  title: string;
  lead: ReactNode;
  sections: readonly LegalSection[];
}) {
  const { today } = usePageContext();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-[15rem_minmax(0,42rem)]">
      <header className="stack max-w-text gap-4 lg:col-start-2">
        <BackToHome />
        <h1>{title}</h1>
        <p className="text-sm text-ink-soft">Last updated: {formatLongDay(today)}</p>
        <p className="text-lg text-ink-soft">{lead}</p>
      </header>
      <nav
        aria-labelledby="contents"
        className="sticky top-16 hidden max-h-[calc(100dvh-5rem)] self-start overflow-y-auto lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:block print:hidden"
      >
        <h2 id="contents" className="mb-2 font-sans text-sm font-semibold">
          On this page
        </h2>
        <Contents sections={sections} />
      </nav>
      <div className="stack max-w-text gap-8 lg:col-start-2">
        <Collapsible summary="On this page" className="border-t lg:hidden print:hidden">
          <Contents sections={sections} />
        </Collapsible>
        <div className="stack gap-12">
          {sections.map(({ id, title: heading, body }) => (
            <section key={id} aria-labelledby={id} className="prose [&>h2]:mt-0">
              <h2 id={id}>{heading}</h2>
              {body}
            </section>
          ))}
        </div>
        <BackToHome />
        <PageAddress address={address} />
      </div>
    </div>
  );
}

function Contents({ sections }: { sections: readonly LegalSection[] }) {
  return (
    <ul className="text-sm">
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`} className={quietLink}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}

function BackToHome() {
  return (
    <div>
      <ButtonLink to={paths.home} variant="secondary" size="sm" icon={<ArrowLeftIcon className="size-4.5" />}>
        Back to Home
      </ButtonLink>
    </div>
  );
}
