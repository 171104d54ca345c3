import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ChevronRightIcon } from '../ui/icons';

export interface BreadcrumbsProps {
  /** The pages above this one, root first. */
  links: readonly { readonly to: string; readonly label: string }[];
  /** The page itself, not a link. */
  current: ReactNode;
}

export function Breadcrumbs({ links, current }: BreadcrumbsProps) {
  return (
    <nav aria-label="Breadcrumb" className="print:hidden">
      <ol className="breadcrumbs">
        {links.map(({ to, label }) => (
          <li key={to} className="flex items-center gap-1">
            <Link to={to}>{label}</Link>
            <ChevronRightIcon className="size-4 text-edge" />
          </li>
        ))}
        <li aria-current="page" className="min-w-0 wrap-anywhere text-ink">
          {current}
        </li>
      </ol>
    </nav>
  );
}
