import { rule } from '../domain/brands/rule.js';
export const migrated = rule;
