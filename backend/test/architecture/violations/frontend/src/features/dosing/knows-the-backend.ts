import { Brands } from '../../../../backend/src/domain/brands/brands.js';
export const known = Brands;
