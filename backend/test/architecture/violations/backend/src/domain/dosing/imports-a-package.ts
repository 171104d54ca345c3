import pg from 'pg';
export const driver = pg;
