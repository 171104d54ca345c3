type FormControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

declare global {
  interface Window {
    /** What was typed and chosen before hydration, collected by frontend/start.js: the text, or whether it is checked. */
    earlyInput?: Map<FormControl, string | boolean>;
    /** Buttons pressed before hydration. */
    earlyClicks?: HTMLButtonElement[];
  }
}

/** Adds what browsers fill in without an event, such as the fields of a page that is opened again. */
export function collectRestoredInput(root: HTMLElement): void {
  const early = window.earlyInput ?? new Map<FormControl, string | boolean>();
  window.earlyInput = early;
  for (const field of root.querySelectorAll<FormControl>('input, textarea, select')) {
    const value = changedValueOf(field);
    if (value !== null && !early.has(field)) early.set(field, value);
  }
}

/**
 * Hands the components what the visitor typed, chose and pressed before the page was hydrated: they start with their
 * own values, and buttons had no effect yet.
 */
export async function replayEarlyInput(): Promise<void> {
  // Outside the effect, React renders each change before the next one: a handler may use the values it was rendered with.
  await null;
  const { earlyInput, earlyClicks = [] } = window;
  delete window.earlyInput;
  delete window.earlyClicks;
  for (const [field, value] of earlyInput ?? []) if (field.isConnected) repeat(field, value);
  for (const button of earlyClicks) if (button.isConnected) button.click();
}

/** @returns null when the field has the value that the server gave it */
function changedValueOf(field: FormControl): string | boolean | null {
  if (field instanceof HTMLSelectElement) {
    const initial = [...field.options].find((option) => option.defaultSelected) ?? field.options[0];
    return field.value === initial?.value ? null : field.value;
  }
  if (field.type === 'hidden') return null;
  if (isChecked(field)) return field.checked === field.defaultChecked ? null : field.checked;
  return field.value === field.defaultValue ? null : field.value;
}

const isChecked = (field: FormControl): field is HTMLInputElement =>
  field.type === 'checkbox' || field.type === 'radio';

function repeat(field: FormControl, value: string | boolean): void {
  if (typeof value === 'boolean') {
    // Another radio button of the group is chosen instead.
    if (!value && field.type === 'radio') return;
    (field as HTMLInputElement).checked = !value;
    field.click();
    return;
  }
  // Its files can't be set by scripts, and the input still has them.
  if (field.type === 'file') field.dispatchEvent(new Event('change', { bubbles: true }));
  else if (field instanceof HTMLSelectElement) setValue(field, HTMLSelectElement.prototype, value, 'change');
  else if (field instanceof HTMLTextAreaElement) setValue(field, HTMLTextAreaElement.prototype, value, 'input');
  else setValue(field, HTMLInputElement.prototype, value, 'input');
}

/**
 * React ignores an event whose value it has seen. Setting the value through the prototype, after clearing it through the
 * field itself, makes the visitor's value new.
 */
function setValue(field: FormControl, prototype: object, value: string, event: 'input' | 'change') {
  // Setting the value moves the caret to the end, but the visitor may be typing elsewhere in it.
  const { selectionStart = null, selectionEnd = null } = field as Partial<HTMLInputElement>;
  const isCaretKept = selectionStart !== null && field.value === value;
  field.value = '';
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(event, { bubbles: true }));
  if (isCaretKept) (field as HTMLInputElement).setSelectionRange(selectionStart, selectionEnd);
}
