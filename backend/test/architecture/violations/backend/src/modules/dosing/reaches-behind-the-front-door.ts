import { rule } from '../../domain/brands/rule.js';
export const reached = rule;
