import type { PersonalDataErasure } from '../../../api/generated/types.gen';
import type { BadgeTone } from '../../../ui/badge';

export const ERASURES: Record<PersonalDataErasure, { word: string; tone: BadgeTone }> = {
  deleted: { word: 'Deleted', tone: 'clay' },
  emptied: { word: 'Cleared', tone: 'citrus' },
  stays: { word: 'Kept', tone: 'pine' },
};

export const recordCount = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'record' : 'records'}`;
