import { useEffect, useMemo } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { usePageContext } from '../../api/page-context';
import { Breadcrumbs } from '../../components/breadcrumbs';
import { ButtonLink, StandaloneLink } from '../../components/links';
import { PageAddress } from '../../components/page-address';
import { usePageMeta } from '../../hooks/use-page-meta';
import { useScrollToHeading } from '../../hooks/use-scroll-to-heading';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { cx } from '../../ui/cx';
import { tableOfContents } from '../../ui/text/contents';
import { Prose } from '../../ui/text/prose';
import { SideNavigation } from '../../ui/text/side-navigation';
import { TableOfContents } from '../../ui/text/table-of-contents';
import { pageOf } from './books';
import type { Chapter, Chapters } from './chapters';

export const load = (path: string) => pageOf(path).text.load();

/** One page of a text for labs, with its table of contents, the other pages and related links beside it. */
export function Component({ path }: { path: string }) {
  const { book, chapter, name, text, before, after } = pageOf(path);
  const url = usePageMeta(name);
  useMovedHeadings(book);
  const navigate = useNavigate();
  const go = useScrollToHeading();
  const { origin } = usePageContext();
  // Commands use the URL of `npm start`. Replace it with this server's.
  const html = useMemo(() => text.html.replaceAll('http://localhost:3000', origin), [text, origin]);
  // Objects are linked from the calls that use them; listing them would only lengthen the table of contents.
  const entries = useMemo(() => tableOfContents(html).filter(({ id }) => !id.startsWith('object-')), [html]);
  const [first] = book.chapters;
  return (
    <div className="stack gap-4">
      <Breadcrumbs
        links={first && before ? [...book.above, { to: first.path, label: book.name }] : book.above}
        current={before ? chapter.title : book.name}
      />
      <h1 className="mb-4">{before ? chapter.title : book.heading}</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,42rem)_minmax(0,17rem)] lg:justify-between lg:gap-12">
        <div className="stack max-w-text content-start gap-6 lg:order-2">
          <div className="flex flex-wrap gap-3 print:hidden">
            {book.links.map(({ label, to, isFile }) => (
              <Button key={to} variant="secondary" size="sm" asChild>
                {isFile ? <a href={to}>{label}</a> : <Link to={to}>{label}</Link>}
              </Button>
            ))}
            <ButtonLink to={paths.problems} variant="secondary" size="sm">
              What errors mean
            </ButtonLink>
          </div>
          <ChapterList chapters={book.chapters} path={path} />
          {entries.length > 0 && <TableOfContents entries={entries} onGo={go} />}
        </div>
        <div className={cx(book.className, 'stack min-w-0 content-start gap-12 lg:order-1')}>
          <div data-text={path}>
            <Prose html={html} onGo={go} onFollow={navigate} />
          </div>
          <PageAddress address={url} />
          <Neighbors before={before} after={after} />
        </div>
      </div>
    </div>
  );
}

function ChapterList({ chapters, path }: { chapters: readonly Chapter[]; path: string }) {
  return (
    <SideNavigation label="All pages">
      {chapters.map((chapter) => (
        <li key={chapter.path}>
          <Link
            to={chapter.path}
            aria-current={chapter.path === path ? 'page' : undefined}
            className="contents-link ps-4"
          >
            {chapter.title}
          </Link>
        </li>
      ))}
    </SideNavigation>
  );
}

function Neighbors({ before, after }: { before: Chapter | undefined; after: Chapter | undefined }) {
  return (
    <nav
      aria-label="Previous and next page"
      className="flex max-w-text flex-wrap justify-between gap-x-8 border-t border-rule pt-4 font-sans print:hidden"
    >
      {before && (
        <StandaloneLink to={before.path} rel="prev">
          Previous: {before.title}
        </StandaloneLink>
      )}
      {after && (
        <StandaloneLink to={after.path} rel="next" className="ms-auto text-end">
          Next: {after.title}
        </StandaloneLink>
      )}
    </nav>
  );
}

/** Follows links from when the text was one page: it leads to the page that now has the heading. */
function useMovedHeadings({ places }: Chapters) {
  const navigate = useNavigate();
  const id = useLocation().hash.slice(1);
  useEffect(() => {
    if (id === '' || document.getElementById(id)) return;
    let isLeft = false;
    const follow = ({ default: all }: { default: Readonly<Record<string, string>> }) => {
      const address = Object.hasOwn(all, id) ? all[id] : undefined;
      if (address && !isLeft) navigate(address, { replace: true });
    };
    // If the addresses don't load, the visitor stays at the top of the page, next to the list of the others.
    places().then(follow, () => undefined);
    return () => {
      isLeft = true;
    };
  }, [places, navigate, id]);
}
