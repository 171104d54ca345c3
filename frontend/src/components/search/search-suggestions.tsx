import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { searchSiteOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { SearchGroupDto, SearchHitDto } from '../../api/generated/types.gen';
import { useDebounced } from '../../hooks/use-debounced';
import { Badge } from '../../ui/badge';
import { cx } from '../../ui/cx';
import { GROUP_TITLES, WARNINGS } from './search-hits';

/** Shorter text matches too much to be worth suggesting. */
const TYPED_MIN = 2;
const HITS_OF_GROUP = 3;

/**
 * Turns a search field into a combobox with grouped suggestions, after the ARIA Authoring Practices Guide. The focus stays
 * in the field: arrow keys move through the list, Enter opens the active suggestion or all results, Escape closes the list.
 * It listens to the field instead of rendering it, so that loading these suggestions changes nothing under the cursor.
 */
export function SearchSuggestions({ field }: { field: HTMLInputElement }) {
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState(field.value);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const q = useDebounced(typed);
  const { data } = useQuery({
    ...searchSiteOptions({ query: { q } }),
    enabled: isOpen && q.length >= TYPED_MIN,
    placeholderData: keepPreviousData,
  });
  const groups = typed.trim().length < TYPED_MIN ? [] : (data?.groups ?? []).map(first);
  const hits = groups.flatMap((group) => group.hits);
  const isShown = isOpen && hits.length > 0;
  const current = isShown ? hits[active] : undefined;
  const optionId = (hit: SearchHitDto) => `${id}-${hits.indexOf(hit)}`;

  const open = ({ path }: Pick<SearchHitDto, 'path'>) => {
    setOpen(false);
    field.value = '';
    setTyped('');
    navigate(path);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const move = (to: number) => {
      event.preventDefault();
      setOpen(true);
      setActive(hits.length === 0 ? -1 : (to + hits.length) % hits.length);
    };
    if (event.key === 'ArrowDown') move(isShown ? active + 1 : 0);
    else if (event.key === 'ArrowUp') move(isShown && active >= 0 ? active - 1 : hits.length - 1);
    else if (event.key === 'Enter' && current) {
      event.preventDefault();
      open(current);
    } else if (event.key === 'Enter') setOpen(false);
    else if (event.key === 'Escape' && isShown) {
      event.preventDefault();
      setOpen(false);
    }
  };
  const onInput = () => {
    setTyped(field.value);
    setActive(-1);
    setOpen(true);
  };
  useListeners(field, { keydown: onKeyDown, input: onInput, click: () => setOpen(true), blur: () => setOpen(false) });

  useAttributes(field, {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': String(isShown),
    'aria-controls': id,
    'aria-activedescendant': current ? optionId(current) : null,
  });
  // What was typed while this loaded, to the last letter: some may have come after the first rendering.
  useEffect(() => {
    setTyped(field.value);
    setOpen(field.value !== field.defaultValue);
  }, [field]);
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, id]);

  return (
    <>
      <div
        id={id}
        role="listbox"
        aria-label="Suggestions"
        hidden={!isShown}
        className="absolute end-0 top-full z-40 mt-1 max-h-[70vh] w-full overflow-y-auto in-[header]:w-96 overscroll-contain rounded-md border border-edge bg-surface py-1 shadow-raised"
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
          <div key={group.kind} role="group" aria-label={GROUP_TITLES[group.kind]}>
            <div aria-hidden="true" className="px-3 pt-2 text-xs font-semibold text-ink-soft">
              {GROUP_TITLES[group.kind]}
            </div>
            {group.hits.map((hit) => (
              <Suggestion key={hit.path} id={optionId(hit)} hit={hit} isActive={hit === current} onChoose={open} />
            ))}
          </div>
        ))}
      </div>
      <span role="status" className="sr-only">
        {isOpen && data && typed.trim().length >= TYPED_MIN ? statusOf(hits.length, data.spelling) : ''}
      </span>
    </>
  );
}

const first = (group: SearchGroupDto): SearchGroupDto => ({ ...group, hits: group.hits.slice(0, HITS_OF_GROUP) });

function statusOf(count: number, spelling: string | null): string {
  const suggestions = count === 1 ? '1 suggestion' : `${count === 0 ? 'No' : count} suggestions`;
  return spelling === null ? suggestions : `${suggestions} for “${spelling}”`;
}

interface SuggestionProps {
  id: string;
  hit: SearchHitDto;
  isActive: boolean;
  onChoose: (hit: SearchHitDto) => void;
}

function Suggestion({ id, hit, isActive, onChoose }: SuggestionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(hit)}
      className={cx(
        'cursor-pointer px-3 py-2 hover:bg-pine-soft',
        isActive && 'bg-pine-soft outline-2 -outline-offset-2 outline-pine',
      )}
    >
      <span className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
        {hit.title}
        {hit.warning && <Badge tone="clay">{WARNINGS[hit.warning]}</Badge>}
      </span>
      <span className="line-clamp-3 text-sm text-ink-soft wrap-anywhere">{hit.text}</span>
    </div>
  );
}

function useListeners(element: HTMLElement, listeners: Readonly<Record<string, (event: KeyboardEvent) => void>>): void {
  const latest = useRef(listeners);
  latest.current = listeners;
  useEffect(() => {
    const names = Object.keys(latest.current);
    const listen = (event: Event) => latest.current[event.type]?.(event as KeyboardEvent);
    for (const name of names) element.addEventListener(name, listen);
    return () => {
      for (const name of names) element.removeEventListener(name, listen);
    };
  }, [element]);
}

function useAttributes(element: HTMLElement, attributes: Readonly<Record<string, string | null>>): void {
  useEffect(() => {
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) element.removeAttribute(name);
      else element.setAttribute(name, value);
    }
  });
}
