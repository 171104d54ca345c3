import { Tables1795219200000 } from './1795219200000-tables.js';
import { SearchCountersAndGuards1795219200001 } from './1795219200001-search-counters-and-guards.js';
import { Contact1795219200002 } from './1795219200002-contact.js';
import { PublicationOrder1795219200003 } from './1795219200003-publication-order.js';

/** In order; append only. */
export const migrations = [
  Tables1795219200000,
  SearchCountersAndGuards1795219200001,
  Contact1795219200002,
  PublicationOrder1795219200003,
];
