import { type SyntheticEvent, useReducer, useState } from 'react';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export interface FormError {
  /** Whether the form or the server found it. */
  readonly type?: string;
  readonly message: string;
}

export type FormErrors<Values> = { readonly [Name in keyof Values]?: FormError };

/** Checks a form's values. @returns the values to send, or what is wrong with them */
export type Resolver<Values> = (values: Values) => Checked<Values> | Promise<Checked<Values>>;

type Checked<Values> = { readonly values: Values } | { readonly errors: FormErrors<Values> };

interface FormOptions<Values> {
  readonly resolver: Resolver<Values>;
  readonly defaultValues: Values;
  /** What was wrong with the form when it was sent without scripts. */
  readonly errors?: FormErrors<Values>;
}

type Name<Values> = keyof Values & string;

interface Registered {
  readonly ref: (control: Control | null) => void;
  readonly onChange: () => void;
  /** The value that the control's text stands for. */
  readonly read: (text: string) => unknown;
}

/**
 * The state of a form. Its values are in the controls, which the server rendered. They are checked when the form is sent,
 * and from then on each time they change.
 */
class FormState<Values extends object> {
  private readonly controls = new Map<string, Control>();
  private readonly registered = new Map<string, Registered>();
  private isSent = false;
  readonly defaultValues: Values;
  errors: FormErrors<Values>;

  constructor(
    private readonly options: FormOptions<Values>,
    private readonly render: () => void,
  ) {
    this.defaultValues = options.defaultValues;
    this.errors = options.errors ?? {};
  }

  register(name: Name<Values>, read: (text: string) => unknown = (text) => text) {
    const { ref, onChange } = this.registered.get(name) ?? this.newField(name, read);
    return { name, ref, onChange };
  }

  private newField(name: Name<Values>, read: (text: string) => unknown): Registered {
    const field = {
      ref: (control: Control | null) => {
        if (control) this.controls.set(name, control);
        else this.controls.delete(name);
      },
      onChange: () => void (this.isSent && this.checkOne(name)),
      read,
    };
    this.registered.set(name, field);
    return field;
  }

  getValues(): Values {
    const entered = [...this.controls].map(([name, { value }]) => [name, this.registered.get(name)?.read(value)]);
    return { ...this.defaultValues, ...Object.fromEntries(entered) };
  }

  setValue(name: Name<Values>, value: string | number): void {
    const control = this.controls.get(name);
    if (control) control.value = String(value);
  }

  setFocus(name: Name<Values>): void {
    this.controls.get(name)?.focus();
  }

  setError(name: Name<Values>, error: FormError, { shouldFocus = false } = {}): void {
    this.setErrors({ ...this.errors, [name]: error });
    if (shouldFocus) this.setFocus(name);
  }

  clearErrors(name: Name<Values>): void {
    if (this.errors[name]) this.setErrors(without(this.errors, name));
  }

  private setErrors(errors: FormErrors<Values>): void {
    this.errors = errors;
    this.render();
  }

  private async checkOne(name: Name<Values>): Promise<void> {
    const checked = await this.options.resolver(this.getValues());
    const error = 'errors' in checked ? checked.errors[name] : undefined;
    if (error) this.setError(name, error);
    else this.clearErrors(name);
  }

  /** @returns a listener that sends the form if nothing is wrong with it, and else moves to the first error */
  handleSubmit(send: (values: Values) => void) {
    return async (event: SyntheticEvent) => {
      event.preventDefault();
      const checked = await this.options.resolver(this.getValues());
      this.isSent = true;
      this.setErrors('errors' in checked ? checked.errors : {});
      if ('values' in checked) return send(checked.values);
      const first = [...this.controls.keys()].find((name) => name in checked.errors);
      this.controls.get(first ?? '')?.focus();
    };
  }
}

const without = <Values>(errors: FormErrors<Values>, name: keyof Values): FormErrors<Values> => {
  const { [name]: _, ...others } = errors;
  return others as FormErrors<Values>;
};

export type Form<Values extends object> = FormState<Values>;

/** @param options only those of the first render count */
export function useForm<Values extends object>(options: FormOptions<Values>): Form<Values> {
  const [, render] = useReducer((count: number) => count + 1, 0);
  const [form] = useState(() => new FormState(options, render));
  return form;
}
