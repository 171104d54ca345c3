import { useMemo, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { type ApiError, apiErrorOf } from '../api/api';
import { usePageContext } from '../api/page-context';

export interface SubmittedForm<Answer> {
  readonly values: Readonly<Record<string, string>>;
  /** Why the form was not accepted. */
  readonly error?: ApiError;
  /** The API's response to an accepted form. */
  readonly answer?: Answer;
}

/** The page's form as it was sent without scripts; undefined if it was not, or once the visitor went on to another page. */
export function useSubmittedForm<Answer>(): SubmittedForm<Answer> | undefined {
  const { form } = usePageContext();
  const isOpened = useLocation().key === 'default';
  return useMemo(() => {
    if (!form || !isOpened) return undefined;
    const { values, response } = form;
    const { status, body, headers } = response;
    if (status < 400) return { values, answer: body as Answer };
    return { values, error: apiErrorOf({ status, statusText: '', headers: new Headers(headers) }, body) };
  }, [form, isOpened]);
}

/** The messages next to the form's fields. */
export const fieldErrorsOf = (error: ApiError | undefined) =>
  Object.fromEntries((error?.fields ?? []).map(({ field, message }) => [field, { message }]));

/** False while the server renders and during hydration. */
export const useIsHydrated = () =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
