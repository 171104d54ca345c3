import { compareWithReference } from './compare.js';

it('gives the verdicts of a second implementation on 10,000 random certificates', () => compareWithReference(10_000));
