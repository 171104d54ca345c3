import { TextField } from '../../ui/fields/text-field';

/** The code of a second factor. */
export function CodeField({ hint, autoFocus }: { hint?: string; autoFocus?: boolean }) {
  return (
    <TextField
      label="Code"
      name="code"
      required
      autoFocus={autoFocus}
      maxLength={40}
      autoComplete="one-time-code"
      autoCapitalize="none"
      hint={hint}
    />
  );
}
