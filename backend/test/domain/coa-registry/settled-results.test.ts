import fc from 'fast-check';
import {
  type AnalyteResult,
  CERTIFICATE_STATUSES,
  PANEL_VERDICTS,
  type Panel,
  type ReportedResults,
} from '../../../src/domain/coa-registry/certificate/test-results.js';
import { settledResults } from '../../../src/domain/coa-registry/checks/settled-results.js';
import type { ReadPanel } from '../../../src/domain/shared/document-reading.js';
import { PANELS } from '../../../src/domain/shared/result-terms.js';

const ALL_PASSED: ReportedResults = {
  status: 'passed',
  panels: { pesticides: 'passed', heavyMetals: 'passed', microbials: 'passed', residualSolvents: 'passed' },
};
const BOX = { page: 1, x: 0, y: 0, width: 1, height: 1 };
const read = (panel: Panel, verdict: ReadPanel['verdict']): ReadPanel => ({
  panel,
  verdict,
  printed: verdict,
  box: BOX,
});
const lead = (valueText: string): AnalyteResult => ({
  panel: 'heavyMetals',
  name: 'Lead',
  valueText,
  value: null,
  unit: 'µg/g',
  lod: null,
  loq: null,
  limit: 0.5,
  method: null,
});

it('takes over what the sender says where nothing contradicts it', () => {
  const panels = { ...ALL_PASSED.panels, microbials: 'not_tested' } as const;
  expect(settledResults({ reported: { status: 'passed', panels }, analytes: [lead('0.1')] })).toEqual({
    status: 'passed',
    panels,
  });
});

it('says of a panel that nobody speaks of that it is not reported, and settles no status', () => {
  const { status, panels } = settledResults({ analytes: [] });
  expect(status).toBeNull();
  expect(Object.values(panels)).toEqual(Array(4).fill('not_reported'));
});

it('takes over what only the PDF says', () => {
  const { status, panels } = settledResults(
    { analytes: [] },
    PANELS.map((panel) => read(panel, 'passed')),
  );
  expect({ status, panels }).toEqual(ALL_PASSED);
});

it.each<[string, Parameters<typeof settledResults>]>([
  ['the PDF says otherwise', [{ reported: ALL_PASSED, analytes: [] }, [read('heavyMetals', 'not_tested')]]],
  ['the PDF contradicts itself', [{ analytes: [] }, [read('heavyMetals', 'passed'), read('heavyMetals', 'failed')]]],
  ['a line is above its limit', [{ reported: ALL_PASSED, analytes: [lead('0.9')] }]],
  ['a line has no result', [{ reported: ALL_PASSED, analytes: [lead('NT')] }]],
  ['there are lines, and nobody says whether they pass', [{ analytes: [lead('0.1')] }]],
])('leaves panel and status open where %s', (_, evidence) => {
  const { status, panels } = settledResults(...evidence);
  expect(panels.heavyMetals).toBeNull();
  expect(status).toBeNull();
});

it('settles a failure on which lines, PDF and sender agree, and leaves a status open that contradicts it', () => {
  const panels = { ...ALL_PASSED.panels, heavyMetals: 'failed' } as const;
  const evidence = { analytes: [lead('0.9')] };
  expect(
    settledResults({ ...evidence, reported: { status: 'failed', panels } }, [read('heavyMetals', 'failed')]),
  ).toEqual({
    status: 'failed',
    panels,
  });
  expect(settledResults({ ...evidence, reported: { status: 'pending', panels } }).status).toBeNull();
  expect(settledResults({ analytes: [], reported: { ...ALL_PASSED, status: 'failed' } }).status).toBeNull();
});

it('never passes a panel because of more evidence', () => {
  const panel = fc.constantFrom(...PANELS);
  const reported = fc.record({
    status: fc.constantFrom(...CERTIFICATE_STATUSES),
    panels: fc.record({
      pesticides: fc.constantFrom(...PANEL_VERDICTS),
      heavyMetals: fc.constantFrom(...PANEL_VERDICTS),
      microbials: fc.constantFrom(...PANEL_VERDICTS),
      residualSolvents: fc.constantFrom(...PANEL_VERDICTS),
    }),
  });
  const aRead = fc
    .tuple(panel, fc.constantFrom('passed', 'failed', 'not_tested', 'pending' as const))
    .map(([of, verdict]) => read(of, verdict));
  const aLine = fc.constantFrom('0.1', '0.9', 'NT', 'FAIL', 'ND').map(lead);
  fc.assert(
    fc.property(reported, fc.array(aRead), aRead, fc.array(aLine), aLine, (said, reads, moreRead, lines, moreLine) => {
      const before = settledResults({ reported: said, analytes: lines }, reads);
      const after = settledResults({ reported: said, analytes: [...lines, moreLine] }, [...reads, moreRead]);
      for (const one of PANELS) {
        // Only the PDF's own words can pass a panel that the sender does not speak of.
        const isNews = said.panels[one] === 'not_reported' && moreRead.panel === one;
        if (after.panels[one] === 'passed' && !isNews) expect(before.panels[one]).toBe('passed');
      }
      if (after.status === 'passed') expect(Object.values(after.panels)).not.toContain('failed');
    }),
  );
});
