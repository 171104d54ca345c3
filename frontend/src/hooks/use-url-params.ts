import { useEffect, useRef } from 'react';
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router';

type Change = (params: URLSearchParams) => URLSearchParams;

/**
 * The URL's query parameters, and a function that changes them. Until the changed page is rendered, the router hands the
 * parameters from before the change to the next one, which would undo it: here changes in quick succession add up.
 */
export function useUrlParams(): [URLSearchParams, (change: Change, options: NavigateOptions) => void] {
  const [params] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const latest = useRef(params);
  const unfinished = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation that ends elsewhere drops pending changes, even where the parameters stay the same
  useEffect(() => {
    // A page can be shown after the next change has begun.
    if (unfinished.current === 0) latest.current = params;
  }, [params, location]);
  const change = async (changed: Change, options: NavigateOptions) => {
    latest.current = changed(latest.current);
    unfinished.current += 1;
    try {
      await navigate(`?${latest.current}`, options);
    } finally {
      unfinished.current -= 1;
    }
  };
  return [params, change];
}
