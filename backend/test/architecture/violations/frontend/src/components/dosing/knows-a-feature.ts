import { page } from '../../features/brands/brand.page.js';
export const known = page;
