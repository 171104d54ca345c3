import type { CoaDto } from '../../api/generated/types.gen';
import { hasNotice } from '../../components/certificates/has-notice';
import { AMOUNT_LIMITS } from '../../components/dosing/dose-inputs';
import { TextLink } from '../../components/links';
import { paths } from '../../paths';
import { Notice } from '../../ui/messages/notice';
import { formatDay } from '../../ui/text/days';
import { formatMg } from '../../ui/text/figures';

/** The amount that the calculator counts for a whole can, in mg: the upper end of what was measured. Null: none to use. */
export function cautiousMg({ standing, verdict, thcContent, results }: CoaDto): number | null {
  if (standing !== 'approved' || verdict.doNotDrink) return null;
  const upper = Number(results.thcPerContainer.high ?? Math.max(thcContent, Number(results.thcPerContainer.low)));
  const rounded = Math.ceil(Number((upper * 100).toPrecision(12))) / 100;
  return rounded > 0 && rounded <= AMOUNT_LIMITS.max ? rounded : null;
}

/** What was measured in a batch, shown before the calculator uses it. */
export function MeasuredBatch({ coa }: { coa: CoaDto }) {
  const mg = cautiousMg(coa);
  const to = coa.standing === 'approved' ? paths.coa(coa) : paths.certificate(coa.reference);
  const name = (
    <TextLink to={to}>
      {coa.productName}, batch {coa.batchId}
    </TextLink>
  );
  if (mg === null) {
    return (
      <Notice tone="danger" title="We do not calculate with this batch">
        {name}: {whyNot(coa)}
      </Notice>
    );
  }
  return (
    <Notice tone={hasNotice(coa) ? 'caution' : 'info'} title={`Measured: ${rangeWords(coa, mg)} of THC per can`}>
      {[...coa.notices, ...coa.labIncidents].map(({ id, sentence }) => (
        <p key={id}>{sentence}</p>
      ))}
      {name}. Tested on {formatDay(coa.testDate)} by {coa.labName}. {countedWords(coa, mg)}
    </Notice>
  );
}

function whyNot({ standing, verdict, thcContent }: CoaDto): string {
  if (standing !== 'approved') return 'its certificate is no longer current. Do not rely on its figures.';
  if (verdict.doNotDrink) return `${verdict.headline}`;
  if (thcContent === 0) return 'the lab measured no THC.';
  return `the can has more THC than this calculator takes (${formatMg(AMOUNT_LIMITS.max)}).`;
}

function rangeWords({ results: { thcPerContainer } }: CoaDto, mg: number): string {
  if (thcPerContainer.high === null) return `at least ${formatMg(mg)}`;
  const low = Math.floor(Number((Number(thcPerContainer.low) * 100).toPrecision(12))) / 100;
  return low === mg ? formatMg(mg) : `${formatMg(low)} to ${formatMg(mg)}`;
}

function countedWords({ results: { thcPerContainer }, labelComparison: { statedMg } }: CoaDto, mg: number): string {
  const counted =
    thcPerContainer.high === null
      ? 'The report does not say how much more it could be.'
      : `To be careful, count the whole can as ${formatMg(mg)}, the most that the report shows.`;
  const label =
    statedMg !== null && statedMg > mg ? ` The label says more: ${formatMg(statedMg)}. If in doubt, count that.` : '';
  return `${counted} Forms of THC that were not tested can add to it.${label}`;
}

/** No certificate has this reference, or it could not be loaded. */
export const NoBatch = ({ isMissing }: { isMissing: boolean }) => (
  <Notice tone="caution" title={isMissing ? 'We have no such certificate' : "We couldn't load this batch"}>
    {isMissing ? 'The link may be incomplete. ' : 'Try again later. '}
    You can still enter the milligrams yourself, or <TextLink to={paths.coas}>look for the batch</TextLink>.
  </Notice>
);
