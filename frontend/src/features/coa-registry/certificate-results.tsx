import type { CoaDto } from '../../api/generated/types.gen';
import { usePageContext } from '../../api/page-context';
import { CanGauge } from '../../components/certificates/can-gauge';
import { isQuiet } from '../../components/certificates/is-quiet';
import { StrengthScale } from '../../components/certificates/strength-scale';
import { Findings } from '../../components/coa-registry/findings';
import { PanelReports } from '../../components/coa-registry/panel-reports';
import { DataList } from '../../ui/data-list';
import { Notice } from '../../ui/messages/notice';
import { formatDay } from '../../ui/text/days';
import { formatMg } from '../../ui/text/figures';
import { reasonsForDifference } from './label-difference';
import { printedCbd } from './printed-cbd';

/** The limit per container in the first rule that has not started. */
function comingLimitOf({ results }: CoaDto) {
  const rule = results.rules.find(({ state, containerLimitMg }) => state === 'upcoming' && containerLimitMg);
  if (!rule) return null;
  const { effectiveFrom, containerLimitMg: mg } = rule;
  return {
    mg: Number(mg),
    text: `Dotted: at most ${mg} mg from ${formatDay(effectiveFrom ?? '')}, as we read the rule`,
  };
}

/** The evidence for how safe and how strong it is. */
export function CertificateResults({ coa }: { coa: CoaDto }) {
  return (
    <>
      <section aria-labelledby="results" className="stack gap-2">
        <h2 id="results">Test Results Summary</h2>
        <PanelReports reports={coa.panelReports} quiet={isQuiet(coa)} />
      </section>

      <div className="grid gap-4 lg:grid-cols-2 lg:gap-8 print:grid-cols-2">
        <section aria-labelledby="label" className="stack content-start gap-3">
          <h2 id="label">Measured against the label</h2>
          <CanGauge
            measuredMg={coa.verdict.countedThcMg}
            label={coa.labelComparison}
            strengthLevel={coa.strength === null && !coa.verdict.doNotDrink ? null : coa.strengthLevel}
            tested={`Tested ${formatDay(coa.testDate)}`}
            comingLimit={comingLimitOf(coa)}
          />
          <LoqFit coa={coa} />
          <WhyDifferent coa={coa} />
        </section>
        <section aria-labelledby="profile" className="stack content-start gap-3">
          <h2 id="profile">Cannabinoid Profile</h2>
          <DataList
            look="stacked"
            items={[
              { label: 'Total THC', value: `${formatMg(coa.verdict.countedThcMg)} per container` },
              { label: 'Total CBD', value: `${printedCbd(coa)} per container` },
            ]}
          />
          {coa.strength && <StrengthScale strength={coa.strength} />}
        </section>
      </div>
    </>
  );
}

function LoqFit({ coa: { results, labelComparison } }: { coa: CoaDto }) {
  const fit = results.thcLoqFit;
  if (!fit || fit.fit === 'good') return null;
  const figure = `The least that it can measure (its LOQ for Δ9-THC) comes to ${Math.ceil(Number(fit.percent))}% of the ${labelComparison.statedMg} mg on the label.`;
  return fit.fit === 'unfit' ? (
    <Notice tone="caution" title="This method cannot see the dose on this label">
      {figure} Do not rely on it for how strong the drink is.
    </Notice>
  ) : (
    <Notice tone="caution" title="This method measures the dose on this label only roughly">
      {figure}
    </Notice>
  );
}

/** Why the lab measured something else than the label says, as far as the record shows it. */
function WhyDifferent({ coa }: { coa: CoaDto }) {
  const { today } = usePageContext();
  const reasons = reasonsForDifference(coa, today);
  if (reasons === null) return null;
  return (
    <div className="stack gap-1">
      <h3 className="text-base">Why label and lab differ</h3>
      {reasons.length === 0 ? (
        <p className="text-sm text-ink-soft">No reason is visible on this record. Ask the brand.</p>
      ) : (
        <ul className="list-disc ps-5 text-sm">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What our checks noticed; nothing on most certificates. */
export function Noticed({ coa }: { coa: CoaDto }) {
  return (
    <section aria-labelledby="noticed" className="stack gap-2">
      <h2 id="noticed">What our checks noticed</h2>
      {coa.findings.length === 0 ? (
        <p className="text-sm text-ink-soft">
          {coa.verdict.doNotDrink ? 'They noticed no more than what is said above.' : 'Nothing.'} These checks compare
          dates, batch IDs and figures. They can't tell whether a certificate is genuine.
        </p>
      ) : (
        <>
          <p className="text-sm text-ink-soft print:hidden">
            A computer compares dates, batch IDs and figures. What it notices is a reason to look closer.
          </p>
          <Findings findings={coa.findings} />
        </>
      )}
      {coa.overrideReason && (
        <p className="text-sm">
          A reviewer published it all the same and gave this reason:{' '}
          <q className="wrap-anywhere">{coa.overrideReason}</q>
        </p>
      )}
    </section>
  );
}
