import { table } from '../brands/brand.table.js';
export const used = table;
