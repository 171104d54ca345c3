import { checkTornTables } from './torn-results.js';

it('never reads "Detected" from 250,000 tables whose words have moved', () => checkTornTables(250_000));
