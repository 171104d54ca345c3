import type { ReactNode } from 'react';
import type { CoaDto } from '../../api/generated/types.gen';
import { CanGauge } from '../../components/certificates/can-gauge';
import { CannabinoidBars } from '../../components/certificates/cannabinoid-bars';
import { AnalyteTable } from '../../components/coa-registry/analyte-table';
import { Findings } from '../../components/coa-registry/findings';
import { PanelReports } from '../../components/coa-registry/panel-reports';
import { StandaloneLink } from '../../components/links';
import { paths } from '../../paths';
import { formatDay } from '../../ui/text/days';
import { printedCbd } from './printed-cbd';

/** The calculator's maximum. [source:dose-inputs] */
const CALCULATOR_MAX_MG = 100;

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

/** What the lab measured, what is derived from it, and what our checks noticed. */
export function CertificateResults({ coa, children }: { coa: CoaDto; children: ReactNode }) {
  return (
    <>
      <div className="grid gap-8 lg:grid-cols-2 print:grid-cols-2">
        <section aria-labelledby="label" className="stack content-start gap-4">
          <h2 id="label">Measured against the label</h2>
          <CanGauge
            measuredMg={coa.verdict.countedThcMg}
            label={coa.labelComparison}
            tested={`Tested ${formatDay(coa.testDate)}`}
            comingLimit={comingLimitOf(coa)}
          />
          {!coa.verdict.doNotDrink && coa.thcContent > 0 && coa.thcContent <= CALCULATOR_MAX_MG && (
            <StandaloneLink to={paths.doseCalculatorFor(coa.reference)} className="print:hidden">
              Use this can in the calculator
            </StandaloneLink>
          )}
        </section>
        <section aria-labelledby="profile" className="stack content-start gap-4">
          <h2 id="profile">Cannabinoid Profile</h2>
          <CannabinoidBars
            rows={[
              { label: 'Total THC', mgPerContainer: coa.verdict.countedThcMg },
              { label: 'Total CBD', mgPerContainer: coa.cbdContent, printed: printedCbd(coa) },
            ]}
          />
        </section>
      </div>

      <section aria-labelledby="results" className="stack gap-4">
        <h2 id="results">Test Results Summary</h2>
        <PanelReports reports={coa.panelReports} quiet={coa.verdict.tone === 'danger'} />
        <AnalyteTable analytes={coa.testResults.analytes} />
      </section>

      {children}

      <section aria-labelledby="noticed" className="stack gap-3">
        <h2 id="noticed">What our checks noticed</h2>
        {coa.findings.length === 0 ? (
          <p className="text-sm text-ink-soft">
            {coa.verdict.doNotDrink ? 'They noticed no more than the failure above.' : 'Nothing.'} These checks compare
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
    </>
  );
}
