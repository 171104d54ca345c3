import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DomainError, type ErrorKind } from '../../src/domain/shared/domain-error.js';
import { readSiteContent } from '../../src/modules/site/site-content.js';
import { problemOf } from '../../src/platform/http/problem.js';

const root = join(import.meta.dirname, '../../..');
const { problems, groups } = readSiteContent(join(root, 'content')).problems;

const sources = readdirSync(join(root, 'backend/src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, text: readFileSync(join(root, 'backend/src', file), 'utf8') }));

/** Codes with the statuses that they are answered with; null for a line of a bulk file, which has none. */
const answered = new Map<string, Set<number | null>>();
function note(code: string, status: number | null): void {
  answered.set(code, (answered.get(code) ?? new Set()).add(status));
}

for (const { text } of sources) {
  for (const [, kind, code = ''] of text.matchAll(/super\(\s*'([a-z-]+)',\s*'([a-z0-9-]+)'/g)) {
    note(code, problemOf(new DomainError(kind as ErrorKind, code, ''), '').status);
  }
  for (const [, code = ''] of text.matchAll(/\brefused\(\s*'([a-z0-9-]+)'/g)) note(code, null);
}
for (let statusCode = 400; statusCode < 600; statusCode += 1) {
  const { type, status } = problemOf({ statusCode }, '');
  note(type.replace('/problems/', ''), status);
}

describe('content/problems.json', () => {
  it.each([...answered])('explains %s', (code, statuses) => {
    expect(Object.keys(problems)).toContain(code);
    expect([...statuses]).toContain(problems[code]?.status ?? null);
  });

  it.each(Object.keys(problems))('has %s because something answers with it', (code) => {
    expect([...answered.keys()]).toContain(code);
  });

  it.each(Object.entries(problems))('puts %s into a group that exists', (_, { group }) => {
    expect(groups.map(({ id }) => id)).toContain(group);
  });
});

it('every error in the source names its code where it can be read', () => {
  const unread = sources.filter(({ text }) => {
    const classes = text.match(/ extends DomainError\b/g)?.length ?? 0;
    return (
      classes !== [...text.matchAll(/super\(\s*'[a-z-]+',\s*'[a-z0-9-]+'/g)].length || /new DomainError\(/.test(text)
    );
  });
  expect(unread.map(({ file }) => file)).toEqual([]);
});
