import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LINE_CODES } from '../../src/domain/coa-registry/labs/bulk-job.js';
import { DomainError } from '../../src/domain/shared/domain-error.js';
import { type KindAndCode, PROBLEM_CODES } from '../../src/domain/shared/problem-codes.js';
import * as pdfUpload from '../../src/modules/documents/http/pdf-upload.js';
import * as uploadSlots from '../../src/modules/documents/upload-slots.js';
import * as mailTemplates from '../../src/modules/mail/http/mail-template.controller.js';
import { readSiteContent } from '../../src/modules/site/site-content.js';
import * as conditional from '../../src/platform/http/conditional.js';
import * as idempotency from '../../src/platform/http/idempotency.js';
import { problemOf } from '../../src/platform/http/problem.js';
import * as rateLimit from '../../src/platform/http/rate-limit.js';

const { problems, groups } = readSiteContent(join(import.meta.dirname, '../../../content')).problems;

const listed = Object.entries(PROBLEM_CODES).flatMap(([kind, codes]) =>
  codes.map((code) => [kind, code] as KindAndCode),
);
const errorOf = (listedAs: KindAndCode) =>
  new DomainError(...([...listedAs, ''] as ConstructorParameters<typeof DomainError>));

/** Problem codes with their statuses; null for a line of a bulk file, which has no status. */
const answered = new Map<string, Set<number | null>>();
function note(code: string, status: number | null): void {
  answered.set(code, (answered.get(code) ?? new Set()).add(status));
}

for (const [kind, code] of listed) note(code, problemOf(errorOf([kind, code] as KindAndCode), '').status);
for (const code of LINE_CODES) note(code, null);
for (let statusCode = 400; statusCode < 600; statusCode += 1) {
  const { type, status } = problemOf({ statusCode }, '');
  note(type.replace('/problems/', ''), status);
}

describe('content/problems.json', () => {
  it.each([...answered])('explains %s', (code, statuses) => {
    expect(Object.keys(problems)).toContain(code);
    expect([...statuses]).toContain(problems[code]?.status ?? null);
  });

  it.each(Object.entries(problems))(
    'lists %s because the server can return it, in an existing group',
    (code, { group }) => {
      expect([...answered.keys()]).toContain(code);
      expect(groups.map(({ id }) => id)).toContain(group);
    },
  );
});

describe('the list of codes', () => {
  it('has no duplicates', () => {
    const codes = listed.map(([, code]) => code);
    expect(codes.filter((code, i) => codes.indexOf(code) !== i)).toEqual([]);
  });

  it('has no code without an error', async () => {
    const domain = join(import.meta.dirname, '../../src/domain');
    const files = readdirSync(domain, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const modules = await Promise.all(files.map((file) => import(join(domain, file)) as Promise<object>));
    const carried = new Set(
      [...modules, conditional, idempotency, mailTemplates, pdfUpload, rateLimit, uploadSlots]
        .flatMap((module): unknown[] => Object.values(module))
        .filter((value) => typeof value === 'function' && value.prototype instanceof DomainError)
        .map((type) => made(type as new (...args: unknown[]) => DomainError).code),
    );
    expect(listed.map(([, code]) => code).filter((code) => !carried.has(code))).toEqual([]);
  });
});

/** The arguments do not affect an error's code, but some errors read them as dates, others as lists. */
function made(type: new (...args: unknown[]) => DomainError): DomainError {
  try {
    return new type([], []);
  } catch {
    return new type(new Date(0), new Date(0));
  }
}
