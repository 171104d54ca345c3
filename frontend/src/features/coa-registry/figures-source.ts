import type { CoaDto } from '../../api/generated/types.gen';
import { formatDay } from '../../ui/text/days';

const SUPPLIERS: Record<CoaDto['source'], string> = {
  lab: 'by the lab',
  submitter: 'by a submitter and checked by our staff',
  staff: 'by our staff',
};

/** How many figures, from when and by whom. Every picture shows it. */
export const figuresSource = (count: number, { testDate, labName, source }: CoaDto): string =>
  `${count} ${count === 1 ? 'figure' : 'figures'}, tested on ${formatDay(testDate)} by ${labName}. Supplied ${SUPPLIERS[source]}.`;
