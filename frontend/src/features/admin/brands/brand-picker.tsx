import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../../api/api';
import { searchStaffBrandsOptions } from '../../../api/generated/@tanstack/react-query-staff.gen';
import type { StaffBrandDto } from '../../../api/generated/types.gen';
import { useDebounced } from '../../../hooks/use-debounced';
import { Combobox } from '../../../ui/fields/combobox';
import { counted } from '../../../ui/text/counted';

/** One more than is shown, to know whether there are more. */
const LIMIT = 21;

interface BrandPickerProps {
  label: string;
  /** The brand that can't be chosen. */
  except: number;
  chosen: StaffBrandDto | null;
  onChoose: (brand: StaffBrandDto | null) => void;
  error?: string;
}

/** Finds a brand by part of its name. Verified state and certificate count tell records of similar names apart. */
export function BrandPicker({ label, except, chosen, onChoose, error }: BrandPickerProps) {
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed);
  const isSearching = search !== '' && search !== chosen?.brandName;
  const brands = useQuery({
    ...searchStaffBrandsOptions({ query: { search, limit: LIMIT } }),
    enabled: isSearching,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const found = isSearching ? (brands.data ?? []).filter(({ id }) => id !== except) : [];
  const shown = found.slice(0, LIMIT - 1);
  return (
    <Combobox
      label={label}
      required
      maxLength={120}
      hint="Type part of its name, then choose it from the list."
      value={typed}
      onValueChange={(value) => {
        setTyped(value);
        onChoose(null);
      }}
      options={shown.map((brand) => ({
        id: String(brand.id),
        label: brand.brandName,
        description: [
          brand.verified ? 'Verified' : 'Not verified',
          counted(brand.coaCount, 'certificate'),
          ...(brand.website ? [brand.website] : []),
        ].join(' · '),
      }))}
      chosenId={chosen && String(chosen.id)}
      onChoose={(id) => {
        const brand = found.find((one) => String(one.id) === id);
        if (!brand) return;
        setTyped(brand.brandName);
        onChoose(brand);
      }}
      status={statusOf()}
      error={error}
    />
  );

  function statusOf(): string {
    if (chosen) return `${chosen.brandName} is chosen.`;
    if (!isSearching) return '';
    if (brands.isError) return errorMessage(brands.error);
    if (brands.isPending) return 'Searching…';
    if (shown.length === 0) return `No other brand name contains “${search}”.`;
    if (found.length > shown.length)
      return `The first ${shown.length} brands. Type more of the name to narrow it down.`;
    return `${counted(shown.length, 'brand')} found.`;
  }
}
