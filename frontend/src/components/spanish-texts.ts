import frame from '../../../content/es/frame.json' with { type: 'json' };
import gate from '../../../content/es/gate.json' with { type: 'json' };
import review from '../../../content/es/review.json' with { type: 'json' };

/** As site-texts.ts has them in English. */
export const SPANISH = {
  frame,
  gate,
  reviewNote: review.reviewedBy === null ? { own: review.es, en: review.en } : null,
};
