import { Link, useNavigate } from 'react-router';
import guide from '../../../../docs/labs.md';
import { Breadcrumbs } from '../../components/breadcrumbs';
import { usePageMeta } from '../../hooks/use-page-meta';
import { useScrollToHeading } from '../../hooks/use-scroll-to-heading';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { tableOfContents } from '../../ui/contents';
import { Prose } from '../../ui/prose';
import { TableOfContents } from '../../ui/table-of-contents';

/** The guide's commands use the URL of `npm start`. Replace it with this server's. */
const html = guide.replaceAll('http://localhost:3000', window.location.origin);

/** The table of contents lists h2 only: deeper headings would make it too long to scan. */
const entries = tableOfContents(html).filter(({ level }) => level < 4);

/** Renders docs/labs.md. */
export function Component() {
  usePageMeta('labs');
  const navigate = useNavigate();
  const go = useScrollToHeading();
  return (
    <div className="stack gap-4">
      <Breadcrumbs links={[{ to: paths.home, label: 'Home' }]} current="For Labs" />
      <h1 className="mb-4">For Labs</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,42rem)_minmax(0,17rem)] lg:justify-between lg:gap-12">
        <div className="stack max-w-text content-start gap-6 lg:order-2">
          <div className="flex flex-wrap gap-3 print:hidden">
            <Button variant="secondary" size="sm" asChild>
              <Link to={paths.apiReference}>API reference</Link>
            </Button>
            <Button variant="secondary" size="sm" asChild>
              <Link to={paths.problems}>What errors mean</Link>
            </Button>
          </div>
          <TableOfContents entries={entries} onGo={go} />
        </div>
        <div className="lg:order-1">
          <Prose html={html} onGo={go} onFollow={navigate} />
        </div>
      </div>
    </div>
  );
}
