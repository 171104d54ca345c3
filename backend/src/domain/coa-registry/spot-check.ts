/**
 * Of a certificate that a trusted lab published without a reviewer. `due`: a reviewer is to check it afterwards. `agrees`:
 * one did. `differs`: staff withdrew or replaced a lab's certificate, whether or not it was a sample.
 */
export const SPOT_CHECKS = ['due', 'agrees', 'differs'] as const;
export type SpotCheck = (typeof SPOT_CHECKS)[number];

/** For how many days after a finding more of a lab's certificates are checked, and how many times as many. */
export const AFTER_FINDING = { days: 90, times: 5 } as const;

/**
 * Whether a certificate belongs to the sample. Its id is random, and its lab does not choose it.
 * @param percent of certificates that are checked afterwards
 */
export function isSampled(id: string, percent: number, hadFinding: boolean): boolean {
  const share = Math.min(100, hadFinding ? percent * AFTER_FINDING.times : percent) / 100;
  return Number.parseInt(id.slice(0, 8), 16) / 2 ** 32 < share;
}
