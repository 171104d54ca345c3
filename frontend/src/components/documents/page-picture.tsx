import { useState } from 'react';
import { Button } from '../../ui/button';
import { cx } from '../../ui/cx';
import type { PageDimensions } from './page-boxes';

export interface PagePictureProps {
  src: string;
  /** Size of the page in points: the picture keeps its place while it loads. */
  size: PageDimensions;
  alt: string;
  loading?: 'eager' | 'lazy';
}

/** The picture of a page, in a positioned element. */
export function PagePicture({ src, size, alt, loading = 'lazy' }: PagePictureProps) {
  const [attempt, setAttempt] = useState(0);
  const [isFailed, setFailed] = useState(false);
  const retry = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  return (
    <>
      <img
        key={attempt}
        src={src}
        alt={alt}
        width={Math.round(size.width)}
        height={Math.round(size.height)}
        loading={loading}
        decoding="async"
        onError={() => setFailed(true)}
        className={cx('block h-auto w-full bg-code-paper', isFailed && 'invisible')}
      />
      {isFailed && (
        <div className="absolute inset-0 z-10 flex flex-col items-center justify-center gap-3 bg-surface p-4 text-center text-sm">
          <p role="status">We couldn't load the picture of this page.</p>
          <Button size="sm" variant="secondary" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
    </>
  );
}
