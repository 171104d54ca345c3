import { type MouseEvent, useEffect, useRef, useState } from 'react';
import type { CoaSort, PanelsFilter, RuleVerdict, SampledBy } from '../../api/generated/types.gen';
import { SAMPLED_BY } from '../../components/coa-registry/printed-sample';
import { findOption } from '../../hooks/use-filters';
import { useUrlParams } from '../../hooks/use-url-params';
import { paths } from '../../paths';

export const SORTS: readonly { value: CoaSort; label: string }[] = [
  { value: 'newest', label: 'Newest test first' },
  { value: 'oldest', label: 'Oldest test first' },
  { value: 'strongest', label: 'Most THC first' },
  { value: 'mildest', label: 'Least THC first' },
];

/** In days, as the API and the address have them. */
export const PERIODS = [
  { value: '', label: 'Any time' },
  { value: '183', label: 'In the last 6 months' },
  { value: '365', label: 'In the last 12 months' },
];

export const PANELS: readonly { value: PanelsFilter | ''; label: string }[] = [
  { value: '', label: 'Any' },
  { value: 'complete', label: 'All four reported' },
];

export const SAMPLERS: readonly { value: SampledBy | ''; label: string }[] = [
  { value: '', label: 'Any' },
  ...Object.entries(SAMPLED_BY).map(([value, label]) => ({ value: value as SampledBy, label })),
];

export const VERDICTS: readonly { value: RuleVerdict; label: string }[] = [
  { value: 'above', label: 'Above it' },
  { value: 'not_above', label: 'Not above it' },
  { value: 'cannot_tell', label: "Can't tell" },
  { value: 'not_tested', label: 'Not tested' },
];

export type FilterName = 'brand' | 'testedWithinDays' | 'panels' | 'sampledBy' | 'rule' | 'verdict' | 'sort';

const SEARCH_DELAY_MS = 250;

/**
 * Filters are URL parameters, so views can be shared and the back button works. Typing updates the URL after a delay.
 */
export function useCertificateFilters() {
  const [params, change] = useUrlParams();
  const search = params.get('search') ?? '';
  const [typed, setTyped] = useState(search);
  const set = (changes: Record<string, string>) =>
    change(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) value ? after.set(name, value) : after.delete(name);
        after.delete('cursor');
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  const setLater = useRef(set);
  setLater.current = set;
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => setLater.current({ search: text.trim() }), SEARCH_DELAY_MS);
  };
  /** A link has changed the address. Setting the search as well could undo that on a slow device. */
  const showEmpty = () => {
    clearTimeout(pause.current);
    setTyped('');
  };

  const brand = params.get('brand') ?? undefined;
  const sort = findOption(SORTS, params.get('sort'));
  const period = findOption(PERIODS, params.get('testedWithinDays')) || undefined;
  const panels = findOption(PANELS, params.get('panels')) || undefined;
  const sampledBy = findOption(SAMPLERS, params.get('sampledBy')) || undefined;
  const rule = params.get('rule') || undefined;
  const verdict = rule === undefined ? undefined : findOption(VERDICTS, params.get('verdict'));
  const linkTo = (parameters: Record<string, string | undefined>) => ({
    to: hrefOf(parameters),
    replace: true,
    preventScrollReset: true,
    onClick: showEmpty,
  });
  const filtered = { search, brand, testedWithinDays: period, panels, sampledBy, rule, verdict, sort };
  const chip = (name: string, value: string | undefined, without: Partial<typeof filtered>) => ({
    name,
    value: value ?? '',
    isActive: value !== undefined,
    link: { to: hrefOf({ ...filtered, ...without }), replace: true, preventScrollReset: true },
  });
  /** Each filter with the props of a link to the list without it. */
  const chips = [
    chip('Brand', brand, { brand: undefined }),
    chip('Tested', period && labelIn(PERIODS, period), { testedWithinDays: undefined }),
    chip('Contaminant panels', panels && labelIn(PANELS, panels), { panels: undefined }),
    chip('Who picked the can', sampledBy && labelIn(SAMPLERS, sampledBy), { sampledBy: undefined }),
    chip(labelIn(VERDICTS, verdict ?? 'above'), rule, { rule: undefined, verdict: undefined }),
  ];
  const narrowing = [brand, period, panels, sampledBy, rule].filter((filter) => filter !== undefined).length;
  return {
    typed,
    query: {
      search: search || undefined,
      brand,
      testedWithinDays: period === undefined ? undefined : Number(period),
      panels,
      sampledBy,
      rule,
      verdict,
      sort,
    },
    /** Number of active filters besides the search. */
    active: narrowing + Number(sort !== undefined && sort !== 'newest'),
    isFiltered: search !== '' || narrowing > 0,
    type,
    /** On a slow device the delay may end after the click but before the router reports the navigation. */
    leave: (event: MouseEvent) => {
      if ((event.target as Element).closest('a')) clearTimeout(pause.current);
    },
    /** A rule comes with a verdict, and the address leaves out the usual order. */
    set: (name: FilterName, value: string) => {
      if (name === 'rule') set({ rule: value, verdict: value && (verdict ?? 'above') });
      else set({ [name]: name === 'sort' && value === 'newest' ? '' : value });
    },
    /** Where the list begins, for browsers that load the next page instead of more rows. */
    from: params.get('cursor') ?? undefined,
    /** Props of a link to this list from a row on. */
    hrefFrom: (cursor?: string) => hrefOf({ ...filtered, cursor }),
    /** Props of a link to one brand's certificates, or to all brands': the brand replaces the search. */
    linkToBrand: (name: string) => linkTo({ ...filtered, search: undefined, brand: name }),
    chips: chips.filter((chip) => chip.isActive),
    /** Props of a link to the list without search and filters. */
    linkToAll: () => linkTo({ sort }),
  };
}

const labelIn = (options: readonly { value: string; label: string }[], value: string) =>
  options.find((option) => option.value === value)?.label ?? value;

function hrefOf(parameters: Record<string, string | undefined>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length === 0 ? paths.coas : `${paths.coas}?${new URLSearchParams(given)}`;
}
