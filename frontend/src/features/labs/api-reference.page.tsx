import { useMemo } from 'react';
import { Link } from 'react-router';
import { Breadcrumbs } from '../../components/breadcrumbs';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { tableOfContents } from '../../ui/contents';
import { textLink } from '../../ui/link-styles';
import { bundledText } from './bundled-text';
import { LongText } from './long-text';

const reference = bundledText('api-reference', () => import('../../../../openapi/openapi-labs.json?page'));

export const { load } = reference;

/** The part of the API for labs, from openapi/openapi-labs.json. */
export function Component() {
  usePageMeta('apiReference');
  // Schemas are linked from the calls that use them; listing them would only lengthen the table of contents.
  const entries = useMemo(() => tableOfContents(reference.html).filter(({ id }) => !id.startsWith('object-')), []);
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
      <LongText
        name={reference.name}
        html={reference.html}
        entries={entries}
        link={<a href={paths.labsDocument}>OpenAPI document</a>}
        className="api-reference"
      />
    </div>
  );
}
