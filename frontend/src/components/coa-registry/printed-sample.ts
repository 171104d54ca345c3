import type { PrintedSampleDto, SentSampleDto } from '../../api/generated/types.gen';
import { formatLongDay } from '../../ui/text/days';

/** What a certificate prints about its sample, in the API's format: fields that are not printed are left out. */
export function sentSample(printed: PrintedSampleDto | null): { sample?: SentSampleDto } {
  if (printed === null) return {};
  return { sample: Object.fromEntries(Object.entries(printed).filter(([, value]) => value !== null)) };
}

/** Each thing that is printed, with its label, in the order of a report. */
export function sampleLines(printed: PrintedSampleDto | null): readonly { label: string; value: string }[] {
  if (printed === null) return [];
  const { containerVolume: volume, containerMass: mass, densityGPerMl: density } = printed;
  const day = (text: string | null) => text && formatLongDay(text);
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
  ];
  return lines.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}
