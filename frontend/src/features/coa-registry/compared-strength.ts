import { useQueries } from '@tanstack/react-query';
import { doseQueryKey } from '../../api/api';
import { calculateDose } from '../../api/generated/sdk-site.gen';
import type { CoaDto, DoseLevel, DoseRequestDto } from '../../api/generated/types.gen';
import { AMOUNT_LIMITS } from '../../components/dosing/dose-inputs';

/**
 * What the calculator is asked about a whole can. One person for all cans, and none for whom the amount counts for more.
 * [source:dose-levels, dose-weight]
 */
const strengthRequest = (thcMg: number): DoseRequestDto => ({
  thcAmount: Math.min(thcMg, AMOUNT_LIMITS.max),
  bodyWeight: 150,
  experience: 'beginner',
  stomachContents: 'light',
});

/** No help with doses from figures that no longer count, or for a drink that must not be drunk. */
const isRated = ({ standing, verdict }: CoaDto) => standing === 'approved' && !verdict.doNotDrink;

/** A word of the calculator, or why there is none. */
export interface ComparedStrength {
  /** Null while it is not known. */
  readonly level: DoseLevel | null;
  readonly words: string;
}

const WORDS: Record<DoseLevel, string> = {
  none: 'No THC measured',
  micro: 'Micro',
  low: 'Low',
  moderate: 'Moderate',
  high: 'High',
  very_high: 'Very high',
};

/** The calculator's level of each can for a beginner, in the order of the certificates. */
export function useComparedStrengths(certificates: readonly CoaDto[]): ComparedStrength[] {
  const levels = useQueries({
    queries: certificates.map((coa) => {
      const body = strengthRequest(coa.verdict.countedThcMg);
      return {
        queryKey: doseQueryKey(body),
        queryFn: async () => (await calculateDose({ body, throwOnError: true })).data,
        enabled: isRated(coa),
      };
    }),
  });
  return certificates.map((coa, index) => comparedStrength(coa, levels[index]?.data?.doseLevel ?? null));
}

/** @param level null while the calculator has not answered */
export function comparedStrength(coa: CoaDto, level: DoseLevel | null): ComparedStrength {
  if (coa.verdict.doNotDrink) return { level: null, words: 'Do not drink it' };
  if (!isRated(coa)) return { level: null, words: 'no longer current' };
  return { level, words: level === null ? 'ask the calculator' : WORDS[level] };
}

/** At these levels nothing is green. */
const isStrong = (level: DoseLevel | null) => level === 'high' || level === 'very_high';

/** Green only for a can that nothing speaks against, the rest of which the words beside it say. */
export function canFill(coa: CoaDto, { level }: ComparedStrength): string {
  if (!isRated(coa) || level === null) return 'fill-rule';
  const label = coa.labelComparison.level;
  if (level === 'very_high' || label === 'far_over') return 'fill-clay';
  return isStrong(level) || (label !== 'within' && label !== 'not_stated') ? 'fill-citrus' : 'fill-liquid';
}
