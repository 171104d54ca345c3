import { property } from 'fast-check';

export const unlisted = property;
