import { useEffect, useRef } from 'react';
import { type NavigateOptions, useLocation, useSearchParams } from 'react-router';

type Change = (params: URLSearchParams) => URLSearchParams;

/**
 * The URL's query parameters, and a function that changes them. Until the changed page is rendered, the router hands the
 * parameters from before the change to the next one, which would undo it: here changes in quick succession add up.
 */
export function useUrlParams(): [URLSearchParams, (change: Change, options: NavigateOptions) => void] {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const latest = useRef(params);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation that ends elsewhere drops pending changes, even where the parameters stay the same
  useEffect(() => {
    latest.current = params;
  }, [params, location]);
  return [
    params,
    (change, options) => {
      latest.current = change(latest.current);
      setParams(latest.current, options);
    },
  ];
}
