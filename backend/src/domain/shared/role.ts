/**
 * What a staff member is trusted with. `reviewer`: submissions, certificates and brands; `editor`: articles, newsletter
 * subscribers and contact messages; `administrator`: all of it, and accounts, partner labs and their keys.
 */
export const ROLES = ['reviewer', 'editor', 'administrator'] as const;
export type Role = (typeof ROLES)[number];
