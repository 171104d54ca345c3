import type { CoaDto } from '../../api/generated/types.gen';
import { Completeness } from './completeness';
import { ContainerAmounts } from './container-amounts';
import { ContaminantStrip } from './contaminant-strip';

/** What is derived from the printed lines. Loaded after the first view. */
export function Component({ coa }: { coa: CoaDto }) {
  return (
    <>
      <div className="pictures stack gap-10">
        <Completeness coa={coa} />
        <ContaminantStrip coa={coa} />
      </div>
      <ContainerAmounts coa={coa} />
    </>
  );
}
