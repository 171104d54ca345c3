/**
 * The check of a certificate that was published without review, because the lab is trusted. `due`: a reviewer should
 * check it. `agrees`: a reviewer did, and it agrees. `differs`: staff withdrew or replaced it, whether or not it was in
 * the sample.
 */
export const SPOT_CHECKS = ['due', 'agrees', 'differs'] as const;
export type SpotCheck = (typeof SPOT_CHECKS)[number];

/**
 * For so many days after staff withdrew or replaced a certificate of a lab, so many times more of its certificates are
 * checked.
 */
export const AFTER_FINDING = { days: 90, times: 5 } as const;

/**
 * Whether a certificate belongs to the sample. Its id is random, so its lab can't choose.
 * @param percent of certificates that are checked afterwards
 */
export function isSampled(id: string, percent: number, hadFinding: boolean): boolean {
  const share = Math.min(100, hadFinding ? percent * AFTER_FINDING.times : percent) / 100;
  return Number.parseInt(id.slice(0, 8), 16) / 2 ** 32 < share;
}
