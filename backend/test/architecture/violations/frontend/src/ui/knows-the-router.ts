import { routes } from '../routes.js';
export const known = routes;
