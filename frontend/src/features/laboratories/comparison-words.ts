import type { LaboratoryComparisonDto, Panel } from '../../api/generated/types.gen';
import { PANELS } from '../../components/coa-registry/panel-verdicts';
import { counted } from '../../ui/text/counted';
import { formatCount, formatMg } from '../../ui/text/figures';

/** What a share counts. */
export function figureLabel({ figure, limitMg }: Pick<LaboratoryComparisonDto, 'figure' | 'limitMg'>): string {
  if (figure === 'replaced') return 'Replaced by a corrected report';
  if (figure === 'above90Percent') return 'From 85% to 95% of the label: at 90% or above';
  if (figure === 'aboveLabel') return 'From 95% to 105% of the label: at the label or above';
  if (figure === 'below110Percent') return 'From 105% to 115% of the label: at 110% or below';
  if (figure === 'withinLimit') return `Close to a limit of ${formatMg(limitMg ?? 0)}: at the limit or below`;
  const panel = figure.replace('Passed', '') as Panel;
  return `Passed: ${PANELS.find(({ key }) => key === panel)?.label ?? panel}`;
}

/** A laboratory's share beside that of all others, or why it says nothing. */
export function shareSentence({ results, holds, others, minimum, expected }: LaboratoryComparisonDto): string {
  if (minimum === null) return 'Too few to tell: other laboratories have too few results to compare with.';
  if (expected === null) {
    return `Too few to tell: ${counted(results, 'result', 'results')} of at least ${formatCount(minimum)}.`;
  }
  const shares = `${formatCount(holds)} of ${formatCount(results)} (${percent(holds / results)}). All others: ${percent(others.holds / others.results)}`;
  return `${shares}. Expected by chance: ${percent(expected.from)} to ${percent(expected.to)}.`;
}

/** With one decimal: the shares of laboratories are close to each other. */
const percent = (share: number) => `${(share * 100).toFixed(1)}%`;
