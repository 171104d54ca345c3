import { lazy, Suspense, useState } from 'react';
import type { CoaDocumentDto } from '../../api/generated/types.gen';
import { PagePicture } from '../../components/documents/page-picture';
import { Collapsible } from '../../ui/collapsible';
import { NotLoaded } from '../../ui/messages/not-loaded';
import { Skeleton } from '../../ui/messages/skeleton';

const PageText = lazy(() => import('./page-text').catch(() => ({ default: NotLoaded })));

interface PicturesProps {
  reference: string;
  document: Pick<CoaDocumentDto, 'pages' | 'pageCount'>;
}

type Page = CoaDocumentDto['pages'][number];

/** The first page at once, the others when they are opened. Pictures load when they come near the window. */
export function DocumentPictures({ reference, document: { pages, pageCount } }: PicturesProps) {
  const [first, ...others] = pages;
  if (!first) return null;
  const last = others.at(-1)?.number;
  return (
    <div className="stack gap-4">
      <Picture reference={reference} page={first} />
      {last !== undefined && (
        <Collapsible look="plain" summary={last === 2 ? 'Page 2' : `Pages 2 to ${last}`}>
          <div className="stack gap-4">
            {others.map((page) => (
              <Picture key={page.number} reference={reference} page={page} />
            ))}
          </div>
        </Collapsible>
      )}
      {pageCount !== null && pageCount > pages.length && (
        <p className="text-sm text-ink-soft">We show the first {pages.length} pages. The download has all of them.</p>
      )}
    </div>
  );
}

function Picture({ reference, page }: { reference: string; page: Page }) {
  const { number } = page;
  return (
    <div>
      <div className="relative overflow-hidden rounded-md border border-rule">
        <PagePicture
          src={`/api/certificates/${reference}/document/pages/${number}.png`}
          size={page}
          alt={`Page ${number} of the lab's PDF. Its text can be opened below.`}
        />
      </div>
      <PageTextFold reference={reference} number={number} />
    </div>
  );
}

/** What the page says, as text: for screen readers, for searching and for copying. Loaded when it is opened. */
function PageTextFold({ reference, number }: { reference: string; number: number }) {
  const [isOpened, setOpened] = useState(false);
  return (
    <Collapsible
      look="plain"
      summary={`Text of page ${number}`}
      className="text-sm noscript:hidden"
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      {isOpened && (
        <Suspense fallback={<Skeleton className="h-24 w-full" />}>
          <PageText reference={reference} number={number} />
        </Suspense>
      )}
    </Collapsible>
  );
}
