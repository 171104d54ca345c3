import { compareWithReference } from './compare.js';

it('gives the verdicts of a second implementation on 500 random certificates', () => compareWithReference(500));
