import { CheckIcon } from '../icons';
import { Choice, type ChoiceOption, FieldGroup, type FieldProps } from './field';

interface CheckboxGroupProps extends Pick<FieldProps, 'hint' | 'error' | 'className'> {
  legend: string;
  /** Shared by all checkboxes: `FormData.getAll(name)` returns the selection. */
  name: string;
  options: readonly ChoiceOption[];
  defaultValue?: readonly string[];
  /** Gets all that is chosen, after each change. */
  onValuesChange?: (values: string[]) => void;
  required?: boolean;
}

/** Multiple choice. */
export function CheckboxGroup({ name, options, defaultValue = [], onValuesChange, ...group }: CheckboxGroupProps) {
  return (
    <FieldGroup {...group} onChange={(event) => onValuesChange?.(chosenIn(event.currentTarget))}>
      <div className="grid gap-2">
        {options.map((option) => (
          <Choice key={option.value} option={option}>
            <span className="relative mt-1 size-4 shrink-0">
              <input
                type="checkbox"
                name={name}
                value={option.value}
                defaultChecked={defaultValue.includes(option.value)}
                className="peer size-4 appearance-none rounded-sm border border-edge bg-surface checked:border-pine checked:bg-pine focus-visible:outline-none"
              />
              <CheckIcon className="pointer-events-none absolute inset-0 hidden size-4 text-on-pine peer-checked:block" />
            </span>
          </Choice>
        ))}
      </div>
    </FieldGroup>
  );
}

const chosenIn = (group: HTMLFieldSetElement): string[] =>
  [...group.querySelectorAll<HTMLInputElement>('input:checked')].map(({ value }) => value);
