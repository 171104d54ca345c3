import fc from 'fast-check';
export const tool = fc;
