import { type FieldError, InvalidInput } from '../shared/domain-error.js';
import { longDay } from '../shared/long-day.js';
import type { RuleCheck, RuleEdition } from './rule.js';

/**
 * Checks an edition beyond its form.
 * @param latest the edition that it follows; null for a new rule
 * @param analytes keys of the vocabulary
 * @param today `YYYY-MM-DD`
 * @throws InvalidInput
 */
export function assertSound(
  draft: RuleEdition,
  latest: RuleEdition | null,
  analytes: ReadonlySet<string>,
  today: string,
): void {
  const errors = [...dateErrors(draft, latest, today), ...reasonErrors(draft), ...analyteErrors(draft, analytes)];
  if (errors.length > 0) throw new InvalidInput(errors);
}

function dateErrors(
  { effectiveFrom, effectiveTo, inForceOn, readOn, rereadBy }: RuleEdition,
  latest: RuleEdition | null,
  today: string,
): FieldError[] {
  const errors: FieldError[] = [];
  if (effectiveFrom !== null && effectiveTo !== null && effectiveTo < effectiveFrom) {
    errors.push({ field: 'content.effectiveTo', message: 'The last day in force is before the first' });
  }
  const isLater = (day: string | null) => day !== null && day > today;
  if (latest !== null && isLater(effectiveFrom) && !isLater(latest.effectiveFrom)) {
    const message = `Until then edition ${latest.edition} holds. Add what starts later as a new rule, and give this one its last day`;
    errors.push({ field: 'content.effectiveFrom', message });
  }
  if (inForceOn !== null && inForceOn > readOn) {
    errors.push({ field: 'content.inForceOn', message: 'The text cannot have been current after the day of reading' });
  }
  if (readOn > today) errors.push({ field: 'readOn', message: 'The day of reading is in the future' });
  if (latest !== null && readOn < latest.readOn) {
    errors.push({ field: 'readOn', message: `Edition ${latest.edition} was read later, on ${longDay(latest.readOn)}` });
  }
  if (rereadBy <= readOn) {
    errors.push({ field: 'rereadBy', message: 'Choose a day for reading it again that is after the day of reading' });
  }
  return errors;
}

const reasonErrors = ({ reason }: RuleEdition): FieldError[] =>
  reason === null ? [{ field: 'reason', message: 'Say why there is a new edition' }] : [];

function analyteErrors({ checks }: RuleEdition, known: ReadonlySet<string>): FieldError[] {
  return checks.flatMap((check, index) =>
    analytesOf(check).flatMap(({ field, key }) =>
      known.has(key)
        ? []
        : [{ field: `content.checks.${index}.${field}`, message: `The vocabulary has no analyte "${key}"` }],
    ),
  );
}

function analytesOf(check: RuleCheck): readonly { field: string; key: string }[] {
  if (check.kind === 'analyte') return [{ field: 'analyte', key: check.analyte }];
  if (check.kind !== 'excluded') return [];
  return check.analytes.map((key, index) => ({ field: `analytes.${index}`, key }));
}
