import {
  type AddedName,
  AnalyteVocabulary,
  NameAlreadyKnown,
  NameIsAmbiguous,
} from '../../../src/domain/analytes/analytes.js';
import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { readVocabulary } from '../../../src/modules/analytes/vocabulary-file.js';

const file = readVocabulary('content');
const aName = (differing: Partial<AddedName> = {}): AddedName => ({
  name: 'Pb-208',
  panel: 'heavyMetals',
  analyte: 'lead',
  scope: 'panel',
  since: '2027-01-02',
  ...differing,
});

let vocabulary: AnalyteVocabulary;
beforeEach(() => {
  vocabulary = new AnalyteVocabulary(file);
});

it('a name in its panel means its analyte there, and nothing elsewhere', () => {
  expect(vocabulary.setAddedNames([aName()])).toEqual([]);
  expect(vocabulary.resolve('pb 208', 'heavyMetals')?.key).toBe('lead');
  expect(vocabulary.resolve('Pb-208', 'other')).toBeNull();
  expect(vocabulary.data.version).toBe('2027-01-02');
});

it('a name everywhere means its analyte in all panels', () => {
  vocabulary.setAddedNames([aName({ panel: 'other', scope: 'everywhere' })]);
  for (const panel of ['other', 'heavyMetals']) expect(vocabulary.resolve('Pb-208', panel)?.key).toBe('lead');
});

it('names that are no longer among the added ones mean nothing again', () => {
  vocabulary.setAddedNames([aName()]);
  vocabulary.setAddedNames([]);
  expect(vocabulary.resolve('Pb-208', 'heavyMetals')).toBeNull();
  expect(vocabulary.data).toEqual(file);
});

it('the file wins over added names, and the others still count', () => {
  const [known, ambiguous] = [aName({ name: 'Lead', analyte: 'cadmium' }), aName({ name: 'Mycotoxins' })];
  const [removed, again] = [aName({ analyte: 'gold' }), aName({ name: 'PB 208', analyte: 'cadmium' })];
  expect(vocabulary.setAddedNames([known, ambiguous, removed, aName(), again])).toEqual([
    known,
    ambiguous,
    removed,
    again,
  ]);
  expect(vocabulary.resolve('Lead', 'heavyMetals')?.key).toBe('lead');
  expect(vocabulary.resolve('Pb-208', 'heavyMetals')?.key).toBe('lead');
});

it.each([
  ['a known name', { name: 'LEAD' }, NameAlreadyKnown],
  ['a name with its abbreviation', { name: 'Lead (Pb)' }, NameAlreadyKnown],
  ['an ambiguous name', { name: 'mycotoxins' }, NameIsAmbiguous],
  ['an unknown analyte', { analyte: 'gold' }, InvalidInput],
  ['a name that compares as nothing', { name: '***' }, InvalidInput],
  ['a panel of another analyte', { panel: 'other' }, InvalidInput],
] as const)('%s cannot be added', (_, differing, error) => {
  expect(() => vocabulary.assertAddable(aName(differing), [])).toThrow(error);
});

it('a name can be added once', () => {
  expect(() => vocabulary.assertAddable(aName(), [])).not.toThrow();
  expect(() => vocabulary.assertAddable(aName({ name: 'pb208' }), [aName()])).toThrow(NameAlreadyKnown);
  // Checking changes nothing.
  expect(vocabulary.resolve('Pb-208', 'heavyMetals')).toBeNull();
});
