import { cx } from '../cx';
import { Choice, type ChoiceOption, FieldGroup, type FieldProps } from './field';

interface RadioGroupProps extends Pick<FieldProps, 'hint' | 'error' | 'hideLabel' | 'className'> {
  legend: string;
  name: string;
  options: readonly ChoiceOption[];
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
  /** Columns from `sm` up; phones get one. `auto`: one row, for short labels. */
  columns?: 1 | 2 | 3 | 'auto';
}

const COLUMNS = {
  1: 'grid grid-cols-1',
  2: 'grid grid-cols-1 sm:grid-cols-2',
  3: 'grid grid-cols-1 sm:grid-cols-3',
  auto: 'flex flex-wrap',
};

/** With `value`, the caller keeps the choice; with `defaultValue`, the browser does. */
export function RadioGroup(props: RadioGroupProps) {
  const { name, options, value, defaultValue, onValueChange, columns = 1, ...group } = props;
  return (
    <FieldGroup {...group} aria-invalid={group.error ? true : undefined}>
      <div className={cx('gap-2', COLUMNS[columns])}>
        {options.map((option) => (
          <Choice key={option.value} option={option}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === undefined ? undefined : value === option.value}
              defaultChecked={value === undefined ? defaultValue === option.value : undefined}
              onChange={() => onValueChange?.(option.value)}
              className="mt-1 size-4 shrink-0 appearance-none rounded-[50%] border border-edge bg-surface checked:border-5 checked:border-pine focus-visible:outline-none"
            />
          </Choice>
        ))}
      </div>
    </FieldGroup>
  );
}
