import { StandaloneLink } from '../../components/links';
import { paths } from '../../paths';
import { FlaskIcon } from '../../ui/icons';
import { Panel } from '../../ui/panel';

/** What a full-panel certificate covers, and what it does not. */
export function WhatIsTested() {
  return (
    <Panel as="section" tone="soft" aria-labelledby="what-is-tested">
      <div className="flex gap-4">
        <FlaskIcon className="mt-0.5 size-6 text-pine" />
        <div className="stack gap-2">
          <h2 id="what-is-tested" className="text-lg">
            What is tested
          </h2>
          <p className="max-w-[75ch] text-sm">
            A full-panel lab report covers cannabinoids (how much THC and CBD) and four groups of contaminants:
            pesticides, heavy metals, microbials and residual solvents. It covers one sample of one batch on the day of
            the test. It doesn't certify a brand, other batches, today's strength, or that a product is legal where you
            are.
          </p>
          <p className="text-sm">
            <StandaloneLink to={paths.analytes}>What labs test for, by name</StandaloneLink>
          </p>
        </div>
      </div>
    </Panel>
  );
}
