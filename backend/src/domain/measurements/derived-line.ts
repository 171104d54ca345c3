import { hasDecimalComma, type PrintedResult, printedAmount } from '../shared/printed-amount.js';
import type { Range } from '../shared/range.js';
import type { Qualifier } from '../shared/result-terms.js';
import { type ContainerFacts, convert, readUnit, type Unit } from '../shared/units.js';

/** A printed line whose name was looked up in the vocabulary. */
export interface NamedResult extends PrintedResult {
  readonly panel: string;
  readonly name: string;
  /** Key of the analyte; null when the name has no match. */
  readonly analyte: string | null;
}

/** What is derived from a printed line. It is shown beside the line and never replaces it. */
export interface DerivedLine<Line extends NamedResult = NamedResult> {
  readonly line: Line;
  readonly qualifier: Qualifier;
  /** The amount in the printed unit; null where the text says nothing about one. */
  readonly range: Range | null;
  /** Whether the text says that it was found, without an amount. */
  readonly isFound: boolean;
  /** Null where the unit cannot be converted. */
  readonly unit: Unit | null;
  /** Milligrams in one container. */
  readonly perContainer: Range | null;
  /** Milligrams in one serving. */
  readonly perServing: Range | null;
  /** Why there is no amount per container, in a sentence. Null where there is one, and for counts and words. */
  readonly refused: string | null;
}

const COMMA = 'The comma could be a decimal point, so we read no number from it.';

const PER_CONTAINER: Unit = { basis: 'container', power: 0 };
const PER_SERVING: Unit = { basis: 'serving', power: 0 };

export function deriveLine<Line extends NamedResult>(line: Line, facts: ContainerFacts): DerivedLine<Line> {
  const { qualifier, range, isFound = false } = printedAmount(line);
  const unit = readUnit(line.unit);
  const nothing = { line, qualifier, range, isFound, perContainer: null, perServing: null };
  if (hasDecimalComma(line)) return { ...nothing, unit: 'refused' in unit ? null : unit, refused: COMMA };
  if ('refused' in unit) return { ...nothing, unit: null, refused: range === null ? null : unit.refused };
  const isCount = unit.basis === 'count_mass' || unit.basis === 'count_volume';
  if (range === null || isCount) return { ...nothing, unit, refused: null };
  const perContainer = convert(range, unit, PER_CONTAINER, facts);
  const perServing = convert(range, unit, PER_SERVING, facts);
  return {
    line,
    qualifier,
    range,
    isFound,
    unit,
    perContainer: 'refused' in perContainer ? null : perContainer,
    perServing: 'refused' in perServing ? null : perServing,
    refused: 'refused' in perContainer ? perContainer.refused : null,
  };
}
