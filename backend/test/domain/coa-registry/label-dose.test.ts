import fc from 'fast-check';
import { isUnderDosed, labelDose } from '../../../src/domain/coa-registry/certificate/label-dose.js';

describe('the dose on the label', () => {
  it.each([
    ['Yuzu Seltzer 5 mg', 5],
    ['Yuzu Seltzer 5mg', 5],
    ['Yuzu Seltzer 5MG', 5],
    ['Yuzu Seltzer 5\u00a0mg', 5],
    ['2.5 mg Spritz', 2.5],
    ['.5 mg Spritz', 0.5],
    ['THC+10mg/can', 10],
    ['Shot (100 mg)', 100],
    ['Cider Style 1:1 5 mg THC 20 mg CBD', 5],
    ['2 x 5 mg Twin Pack', 5],
    ['Micro Seltzer 10 mg', 10],
    ['Double Ginger 2 mg', 2],
    ['No Buzz 0 mg', 0],
    ['Seltzer 5mgTHC', 5],
    ['Seltzer 5 mgs', 5],
    ['Party Keg 1,000 mg', 1000],
  ])('is stated in "%s": %d mg', (name, mg) => {
    expect(labelDose(name)).toEqual({ mg, basis: 'stated' });
  });

  it.each([
    ['Micro Spritz', 2.5],
    ['MICRODOSE Tea', 2.5],
    ['Single Plum', 2.5],
    ['Double Ginger', 5],
    ['double shot', 5],
    ['Double Micro Mint', 2.5],
  ])('is inferred from a size word in "%s": %d mg', (name, mg) => {
    expect(labelDose(name)).toEqual({ mg, basis: 'inferred' });
  });

  it.each([
    ['Hibiscus Mocktail'],
    ['Route 66 Cola'],
    ['12 oz Sarsaparilla'],
    ['5 g Sugar Lemonade'],
    ['mg Soda'],
    [''],
  ])('is assumed to be 10 mg in "%s"', (name) => {
    expect(labelDose(name)).toEqual({ mg: 10, basis: 'assumed' });
  });
});

describe('an under-dosed certificate', () => {
  it.each([
    ['Tea 5 mg', 3.99],
    ['Tea 5 mg', 3.9],
    ['Tea 5 mg', 0],
    ['Tea 2.3 mg', 1.29],
    ['Micro Melon', 1.49],
    ['Double Ginger', 3.99],
    ['Hibiscus Mocktail', 8.99],
    ['Shot 1000 mg', 998.99],
  ])('is "%s" measured at %d mg', (name, thc) => {
    expect(isUnderDosed(name, thc)).toBe(true);
  });

  it.each([
    ['Tea 5 mg', 4],
    ['Tea 5 mg', 4.01],
    ['Tea 5 mg', 5],
    ['Tea 5 mg', 12],
    ['Tea 8.3 mg', 7.3],
    ['Tea 2.14 mg', 1.14],
    ['Tea 1.1 mg', 0.1],
    ['Micro Melon', 1.5],
    ['Double Ginger', 4],
    ['Hibiscus Mocktail', 9],
    ['Shot 1000 mg', 999],
    ['No Buzz 0 mg', 0],
  ])('is not "%s" measured at %d mg', (name, thc) => {
    expect(isUnderDosed(name, thc)).toBe(false);
  });

  it('is one whose hundredths of a milligram fall short by more than a hundred', () => {
    const hundredths = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(hundredths, hundredths, (label, measured) => {
        expect(isUnderDosed(`Tea ${label / 100} mg`, measured / 100)).toBe(label - measured > 100);
      }),
    );
  });

  it('is none whose measured dose is exactly 1 mg below the label', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 100_000 }), (label) => {
        expect(isUnderDosed(`Tea ${label / 100} mg`, (label - 100) / 100)).toBe(false);
        expect(isUnderDosed(`Tea ${(label + 1) / 100} mg`, (label - 100) / 100)).toBe(true);
      }),
    );
  });

  it('never becomes one by measuring more', () => {
    const name = fc.constantFrom('Tea 5 mg', 'Micro', 'Double', 'Anything', 'Tea 12.34 mg');
    fc.assert(
      fc.property(name, fc.integer({ min: 0, max: 99_999 }), (product, measured) => {
        if (isUnderDosed(product, measured / 100)) return;
        expect(isUnderDosed(product, (measured + 1) / 100)).toBe(false);
      }),
    );
  });
});
