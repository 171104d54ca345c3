import type { JudgedResultDto, PublishedResultDto } from '../../api/generated/types.gen';
import { paths } from '../../paths';
import { TableHead } from '../../ui/table-head';
import { TextLink } from '../links';

/** Published lines say which analyte their printed name means. */
type Row = JudgedResultDto & Partial<Pick<PublishedResultDto, 'analyte'>>;

/** A line within its limit gets no mark, because only the laboratory can state that. */
const EVIDENCE_WORDS = { above: 'above limit', open: 'not clear from the text', untested: 'no result' } as const;

function Evidence({ evidence, limit }: JudgedResultDto) {
  if (evidence === null || evidence === 'within') return null;
  const words = evidence === 'above' && limit === null ? 'found, or failed' : EVIDENCE_WORDS[evidence];
  const color = evidence === 'above' ? 'text-clay' : 'text-ink-soft';
  return <span className={`block text-xs font-semibold whitespace-nowrap ${color}`}>{words}</span>;
}

/** The lab's lines as printed. "ND" and "<LOQ" are not zero, so they are never converted to a number. */
export function AnalyteTable({ analytes }: { analytes: readonly Row[] }) {
  if (analytes.length === 0) {
    return (
      <p className="text-sm text-ink-soft">
        The individual results behind these verdicts were not submitted with this certificate.
      </p>
    );
  }
  return (
    <div className="stack gap-2">
      <p id="analytes" className="text-sm text-ink-soft">
        Results as the lab printed them. LOD: limit of detection. LOQ: limit of quantification. ND: not detected.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls by itself, so it must be reachable by keyboard */}
      <section aria-labelledby="analytes" tabIndex={0} className="overflow-x-auto">
        <table aria-labelledby="analytes" className="data-table">
          <TableHead
            columns={['Analyte', 'Result', 'Unit', 'LOD', 'LOQ', 'Limit', 'Method']}
            numbers={['Result', 'LOD', 'LOQ', 'Limit']}
          />
          <tbody>
            {analytes.map((row) => (
              <tr key={`${row.panel} ${row.name}`}>
                <th scope="row">
                  <Name row={row} />
                </th>
                <td className="num">
                  {row.valueText}
                  <Evidence {...row} />
                </td>
                <td>{row.unit ?? '–'}</td>
                <td className="num">{row.lod ?? '–'}</td>
                <td className="num">{row.loq ?? '–'}</td>
                <td className="num">{row.limit ?? '–'}</td>
                <td>{row.method ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function Name({ row: { name, analyte } }: { row: Row }) {
  if (analyte === undefined) return name;
  if (analyte === null) {
    return (
      <>
        {name} <span className="block text-xs font-normal text-ink-soft">no match in our list</span>
      </>
    );
  }
  return <TextLink to={`${paths.analytes}#${analyte}`}>{name}</TextLink>;
}
