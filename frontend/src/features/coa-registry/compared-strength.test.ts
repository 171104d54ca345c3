import type { BatchNoticeDto, CoaDto, DoseLevel, LabIncidentNoticeDto } from '../../api/generated/types.gen';
import type { LabelLevel } from '../../components/certificates/label-mark';
import { canFill, strengthWords } from './compared-strength';

const NOTICES: CoaDto['labIncidents'] = [{} as LabIncidentNoticeDto];
const BATCH_NOTICES: CoaDto['notices'] = [{} as BatchNoticeDto];

const certificate = (level: DoseLevel | null, label: LabelLevel = 'within', doNotDrink = false) => ({
  standing: 'approved' as const,
  verdict: { doNotDrink },
  strength: level && { level },
  labIncidents: [] as CoaDto['labIncidents'],
  notices: [] as CoaDto['notices'],
  labelComparison: { level: label, statedMg: 5, percent: 100 },
});

it.each([
  ['Very strong', certificate('very_high')],
  ['Do not drink it', certificate(null, 'within', true)],
  ['no longer current', { ...certificate(null), standing: 'withdrawn' as const }],
  ['not known', certificate(null)],
])('says %s', (words, coa) => expect(strengthWords(coa)).toBe(words));

it.each([
  ['a mild can close to its label', certificate('low'), 'fill-liquid'],
  ['a moderate one without a label', certificate('moderate', 'not_stated'), 'fill-liquid'],
  ['a strong one, however close to its label', certificate('high'), 'fill-citrus'],
  ['a very strong one', certificate('very_high'), 'fill-clay'],
  ['one above its label', certificate('low', 'over'), 'fill-citrus'],
  ['one far above its label', certificate('low', 'far_over'), 'fill-clay'],
  ['one below its label', certificate('low', 'far_under'), 'fill-citrus'],
  ['one with a notice about its laboratory', { ...certificate('low'), labIncidents: NOTICES }, 'fill-citrus'],
  ['one with a notice about its batch', { ...certificate('low'), notices: BATCH_NOTICES }, 'fill-citrus'],
  ['one that failed, has ended, or whose strength nothing tells', certificate(null), 'fill-rule'],
] as const)('%s is drawn so', (_, coa, fill) => {
  expect(canFill(coa)).toBe(fill);
});
