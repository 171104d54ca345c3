import { Tables1795219200000 } from './1795219200000-tables.js';
import { SearchCountersAndGuards1795219200001 } from './1795219200001-search-counters-and-guards.js';

/** In order; append only. */
export const migrations = [Tables1795219200000, SearchCountersAndGuards1795219200001];
