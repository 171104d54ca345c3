import type { CoaDto, PanelReportDto, PanelVerdict } from '../../api/generated/types.gen';
import { PANELS } from '../../components/coa-registry/panel-verdicts';
import { ChartFrame } from '../../ui/charts/chart-frame';
import { TableHead } from '../../ui/table-head';
import { figuresSource } from './figures-source';

/** `not_applicable`: a report is complete without it. */
type Evidence = 'tested' | 'not_clear' | 'outstanding' | 'not_tested' | 'not_reported' | 'not_applicable';

interface Row {
  readonly label: string;
  readonly evidence: Evidence;
  readonly note: string;
}

const EVIDENCE_OF: Record<PanelVerdict, Evidence> = {
  passed: 'tested',
  failed: 'tested',
  pending: 'outstanding',
  not_tested: 'not_tested',
  not_reported: 'not_reported',
};

/** A passed panel that has a line without a clear result is not shown as tested. */
const evidenceOf = ({ verdict, unsettled }: PanelReportDto): Evidence =>
  unsettled.length > 0 ? 'not_clear' : EVIDENCE_OF[verdict];

/** Each has its own shape beside its word; a dashed, empty box is missing evidence. */
const LOOKS: Record<Evidence, { word: string; box: string; sign: string }> = {
  tested: { word: 'Tested', box: 'box tested', sign: 'm-6 0 4 4 8-8' },
  outstanding: { word: 'Result outstanding', box: 'box missing', sign: 'M0-5v5l4 3' },
  not_clear: { word: 'Not clear', box: 'box missing', sign: 'M-4-4q4-5 7-1t-3 5v2' },
  not_tested: { word: 'Not tested', box: 'box missing', sign: '' },
  not_reported: { word: 'Not reported', box: 'box missing', sign: '' },
  not_applicable: { word: 'Not applicable to drinks', box: 'box none', sign: 'M-5 0h10' },
};

const ROW_HEIGHT = 44;

/** What the report tested, what it did not, and what does not apply to a drink. */
export function Completeness({ coa }: { coa: CoaDto }) {
  const rows = rowsOf(coa);
  return (
    <ChartFrame
      title="What was tested, and what was not"
      sentence={sentenceOf(coa)}
      description={`A filled box with a check was tested, a dashed box is missing, a line does not apply to drinks.`}
      height={rows.length * ROW_HEIGHT}
      source={figuresSource(coa.testResults.analytes.length, coa)}
      table={<EvidenceTable rows={rows} />}
    >
      {rows.map((row, index) => (
        <Drawn key={row.label} row={row} y={index * ROW_HEIGHT} />
      ))}
    </ChartFrame>
  );
}

function rowsOf({ panelReports, testResults: { analytes } }: CoaDto): readonly Row[] {
  const count = (panel: string) => analytes.filter((line) => line.panel === panel).length;
  const lines = (panel: string) => {
    const figures = count(panel);
    return figures === 0 ? 'no figures shown' : `${figures} ${figures === 1 ? 'figure' : 'figures'}`;
  };
  return [
    { label: 'Cannabinoids', evidence: 'tested', note: lines('cannabinoids') },
    ...PANELS.flatMap(({ key, label }): Row[] =>
      panelReports
        .filter(({ panel }) => panel === key)
        .map((report) => ({ label, evidence: evidenceOf(report), note: noteOn(report, lines(key)) })),
    ),
    { label: 'Water activity', evidence: 'not_applicable', note: 'about 1 in any drink' },
  ];
}

function noteOn(report: PanelReportDto, lines: string): string {
  const { verdict, overLimit, unsettled } = report;
  if (unsettled.length > 0) return `${unsettled.length} of ${lines}`;
  if (evidenceOf(report) !== 'tested') return 'no evidence';
  return `${overLimit.length > 0 ? 'above a limit' : verdict}, ${lines}`;
}

function sentenceOf({ panelReports, verdict: { doNotDrink } }: CoaDto): string {
  const named = (evidence: Evidence) =>
    PANELS.filter(({ key }) =>
      panelReports.some((report) => report.panel === key && evidenceOf(report) === evidence),
    ).map(({ label }) => label.toLowerCase());
  const [tested, unclear, outstanding] = [named('tested'), named('not_clear'), named('outstanding')];
  const [missing, unreported] = [named('not_tested'), named('not_reported')];
  const nothingKnown = (panels: readonly string[]) => `Nothing is known about ${panels.length === 1 ? 'it' : 'them'}.`;
  const parts = [
    `${tested.length} of ${PANELS.length} contaminant panels ${tested.length === 1 ? 'has' : 'have'} a result.`,
    missing.length > 0 && `Not tested: ${missing.join(', ')}. ${nothingKnown(missing)}`,
    unreported.length > 0 && `Not reported: ${unreported.join(', ')}. ${nothingKnown(unreported)}`,
    unclear.length > 0 && `Without a clear result: ${unclear.join(', ')}.`,
    outstanding.length > 0 && `Results outstanding: ${outstanding.join(', ')}.`,
    doNotDrink && tested.length > 0 && 'Tested does not mean passed.',
  ];
  return parts.filter(Boolean).join(' ');
}

function Drawn({ row: { label, evidence, note }, y }: { row: Row; y: number }) {
  const { word, box, sign } = LOOKS[evidence];
  return (
    <g>
      <svg x={14} y={y + 20} overflow="visible" aria-hidden="true">
        <rect x={-12} y={-12} width={24} height={24} rx={3} className={box} />
        {sign !== '' && <path d={sign} className={`sign ${evidence}`} />}
      </svg>
      <text x={40} y={y + 16} className="strong">
        {label}
      </text>
      <text x={40} y={y + 33}>
        {evidence === 'not_applicable' ? word : `${word}: ${note}`}
      </text>
    </g>
  );
}

function EvidenceTable({ rows }: { rows: readonly Row[] }) {
  return (
    <table className="data-table">
      <caption className="sr-only">What was tested, and what was not</caption>
      <TableHead columns={['Group of tests', 'Evidence', 'On this report']} />
      <tbody>
        {rows.map(({ label, evidence, note }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{LOOKS[evidence].word}</td>
            <td>{note}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
