import { Brands } from '../domain/brands/brands.js';
export const known = Brands;
