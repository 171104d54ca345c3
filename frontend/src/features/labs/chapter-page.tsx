import type { ReactElement } from 'react';
import { Link, useNavigate } from 'react-router';
import { useScrollToHeading } from '../../hooks/use-scroll-to-heading';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import type { tableOfContents } from '../../ui/contents';
import { cx } from '../../ui/cx';
import { Prose } from '../../ui/prose';
import { TableOfContents } from '../../ui/table-of-contents';

interface LongTextProps {
  /** Marks the text in the page (bundled-text.ts). */
  name: string;
  html: string;
  entries: ReturnType<typeof tableOfContents>;
  /** The link to the other long text. */
  link: ReactElement;
  className?: string;
}

/** A long text for labs, with its table of contents and related links beside it. */
export function LongText({ name, html, entries, link, className }: LongTextProps) {
  const navigate = useNavigate();
  const go = useScrollToHeading();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,42rem)_minmax(0,17rem)] lg:justify-between lg:gap-12">
      <div className="stack max-w-text content-start gap-6 lg:order-2">
        <div className="flex flex-wrap gap-3 print:hidden">
          <Button variant="secondary" size="sm" asChild>
            {link}
          </Button>
          <Button variant="secondary" size="sm" asChild>
            <Link to={paths.problems}>What errors mean</Link>
          </Button>
        </div>
        <TableOfContents entries={entries} onGo={go} />
      </div>
      <div data-text={name} className={cx(className, 'lg:order-1')}>
        <Prose html={html} onGo={go} onFollow={navigate} />
      </div>
    </div>
  );
}
