import { useQuery } from '@tanstack/react-query';
import type { ChangeEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { listBrandsOptions, listRulesOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { BrandDto, RuleDto } from '../../api/generated/types.gen';
import { TextLink } from '../../components/links';
import { paths } from '../../paths';
import { Badge } from '../../ui/badge';
import { Collapsible } from '../../ui/collapsible';
import { SelectField } from '../../ui/fields/select-field';
import { ChevronDownIcon, CloseIcon } from '../../ui/icons';
import {
  type FilterName,
  PANELS,
  PERIODS,
  SAMPLERS,
  SORTS,
  type useCertificateFilters,
  VERDICTS,
} from './use-certificate-filters';

type CertificateFilters = ReturnType<typeof useCertificateFilters>;

interface FilterProps {
  filters: CertificateFilters;
  /** Whether the visitor has used the filters. Data that only the filters need is loaded then. */
  isUsed: boolean;
}

/** @param usual the value without a filter */
const fieldOf = (filters: CertificateFilters, name: FilterName, usual = '') => ({
  name,
  value: String(filters.query[name] ?? usual),
  onChange: ({ target }: ChangeEvent<HTMLSelectElement>) => filters.set(name, target.value),
});

export function FilterFields({ filters, isUsed }: FilterProps) {
  const brands = useQuery(listBrandsOptions());
  return (
    <Filters active={filters.active}>
      <SelectField
        label="Brand"
        {...fieldOf(filters, 'brand')}
        options={[
          { value: '', label: 'All brands' },
          ...(brands.data ?? []).map(({ brandName }) => ({ value: brandName, label: brandName })),
        ]}
      />
      <SelectField label="Tested" {...fieldOf(filters, 'testedWithinDays')} options={PERIODS} />
      <SelectField label="Contaminant panels" {...fieldOf(filters, 'panels')} options={PANELS} />
      <SelectField label="Who picked the can" {...fieldOf(filters, 'sampledBy')} options={SAMPLERS} />
      <RuleFields filters={filters} isUsed={isUsed} />
      <SelectField label="Order" {...fieldOf(filters, 'sort', 'newest')} options={SORTS} />
      <div className="md:col-span-3">
        <BrandGrid brands={brands.data ?? []} chosen={filters.query.brand} linkTo={filters.linkToBrand} />
      </div>
    </Filters>
  );
}

/** The rules are not part of the page: without JavaScript, the page of each rule links to its certificates. */
function RuleFields({ filters, isUsed }: FilterProps) {
  const rules = useQuery({ ...listRulesOptions(), enabled: isUsed });
  const { rule = '' } = filters.query;
  const isCompared = ({ state, forComparison, noVerdictReason }: RuleDto) =>
    state !== 'ended' && !forComparison && noVerdictReason === null;
  const current = (rules.data ?? []).filter(isCompared);
  const options = current.map(({ id, title }) => ({ value: id, label: title }));
  const isListed = rule === '' || options.some(({ value }) => value === rule);
  return (
    <>
      <SelectField
        label="Compared with a rule"
        {...fieldOf(filters, 'rule')}
        options={[{ value: '', label: 'Any' }, ...options, ...(isListed ? [] : [{ value: rule, label: rule }])]}
      />
      {rule !== '' && <SelectField label="Result" {...fieldOf(filters, 'verdict', 'above')} options={VERDICTS} />}
      {rule !== '' && (
        <p className="text-sm text-ink-soft md:col-span-3">
          Arithmetic on the labs' figures, compared with{' '}
          <TextLink to={paths.rule(rule)}>this rule as we read it</TextLink>. Not legal advice.
        </p>
      )}
    </>
  );
}

/** The active filters, each with a link that removes it. Links work before scripts do, and without them. */
export function ActiveFilters({ filters: { chips, query } }: Pick<FilterProps, 'filters'>) {
  const rules = useQuery({ ...listRulesOptions(), enabled: query.rule !== undefined });
  const titleOf = (value: string) => rules.data?.find(({ id }) => id === value)?.title ?? value;
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="flex flex-wrap gap-2">
      {chips.map(({ name, value, link }) => (
        <li key={name} className="min-w-0">
          <Link
            {...link}
            className="flex min-h-11 items-center gap-2 rounded-md border border-pine bg-pine-soft px-3 py-1 text-sm wrap-anywhere no-underline hover:border-ink"
          >
            <span className="sr-only">Take out </span>
            <span>
              {name}: {titleOf(value)}
            </span>
            <CloseIcon className="size-4 shrink-0" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Behind `<details>` on a phone, next to the search on wide screens. */
function Filters({ active, children }: { active: number; children: ReactNode }) {
  return (
    <>
      <details className="group/filters peer/filters absolute end-0 -top-1.5 md:hidden">
        <summary className="flex min-h-11 list-none items-center gap-2 rounded-md ps-3 text-sm font-medium text-pine">
          Filters
          {active > 0 && (
            <Badge tone="pine">
              {active}
              <span className="sr-only"> active</span>
            </Badge>
          )}
          <ChevronDownIcon className="size-5 transition-transform duration-150 group-open/filters:rotate-180" />
        </summary>
      </details>
      <div className="hidden gap-4 peer-open/filters:grid md:contents md:peer-open/filters:contents">{children}</div>
    </>
  );
}

function BrandGrid(props: {
  brands: readonly BrandDto[];
  chosen: string | undefined;
  linkTo: CertificateFilters['linkToBrand'];
}) {
  return (
    <Collapsible summary="Browse by brand">
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-4">
        {props.brands.map(({ id, brandName, coaCount }) => (
          <li key={id}>
            <Link
              {...props.linkTo(brandName)}
              aria-current={brandName === props.chosen ? 'true' : undefined}
              className="flex min-h-11 w-full items-baseline justify-between gap-2 rounded-md border border-rule bg-surface px-3 py-2 text-start text-sm no-underline hover:border-pine aria-[current]:border-pine aria-[current]:bg-pine-soft"
            >
              <span className="min-w-0 wrap-anywhere">{brandName}</span>
              <span className="text-ink-soft">
                {coaCount}
                <span className="sr-only"> {coaCount === 1 ? 'certificate' : 'certificates'}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Collapsible>
  );
}
