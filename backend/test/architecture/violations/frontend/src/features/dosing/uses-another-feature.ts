import { page } from '../brands/brand.page.js';
export const used = page;
