import { Badge, type BadgeTone } from '../../../../ui/badge';
import type { Difference } from './certificate-difference';

const LINES: Record<NonNullable<Difference['line']>, { word: string; tone: BadgeTone }> = {
  added: { word: 'Added', tone: 'pine' },
  removed: { word: 'Removed', tone: 'citrus' },
  changed: { word: 'Changed', tone: 'neutral' },
};

/** The differences, before and after side by side. */
export function CertificateDifferenceTable({ differences }: { differences: readonly Difference[] }) {
  if (differences.length === 0) return <p className="text-sm text-ink-soft">No differences.</p>;
  return (
    <table className="data-table">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ field, before, after, line }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a report can print one analyte twice
          <tr key={index}>
            <th scope="row" className="wrap-anywhere">
              {field} {line && <Badge tone={LINES[line].tone}>{LINES[line].word}</Badge>}
            </th>
            <td className="whitespace-pre-line wrap-anywhere">
              <del className="text-ink-soft">{before}</del>
            </td>
            <td className="whitespace-pre-line wrap-anywhere">
              <ins className="font-medium no-underline">{after}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
