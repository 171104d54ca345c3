import type { NoticeKind } from '../../../api/generated/types.gen';

export const NOTICE_KIND_LABELS: Readonly<Record<NoticeKind, string>> = {
  recall: 'Recall by an authority',
  voluntary_recall: 'Voluntary recall',
  wrong_label: 'Wrong label',
  contamination: 'Contamination found',
  mix_up: 'Mix-up',
};

export const NOTICE_KINDS = Object.entries(NOTICE_KIND_LABELS).map(([value, label]) => ({
  value: value as NoticeKind,
  label,
}));
