import type { CoaSummaryDto, PrintedSampleDto, SampledBy, Sampler, SentSampleDto } from '../../api/generated/types.gen';
import { formatLongDay } from '../../ui/text/days';

/** What a certificate prints about its sample, in the API's format: fields that are not printed are left out. */
export function sentSample(printed: PrintedSampleDto | null): { sample?: SentSampleDto } {
  if (printed === null) return {};
  return { sample: Object.fromEntries(Object.entries(printed).filter(([, value]) => value !== null)) };
}

/** Each thing that is printed, with its label, in the order of a report. */
export function sampleLines(printed: Partial<PrintedSampleDto> | null): readonly { label: string; value: string }[] {
  if (printed === null) return [];
  const { containerVolume: volume, containerMass: mass, densityGPerMl: density } = printed;
  const day = (text: string | null | undefined) => text && formatLongDay(text);
  const lines: readonly [string, string | null | undefined][] = [
    ['Container volume', volume && `${volume.amount} ${volume.unit}`],
    ['Container mass', mass && `${mass.amount} ${mass.unit}`],
    ['Servings per container', printed.servingsPerContainer],
    ['Density', density && `${density} g/mL`],
    ['Sample collected', day(printed.collectedOn)],
    ['Sample received', day(printed.receivedOn)],
    ['Analysis ended', day(printed.testedOn)],
    ['Report issued', day(printed.issuedOn)],
    ['Report revision', printed.revision],
    ['Who picked the can', printed.sampledBy && SAMPLED_BY[printed.sampledBy]],
    ['Bought by', printed.boughtBy],
  ];
  return lines.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

/** Who picked the can that was tested, in short. */
export const SAMPLED_BY: Readonly<Record<SampledBy, string>> = {
  brand: 'Sent by the brand',
  laboratory: 'Sampled by the lab',
  store: 'Bought in a store',
  unknown: 'Not stated',
};

/** The choices of a form that may state these. */
export const samplerOptions = (...samplers: readonly Sampler[]) => [
  { value: '', label: SAMPLED_BY.unknown },
  ...samplers.map((value) => ({ value, label: SAMPLED_BY[value] })),
];

export const WHY_SAMPLER = 'A lab tests the can it is given. A brand can choose which one.';

/** The same as a sentence, with why it matters where the brand may have picked it. */
export function samplerSentence({ sampledBy, boughtBy }: Pick<CoaSummaryDto, 'sampledBy' | 'boughtBy'>): string {
  if (sampledBy === 'laboratory') return 'The lab took the sample itself.';
  if (sampledBy === 'store') return `${boughtBy} bought the can in a store.`;
  if (sampledBy === 'brand') return 'The brand sent the can, and could choose which one.';
  return 'Who picked the can is not stated. It may be the brand.';
}
