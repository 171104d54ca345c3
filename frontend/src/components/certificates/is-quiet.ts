import type { CoaDto } from '../../api/generated/types.gen';

/** Whether a certificate failed, or there is a notice about its laboratory, so that nothing is green beside that. */
export const isQuiet = ({ verdict, labIncidents }: Pick<CoaDto, 'verdict' | 'labIncidents'>): boolean =>
  verdict.tone === 'danger' || labIncidents.length > 0;
