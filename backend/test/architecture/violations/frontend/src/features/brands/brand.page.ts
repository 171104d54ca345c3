import { button } from '../../ui/button.js';
export const page = button;
