import { Brands } from '../../domain/brands/brands.js';
import { Clock } from '../../domain/shared/clock.js';
import { BrandsModule } from '../brands/brands.module.js';
import { config } from '../../platform/config.js';
export const allowed = [Brands, Clock, BrandsModule, config];
