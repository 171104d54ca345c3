import type { AmountBoundsDto, CoaDto } from '../../api/generated/types.gen';
import { Collapsible } from '../../ui/collapsible';
import { TableHead } from '../../ui/table-head';
import { figuresSource } from './figures-source';

/** What printed lines amount to in one container, and why some give no amount. */
export function ContainerAmounts({ coa }: { coa: CoaDto }) {
  const lines = coa.testResults.analytes.flatMap((line, index) => {
    const reading = coa.results.lines[index];
    return reading && line.panel === 'cannabinoids' ? [{ ...line, ...reading }] : [];
  });
  if (lines.length === 0) return null;
  const derived = lines.filter(({ mgPerContainer }) => mgPerContainer !== null);
  const refusals = [...new Set(lines.flatMap(({ refused }) => refused ?? []))];
  return (
    <section aria-labelledby="amounts" className="stack gap-3">
      <h2 id="amounts">From the printed lines to this can</h2>
      <p className="max-w-text">
        {derived.length} of {lines.length} cannabinoid lines can be turned into milligrams per container.
        {refusals.length === 1 && ` For the others: ${refusals[0]}`}
      </p>
      <Collapsible summary="Milligrams per container, line by line">
        <div className="relative overflow-x-auto">
          <table aria-labelledby="amounts" className="data-table">
            <TableHead columns={['Analyte', 'Printed', 'Per container']} />
            <tbody>
              {lines.map((line) => (
                <tr key={line.name}>
                  <th scope="row">{line.name}</th>
                  <td>
                    {line.valueText} {line.unit}
                  </td>
                  <td>
                    {line.mgPerContainer ? mgWords(line.mgPerContainer) : (line.refused ?? 'Printed without a number.')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p className="mt-2 text-sm text-ink-soft">
          {figuresSource(lines.length, coa)} Milligrams are our arithmetic on what the lab printed.
        </p>
      </Collapsible>
    </section>
  );
}

/** `4.82 mg`, `at most 0.02 mg`, `1.2 to 1.4 mg`, `at least 5 mg`: a lower bound is rounded down, an upper one up. */
function mgWords({ low, high }: AmountBoundsDto): string {
  const [least, most] = [Number(low), high === null ? null : Number(high)];
  if (most === null) return least === 0 ? 'not known' : `at least ${places(least, Math.floor)} mg`;
  if (places(least, Math.floor) === places(most, Math.floor) && most - least < 1e-5)
    return `${places(most, Math.round)} mg`;
  if (least === 0) return `at most ${places(most, Math.ceil)} mg`;
  return `${places(least, Math.floor)} to ${places(most, Math.ceil)} mg`;
}

/** Two places after the point, or two digits of an amount below one. */
function places(amount: number, rounding: (amount: number) => number): number {
  if (amount === 0) return 0;
  const power = 10 ** Math.max(2, 1 - Math.floor(Math.log10(amount)));
  return Number((rounding(Number((amount * power).toPrecision(12))) / power).toPrecision(12));
}
