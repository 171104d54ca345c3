import { frame } from '../../layouts/frame.js';
export const used = frame;
