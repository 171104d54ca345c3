import { Brands } from '../brands/brands.js';
export const brands = Brands;
