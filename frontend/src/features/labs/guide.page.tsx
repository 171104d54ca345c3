import { useMemo } from 'react';
import { Link } from 'react-router';
import { usePageContext } from '../../api/page-context';
import { Breadcrumbs } from '../../components/breadcrumbs';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { tableOfContents } from '../../ui/contents';
import { bundledText } from './bundled-text';
import { LongText } from './long-text';

const guide = bundledText('guide', () => import('../../../../docs/labs.md'));

export const { load } = guide;

/** Renders docs/labs.md. */
export function Component() {
  usePageMeta('labs');
  const { origin } = usePageContext();
  // The guide's commands use the URL of `npm start`. Replace it with this server's.
  const html = useMemo(() => guide.html.replaceAll('http://localhost:3000', origin), [origin]);
  // Deeper headings would make the table of contents too long to scan.
  const entries = useMemo(() => tableOfContents(html).filter(({ level }) => level < 4), [html]);
  return (
    <div className="stack gap-4">
      <Breadcrumbs links={[{ to: paths.home, label: 'Home' }]} current="For Labs" />
      <h1 className="mb-4">For Labs</h1>
      <LongText
        name={guide.name}
        html={html}
        entries={entries}
        link={<Link to={paths.apiReference}>API reference</Link>}
      />
    </div>
  );
}
