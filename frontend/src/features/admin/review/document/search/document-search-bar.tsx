import type { KeyboardEvent } from 'react';
import { errorMessage } from '../../../../../api/api';
import { StepButton } from '../../../../../components/documents/step-button';
import { Button } from '../../../../../ui/button';
import { SearchField } from '../../../../../ui/fields/search-field';
import { ChevronDownIcon } from '../../../../../ui/icons';
import { MAX_MATCHES } from './page-search';
import type { DocumentSearch } from './use-document-search';

/** A shortcut focuses the field by its ID. */
export const DOCUMENT_SEARCH_ID = 'document-search';

/** No one searches for longer texts, and they would make slow patterns. */
const MAX_QUERY = 100;

/** Finds text on all pages. Enter goes to the next match, Shift and Enter to the previous one. */
export function DocumentSearchBar({ search }: { search: DocumentSearch }) {
  const { query, matches, go } = search;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      go(event.shiftKey ? -1 : 1);
    }
    // Without text, Escape leaves the field, so that single keys work again.
    if (event.key === 'Escape' && query === '') event.currentTarget.blur();
  };
  return (
    <div className="stack gap-1">
      <div className="flex items-center gap-2">
        <SearchField
          id={DOCUMENT_SEARCH_ID}
          label="Search in the PDF"
          hideLabel
          placeholder="Search in the PDF"
          maxLength={MAX_QUERY}
          aria-keyshortcuts="/"
          className="flex-1"
          value={query}
          onValueChange={search.setQuery}
          onFocus={search.start}
          onKeyDown={onKeyDown}
        />
        <StepButton
          label="Previous match"
          icon={<ChevronDownIcon className="size-5 rotate-180" />}
          isOff={matches.length === 0}
          onClick={() => go(-1)}
        />
        <StepButton label="Next match" icon={<ChevronDownIcon />} isOff={matches.length === 0} onClick={() => go(1)} />
      </div>
      {search.error ? (
        <p role="alert" className="flex flex-wrap items-center gap-x-3 text-sm text-clay">
          {errorMessage(search.error)}
          <Button size="sm" variant="quiet" onClick={search.retry}>
            Try again
          </Button>
        </p>
      ) : (
        <p role="status" className="text-sm text-ink-soft empty:hidden">
          {countOf(search)}
        </p>
      )}
    </div>
  );
}

function countOf({ query, isLoading, matches, current, hasText }: DocumentSearch): string {
  if (!query.trim()) return '';
  if (isLoading) return 'Searching…';
  if (!hasText) return 'This PDF has no text to search. It may be a scan.';
  if (matches.length === 0) return 'Not found in the PDF.';
  const count = matches.length === MAX_MATCHES ? `the first ${MAX_MATCHES}` : String(matches.length);
  if (current >= 0) return `${current + 1} of ${count}, on page ${matches[current]?.page}`;
  return `${count} found. Press Enter to see ${matches.length === 1 ? 'it' : 'the first'}.`;
}
