import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = join(import.meta.dirname, '../../src');
const PLATFORM = join(SOURCE, 'platform');

/** Words of context names that also mean something else: the outbox, the audit log, `max-age`, `EmailTemplateRegistry`, `URL.search`, the OpenAPI document. */
const GENERIC = ['mail', 'audit', 'shared', 'age', 'registry', 'search', 'document'];

/** Folder names of the contexts, and what the contexts are about. */
const CONTEXT_WORDS = new Set([
  ...readdirSync(join(SOURCE, 'domain'))
    .flatMap(wordsOf)
    .filter((word) => !GENERIC.includes(word)),
  'article',
  'brand',
  'certificate',
  'coa',
  'lab',
  'laboratory',
  'analyte',
  'submission',
  'submitter',
  'subscriber',
  'subscription',
  'administrator',
]);

interface Exception {
  readonly words: readonly string[];
  readonly why: string;
}

const ACCESS = 'Contexts mark their routes for staff or partners, and may not import the contexts that sign those in';
const EXAMPLE = 'An example in the OpenAPI document';

const ALLOWED: Readonly<Record<string, Exception>> = {
  'config.ts': {
    words: ['lab', 'newsletter', 'partner', 'staff', 'webhook'],
    why: 'Reads the whole environment in one place',
  },
  'email/email-layout.ts': { words: ['lab'], why: 'Says in every email what this site is' },
  'http/access.ts': { words: ['administrator', 'lab', 'partner', 'staff'], why: ACCESS },
  'http/api-problems.ts': { words: ['lab', 'partner'], why: ACCESS },
  'http/idempotency.ts': { words: ['lab', 'partner'], why: ACCESS },
  'http/email-preview.ts': { words: ['certificate'], why: EXAMPLE },
  'http/paging.ts': { words: ['coa'], why: EXAMPLE },
};

function wordsOf(text: string): string[] {
  const words = text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').match(/[A-Za-z]+/g) ?? [];
  return words.map((word) =>
    word
      .toLowerCase()
      .replace(/ies$/, 'y')
      .replace(/(?<!s)s$/, ''),
  );
}

/** Comments may explain with examples. Code may not: it would have to change with a context. */
const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');

const files = readdirSync(PLATFORM, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.replaceAll('\\', '/'));

describe('the platform', () => {
  it.each(files)('names no context: %s', (file) => {
    const code = withoutComments(readFileSync(join(PLATFORM, file), 'utf8'));
    const allowed = ALLOWED[file]?.words ?? [];
    const found = new Set(wordsOf(code).filter((word) => CONTEXT_WORDS.has(word) && !allowed.includes(word)));
    expect([...found].sort()).toEqual([]);
  });

  it.each(files)('names no route of the API: %s', (file) => {
    const code = withoutComments(readFileSync(join(PLATFORM, file), 'utf8'));
    const routes = code.match(/\/api\/[\w-]+|(?<=\\\/api\\\/)[\w(-]+/g) ?? [];
    expect(routes.filter((route) => ALLOWED[file]?.why !== EXAMPLE || route !== '/api/coa')).toEqual([]);
  });

  it('uses every exception', () => {
    const unused = Object.entries(ALLOWED).flatMap(([file, { words }]) => {
      const code = new Set(wordsOf(withoutComments(readFileSync(join(PLATFORM, file), 'utf8'))));
      return words.filter((word) => !code.has(word)).map((word) => `${file}: ${word}`);
    });
    expect(unused).toEqual([]);
  });
});
