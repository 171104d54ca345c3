/** Joins class names. Later utilities do not override earlier ones: callers pass what a component leaves open. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
