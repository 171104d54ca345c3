import type { CoaDto } from '../../api/generated/types.gen';

/** Whether there is a notice about its batch or its laboratory, so that nothing about it is good news. */
export const hasNotice = ({ labIncidents, notices }: Pick<CoaDto, 'labIncidents' | 'notices'>): boolean =>
  labIncidents.length > 0 || notices.length > 0;
