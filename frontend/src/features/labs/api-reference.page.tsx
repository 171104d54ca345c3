import { Link, useNavigate } from 'react-router';
import reference from '../../../../openapi/openapi-labs.json?page';
import { Breadcrumbs } from '../../components/breadcrumbs';
import { usePageMeta } from '../../hooks/use-page-meta';
import { useScrollToHeading } from '../../hooks/use-scroll-to-heading';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { tableOfContents } from '../../ui/contents';
import { textLink } from '../../ui/link-styles';
import { Prose } from '../../ui/prose';
import { TableOfContents } from '../../ui/table-of-contents';

/** Schemas are linked from the calls that use them; listing them would only lengthen the table of contents. */
const entries = tableOfContents(reference).filter(({ id }) => !id.startsWith('object-'));

/** The part of the API for labs, from openapi/openapi-labs.json. */
export function Component() {
  usePageMeta('apiReference');
  const navigate = useNavigate();
  const go = useScrollToHeading();
  return (
    <div className="stack gap-4">
      <Breadcrumbs
        links={[
          { to: paths.home, label: 'Home' },
          { to: paths.labs, label: 'For Labs' },
        ]}
        current="API reference"
      />
      <header className="stack mb-4 max-w-text gap-4">
        <h1>API Reference for Labs</h1>
        <p className="text-lg text-ink-soft">
          Each call of the partner API, each webhook, and the public calls that show the result. New here? Start with
          the{' '}
          <Link to={paths.labs} className={textLink}>
            guide
          </Link>
          , which takes you to a first accepted certificate.
        </p>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,42rem)_minmax(0,17rem)] lg:justify-between lg:gap-12">
        <div className="stack max-w-text content-start gap-6 lg:order-2">
          <div className="flex flex-wrap gap-3 print:hidden">
            <Button variant="secondary" size="sm" asChild>
              <a href={paths.labsDocument}>OpenAPI document</a>
            </Button>
            <Button variant="secondary" size="sm" asChild>
              <Link to={paths.problems}>What errors mean</Link>
            </Button>
          </div>
          <TableOfContents entries={entries} onGo={go} />
        </div>
        <div className="api-reference lg:order-1">
          <Prose html={reference} onGo={go} onFollow={navigate} />
        </div>
      </div>
    </div>
  );
}
