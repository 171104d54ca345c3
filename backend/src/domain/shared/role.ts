/**
 * Staff roles. `reviewer`: submissions, certificates and brands; `editor`: articles, newsletter subscribers and contact
 * messages; `administrator`: everything, including accounts, partner labs and their keys.
 */
export const ROLES = ['reviewer', 'editor', 'administrator'] as const;
export type Role = (typeof ROLES)[number];
