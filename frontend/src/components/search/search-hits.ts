import type { SearchHitDto } from '../../api/generated/types.gen';

type Kind = SearchHitDto['kind'];

/** Headings of the groups of results. */
export const GROUP_TITLES: Readonly<Record<Kind, string>> = {
  help: 'Start here',
  batch: 'Batches',
  brand: 'Brands',
  product: 'Products',
  analyte: 'What labs test for',
  article: 'Articles',
};

/** Badges of certificates that are not current, or did not pass. */
export const WARNINGS: Readonly<Record<NonNullable<SearchHitDto['warning']>, string>> = {
  failed: 'Failed',
  notice: 'See notice',
  lab_incident: 'See notice',
  pending: 'Pending',
  unclear: 'Not clear',
  withdrawn: 'Withdrawn',
  replaced: 'Replaced',
  similar: 'Similar lot',
};
