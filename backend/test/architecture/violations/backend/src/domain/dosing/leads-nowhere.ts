import { gone } from './gone.js';
export const here = gone;
