declare global {
  interface Window {
    /** Buttons pressed before hydration, collected by frontend/start.js. */
    earlyClicks?: HTMLButtonElement[];
  }
}

type FormControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Hands the components what the visitor typed, chose and pressed before the page was hydrated: hydration keeps the text in
 * the fields but not in the components, and buttons did nothing yet.
 */
export function replayEarlyInput(root: HTMLElement): void {
  const fields = [...root.querySelectorAll<FormControl>('input, textarea, select')];
  for (const replay of fields.flatMap(changeOf)) replay();
  const clicks = window.earlyClicks ?? [];
  delete window.earlyClicks;
  for (const button of clicks) if (button.isConnected) button.click();
}

/** @returns repeats the visitor's change as an event, or nothing if there was none */
function changeOf(field: FormControl): (() => void)[] {
  if (field instanceof HTMLSelectElement) {
    const { value } = field;
    const initial = [...field.options].find((option) => option.defaultSelected) ?? field.options[0];
    return value === initial?.value ? [] : [() => change(field, HTMLSelectElement.prototype, 'value', value, 'change')];
  }
  if (field instanceof HTMLTextAreaElement) {
    const { value } = field;
    return value === field.defaultValue
      ? []
      : [() => change(field, HTMLTextAreaElement.prototype, 'value', value, 'input')];
  }
  if (field.type === 'checkbox' || field.type === 'radio') {
    return field.checked && !field.defaultChecked ? [() => press(field)] : [];
  }
  const { value } = field;
  return value === field.defaultValue ? [] : [() => change(field, HTMLInputElement.prototype, 'value', value, 'input')];
}

/**
 * React ignores an event whose value it has seen. Setting the value through the prototype, after clearing it through the
 * field itself, makes the visitor's value new.
 */
function change(field: FormControl, prototype: object, property: 'value', value: string, event: 'input' | 'change') {
  field[property] = '';
  Object.getOwnPropertyDescriptor(prototype, property)?.set?.call(field, value);
  field.dispatchEvent(new Event(event, { bubbles: true }));
}

function press(field: HTMLInputElement) {
  field.checked = false;
  field.click();
}
