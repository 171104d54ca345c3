/** Joins class names. It does not resolve conflicts: later utilities do not override earlier ones. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
