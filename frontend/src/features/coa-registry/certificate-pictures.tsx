import type { CoaDto } from '../../api/generated/types.gen';
import { Completeness } from './completeness';
import { ContainerAmounts } from './container-amounts';
import { ContaminantStrip } from './contaminant-strip';
import { RuleStrip } from './rule-strip';

export interface CertificatePicturesProps {
  coa: CoaDto;
}

/** What follows from the printed lines. Loaded after the first view. Not printed: a certificate fits one sheet. */
export function Component({ coa }: CertificatePicturesProps) {
  return (
    <>
      <Completeness coa={coa} />
      <ContaminantStrip coa={coa} />
      <ContainerAmounts coa={coa} />
      <RuleStrip results={coa.results} />
    </>
  );
}
