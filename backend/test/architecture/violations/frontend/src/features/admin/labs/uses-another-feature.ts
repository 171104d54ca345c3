import { queue } from '../review/queue.js';
export const used = queue;
