const HERE = 'http://here.invalid';

/** Prevents open redirects: parses the path as browsers do, and returns "/" unless it stays on this site. */
export function localPath(next: unknown): string {
  if (typeof next !== 'string' || !next.startsWith('/') || !URL.canParse(next, HERE)) return '/';
  const { origin, pathname, search, hash } = new URL(next, HERE);
  return origin === HERE && !pathname.startsWith('//') ? pathname + search + hash : '/';
}
