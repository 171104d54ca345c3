import { Link, useLocation } from 'react-router';
import { paths } from '../../paths';
import { SearchIcon } from '../../ui/icons';
import { SearchBox } from './search-box';

/** On the search page itself, the box is part of the page. */
const useIsSearchPage = () => useLocation().pathname === paths.search;

/** The search box of wide screens. */
export function HeaderSearch() {
  return useIsSearchPage() ? null : <SearchBox className="hidden w-56 xl:block" />;
}

/** Leads to the search page where the header has no room for the box. */
export function SearchLink() {
  return useIsSearchPage() ? null : (
    <Link
      to={paths.search}
      aria-label="Search the site"
      className="ms-auto grid size-11 place-items-center rounded-md text-ink md:order-last md:ms-0 xl:hidden"
    >
      <SearchIcon className="size-6" />
    </Link>
  );
}
