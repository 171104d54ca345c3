import { doubtOf, statusDisplay } from '../../../src/domain/coa-registry/checks/status-display.js';
import { aBatchNotice, anIncident } from '../../support/builders.js';

describe('how a status is shown', () => {
  it.each([
    ['passed', null, { mark: 'passed', label: 'Passed' }],
    ['PASSED', null, { mark: 'passed', label: 'PASSED' }],
    ['failed', null, { mark: 'failed', label: 'Failed' }],
    ['Failed', null, { mark: 'failed', label: 'Failed' }],
    ['pending', null, { mark: 'pending', label: 'Pending' }],
    ['under review', null, { mark: 'pending', label: 'Under review' }],
    ['not_tested', null, { mark: 'pending', label: 'Not tested' }],
    ['failed', 'passed', { mark: 'failed', label: 'Failed' }],
    ['passed', 'failed', { mark: 'passed', label: 'Passed' }],
  ])('%j is what counts, with pesticides %j', (status, pesticides, shown) => {
    expect(statusDisplay(status, pesticides)).toEqual(shown);
  });

  it.each([
    [undefined, 'failed', { mark: 'failed', label: 'Failed' }],
    [null, 'passed', { mark: 'passed', label: 'Passed' }],
    ['', 'pending', { mark: 'pending', label: 'Pending' }],
    ['  ', 'not_tested', { mark: 'pending', label: 'Not tested' }],
  ])('when it is %j, the pesticide status %j counts', (status, pesticides, shown) => {
    expect(statusDisplay(status, pesticides)).toEqual(shown);
  });

  it.each([
    [undefined, undefined],
    [null, null],
    ['', ''],
    [' ', null],
  ])('when it is %j and pesticides %j, it reads "Pass"', (status, pesticides) => {
    expect(statusDisplay(status, pesticides)).toEqual({ mark: 'passed', label: 'Pass' });
  });

  it.each([
    ['passed', { mark: 'pending', label: 'See notice' }],
    ['pending', { mark: 'pending', label: 'See notice' }],
    ['failed', { mark: 'failed', label: 'Failed' }],
  ])('during an incident of the laboratory %j leads to the notice, unless it failed', (status, shown) => {
    expect(statusDisplay(status, 'passed', 'warned')).toEqual(shown);
  });

  it('a failure comes before an incident of the laboratory, and that before everything else', () => {
    const evidence = { doNotDrink: false, contradictory: true, panelsComplete: false, warnings: [anIncident()] };
    expect(doubtOf(evidence)).toBe('warned');
    expect(doubtOf({ ...evidence, doNotDrink: true })).toBe('do_not_drink');
  });

  it.each([
    ['recall', 'do_not_drink'],
    ['voluntary_recall', 'do_not_drink'],
    ['contamination', 'do_not_drink'],
    ['wrong_label', 'warned'],
    ['mix_up', 'warned'],
  ] as const)('a notice of the kind %s about its batch shows it as %s', (kind, doubt) => {
    const evidence = { doNotDrink: false, contradictory: false, panelsComplete: true };
    expect(doubtOf({ ...evidence, warnings: [aBatchNotice({ kind })] })).toBe(doubt);
  });
});
