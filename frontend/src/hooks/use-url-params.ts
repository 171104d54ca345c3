import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router';

type Change = (params: URLSearchParams) => URLSearchParams;

/**
 * The URL's query parameters, and a function that changes them. The address changes at once, but the page of it can be
 * rendered later: a change begins with the parameters of the address, because those of the page shown would undo the change
 * before it. A change that comes late, when another page is already loading, is dropped: it would pull people back.
 */
export function useUrlParams(): [URLSearchParams, (change: Change, options: NavigateOptions) => void] {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const change = (changed: Change, options: NavigateOptions) => {
    if (window.location.pathname !== new URL(pathname, window.location.origin).pathname) return;
    void navigate(`?${changed(new URLSearchParams(window.location.search))}`, options);
  };
  return [params, change];
}
