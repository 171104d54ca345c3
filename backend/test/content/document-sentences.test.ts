import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  ABSENCE_REASONS,
  REVIEWER_ABSENCE_REASONS,
} from '../../src/domain/coa-registry/certificate/certificate-document.js';
import { REMOVAL_SENTENCES } from '../../src/domain/shared/stored-document.js';

const CONSOLE = resolve(import.meta.dirname, '../../../frontend/src/features/admin/review/document');

/** Each code in the source of a list for staff, with the sentence beside it. */
function statementsIn(file: string): Record<string, string> {
  const source = readFileSync(join(CONSOLE, file), 'utf8');
  const entries = source.matchAll(
    /value: '([a-z-]+)',\s+label: (?:'[^']*'|"[^"]*"),\s+statement: (?:'([^']*)'|"([^"]*)")/g,
  );
  return Object.fromEntries([...entries].map(([, code = '', single, double]) => [code, single ?? double ?? '']));
}

it('staff are shown the sentence that the public reads about a certificate without a PDF', () => {
  const expected = Object.fromEntries(REVIEWER_ABSENCE_REASONS.map((code) => [code, ABSENCE_REASONS[code]]));
  expect(statementsIn('absence.ts')).toEqual(expected);
});

it('staff are shown the sentence that the public reads about a PDF that was removed', () => {
  expect(statementsIn('remove-document.tsx')).toEqual(REMOVAL_SENTENCES);
});
