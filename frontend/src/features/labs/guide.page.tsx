import { useMemo } from 'react';
import { Link } from 'react-router';
import guide from '../../../../docs/labs.md';
import { usePageContext } from '../../api/page-context';
import { Breadcrumbs } from '../../components/breadcrumbs';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { tableOfContents } from '../../ui/contents';
import { LongText } from './long-text';

/** Deeper headings would make the table of contents too long to scan. */
const entries = tableOfContents(guide).filter(({ level }) => level < 4);

/** Renders docs/labs.md. */
export function Component() {
  usePageMeta('labs');
  const { origin } = usePageContext();
  // The guide's commands use the URL of `npm start`. Replace it with this server's.
  const html = useMemo(() => guide.replaceAll('http://localhost:3000', origin), [origin]);
  return (
    <div className="stack gap-4">
      <Breadcrumbs links={[{ to: paths.home, label: 'Home' }]} current="For Labs" />
      <h1 className="mb-4">For Labs</h1>
      <LongText html={html} entries={entries} link={<Link to={paths.apiReference}>API reference</Link>} />
    </div>
  );
}
