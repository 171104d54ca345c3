import { Link, useSearchParams } from 'react-router';
import { DoseCalculator } from '../../components/dosing/dose-calculator';
import { readDoseLink } from '../../components/dosing/dose-inputs';
import * as doseResult from '../../components/dosing/dose-result';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { standaloneLink } from '../../ui/link-styles';

export function Component() {
  usePageMeta('doseCalculator');
  const [params] = useSearchParams();
  return (
    <div className="stack gap-8">
      <div className="stack gap-3">
        <h1>Dose Calculator</h1>
        <DoseCalculator key={params.toString()} headingLevel={1} link={readDoseLink(params)} view={doseResult} />
      </div>
      <nav aria-label="Read on" className="flex flex-wrap gap-x-6 border-t border-rule pt-4 print:hidden">
        <Link to={paths.article('dosing-guide')} className={standaloneLink}>
          Dosing guide
        </Link>
        <Link to={paths.article('onset-duration')} className={standaloneLink}>
          Onset and duration
        </Link>
        <Link to={paths.responsibleUse} className={standaloneLink}>
          Responsible use
        </Link>
      </nav>
    </div>
  );
}
