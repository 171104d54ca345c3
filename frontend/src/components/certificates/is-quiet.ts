import type { CoaDto } from '../../api/generated/types.gen';
import { hasNotice } from './has-notice';

/** Whether a certificate failed, or there is a notice about it, so that nothing is green beside that. */
export const isQuiet = (coa: Pick<CoaDto, 'verdict' | 'labIncidents' | 'notices'>): boolean =>
  coa.verdict.tone === 'danger' || hasNotice(coa);
