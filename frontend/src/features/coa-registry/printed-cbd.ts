import type { CoaDto } from '../../api/generated/types.gen';
import { formatCbd } from '../../components/certificates/certificate-facts';

/** If the total is 0 because the lab found none, the words of its line, because ND is not zero. */
export function printedCbd({ cbdContent, testResults, results }: CoaDto): string {
  const isNotDetected = testResults.analytes.some(
    ({ analyte }, index) => analyte === 'cbd' && results.lines[index]?.qualifier === 'not_detected',
  );
  return cbdContent === 0 && isNotDetected ? 'Not detected' : formatCbd(cbdContent);
}
