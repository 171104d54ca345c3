import { Link } from 'react-router';
import guide from '../../../../docs/labs.md';
import { Breadcrumbs } from '../../components/breadcrumbs';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { tableOfContents } from '../../ui/contents';
import { LongText } from './long-text';

/** The guide's commands use the URL of `npm start`. Replace it with this server's. */
const html = guide.replaceAll('http://localhost:3000', window.location.origin);

/** The table of contents lists h2 only: deeper headings would make it too long to scan. */
const entries = tableOfContents(html).filter(({ level }) => level < 4);

/** Renders docs/labs.md. */
export function Component() {
  usePageMeta('labs');
  return (
    <div className="stack gap-4">
      <Breadcrumbs links={[{ to: paths.home, label: 'Home' }]} current="For Labs" />
      <h1 className="mb-4">For Labs</h1>
      <LongText html={html} entries={entries} link={<Link to={paths.apiReference}>API reference</Link>} />
    </div>
  );
}
