import { SelectField, type SelectFieldProps } from '../../ui/fields/select-field';

interface FilterSelectProps<Name extends string> extends Pick<SelectFieldProps, 'label' | 'options' | 'className'> {
  /** The filter's name in the URL. */
  name: Name;
  value: string;
  setFilters: (changes: Partial<Record<Name, string>>) => void;
}

/** Chooses the value of one filter of a list. */
export function FilterSelect<Name extends string>({ name, setFilters, ...field }: FilterSelectProps<Name>) {
  return (
    <SelectField
      {...field}
      onChange={({ target }) => setFilters({ [name]: target.value } as Partial<Record<Name, string>>)}
    />
  );
}
