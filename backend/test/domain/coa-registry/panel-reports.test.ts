import { panelReports, reportsAllPanels } from '../../../src/domain/coa-registry/certificate/panel-reports.js';
import type { AnalyteResult, PanelVerdict } from '../../../src/domain/coa-registry/certificate/test-results.js';
import { aLine, PASSED } from '../../support/builders.js';

const metals = (verdict: PanelVerdict, ...analytes: AnalyteResult[]) =>
  panelReports({ panels: { ...PASSED.panels, heavyMetals: verdict }, analytes })[1];

const lead = aLine({ valueText: '0.81', value: 0.81, limit: 0.5 });

describe('a panel', () => {
  it.each<[string, PanelVerdict, AnalyteResult[], string]>([
    ['failed with a figure', 'failed', [lead], 'Lead 0.81 µg/g, limit 0.5 µg/g'],
    [
      'failed with two',
      'failed',
      [lead, aLine({ name: 'Cadmium', valueText: '1.2 µg/g', value: 1.2, limit: 0.5 })],
      'Lead 0.81 µg/g, limit 0.5 µg/g; Cadmium 1.2 µg/g, limit 0.5 µg/g',
    ],
    ['failed without a figure', 'failed', [], 'the lab reported a failure without the figure'],
    [
      'failed with figures that do not show it',
      'failed',
      [aLine({ limit: 0.5 }), aLine({ name: 'Mercury', valueText: '<LOQ', value: null, limit: 0.1 })],
      'the lab reported a failure without the figure',
    ],
    [
      'failed by the text of a line',
      'failed',
      [aLine({ name: 'Mercury', valueText: 'Detected', value: null, limit: 0.1 })],
      'Mercury Detected, limit 0.1 µg/g',
    ],
    [
      'passed with a line that was not tested',
      'passed',
      [aLine({ valueText: 'NT', value: null }), aLine({ name: 'Arsenic' })],
      'reported as passed, but without a result within the limit: Lead “NT”',
    ],
    ['without a unit', 'failed', [{ ...lead, unit: null }], 'Lead 0.81, limit 0.5'],
    ['passed without figures', 'passed', [], 'passed, no figures reported'],
    ['passed with figures of another panel', 'passed', [aLine({ panel: 'pesticides' })], 'passed, no figures reported'],
    ['passed with a figure', 'passed', [aLine({ limit: 0.5 })], 'passed, 1 figure reported'],
    ['passed with figures', 'passed', [aLine(), aLine({ name: 'Arsenic' })], 'passed, 2 figures reported'],
    [
      'passed above the limit',
      'passed',
      [lead],
      'reported as passed, but above the printed limit: Lead 0.81 µg/g, limit 0.5 µg/g',
    ],
    ['not tested', 'not_tested', [], 'not tested'],
    ['pending', 'pending', [], 'results outstanding'],
  ])('%s says so', (_what, verdict, lines, statement) => {
    expect(metals(verdict, ...lines)).toMatchObject({ panel: 'heavyMetals', verdict, statement });
  });

  it('lists the lines above their limits, and a value at its limit is not above it', () => {
    expect(metals('failed', lead, aLine({ name: 'Arsenic', value: 0.5, limit: 0.5 }))?.overLimit).toEqual([lead]);
  });

  const leadOf = (valueText: string, limit: number | null, unit = 'µg/g') =>
    aLine({ valueText, value: null, limit, unit });
  const butane = (name: string, valueText: string, rest: Partial<AnalyteResult> = {}) =>
    aLine({ name, valueText, value: null, ...rest });

  it.each<[string, AnalyteResult[], string[]]>([
    ['two lines for lead, of which one has no limit', [leadOf('0.1', 0.5), leadOf('0.9', null)], ['0.9']],
    ['the same in another unit', [leadOf('0.1', 0.5), leadOf('0.9', null, 'ppb')], []],
    ['the same within that limit', [leadOf('0.1', 0.5), leadOf('0.4', null)], []],
    ['a total without the part that was found', [butane('Total butanes', 'ND'), butane('n-Butane', '900')], ['ND']],
    ['a total with its part', [butane('Total butanes', '950'), butane('n-Butane', '900')], []],
    [
      'a total whose limit of detection is above the part',
      [butane('Total butanes', 'ND', { lod: 10 }), butane('n-Butane', '9')],
      [],
    ],
    ['a total beside another solvent', [butane('Total butanes', 'ND'), butane('Ethanol', '900')], []],
  ])('leaves open: %s', (_what, lines, open) => {
    expect(metals('passed', ...lines)?.unsettled.map(({ valueText }) => valueText)).toEqual(open);
  });

  it('comes in a fixed order', () => {
    const panels = panelReports({ panels: PASSED.panels, analytes: [] }).map(({ panel }) => panel);
    expect(panels).toEqual(['pesticides', 'heavyMetals', 'microbials', 'residualSolvents']);
  });
});

it.each<[PanelVerdict, boolean]>([
  ['passed', true],
  ['failed', true],
  ['not_tested', false],
  ['pending', false],
])('all four panels are reported when the last one is %s: %j', (residualSolvents, expected) => {
  expect(reportsAllPanels({ ...PASSED.panels, residualSolvents })).toBe(expected);
});
