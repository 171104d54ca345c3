import { AppModule } from '../../app.module.js';
export const root = AppModule;
