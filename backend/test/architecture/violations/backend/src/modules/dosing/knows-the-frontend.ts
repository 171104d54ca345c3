import { page } from '../../../../frontend/src/features/brands/brand.page.js';
export const seen = page;
