import { formatCount } from './figures';

/** A number with its noun: `1 row`, `1,204 rows`. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : several}`;
