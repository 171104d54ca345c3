import type { PrintedSampleDto, SentSampleDto } from '../../api/generated/types.gen';

/** What a certificate prints about its sample, as the API takes it: without what is not printed. */
export function sentSample(printed: PrintedSampleDto | null): { sample?: SentSampleDto } {
  if (printed === null) return {};
  return { sample: Object.fromEntries(Object.entries(printed).filter(([, value]) => value !== null)) };
}
