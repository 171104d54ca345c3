import type { Difference } from './coa-difference';

/** What changes, old beside new. */
export function DifferenceTable({ differences }: { differences: readonly Difference[] }) {
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
        {differences.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row" className="wrap-anywhere">
              {field}
            </th>
            <td className="wrap-anywhere">
              <del className="text-ink-soft">{before}</del>
            </td>
            <td className="wrap-anywhere">
              <ins className="font-medium no-underline">{after}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
