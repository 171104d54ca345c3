import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { ApiError } from '../../api/api';
import { getCertificateOptions } from '../../api/generated/@tanstack/react-query.gen';
import { DoseCalculator } from '../../components/dosing/dose-calculator';
import { inputsOfLink, readDoseLink } from '../../components/dosing/dose-inputs';
import { ReviewNote } from '../../components/language';
import { StandaloneLink } from '../../components/links';
import { useTranslate } from '../../components/translation';
import { useLanguage } from '../../hooks/use-language';
import { usePageMeta } from '../../hooks/use-page-meta';
import { paths } from '../../paths';
import { cautiousMg, MeasuredBatch, NoBatch } from './measured-batch';

type View = typeof import('../../components/dosing/dose-result');

let view: View | undefined;

/** The server can render every result. The browser loads the code of results first only where the address has one. */
export async function load(): Promise<void> {
  if (import.meta.env.SSR || inputsOfLink(readDoseLink(new URLSearchParams(window.location.search))))
    view = await import('../../components/dosing/dose-result');
}

export function Component() {
  const language = useLanguage();
  const t = useTranslate();
  usePageMeta(language === 'es' ? 'doseCalculatorEs' : 'doseCalculator');
  const [params] = useSearchParams();
  const reference = params.get('certificate')?.trim() ?? '';
  const batch = useQuery({ ...getCertificateOptions({ path: { reference } }), enabled: reference !== '' });
  const mg = batch.data ? cautiousMg(batch.data) : null;
  return (
    <div className="stack gap-8">
      <div className="stack gap-3">
        <h1>{t('Dose Calculator')}</h1>
        <ReviewNote />
        {/* What is known of a batch is in English. */}
        {batch.data && (
          <div lang="en">
            <MeasuredBatch coa={batch.data} />
          </div>
        )}
        {batch.isError && (
          <div lang="en">
            <NoBatch isMissing={batch.error instanceof ApiError && batch.error.status === 404} />
          </div>
        )}
        <DoseCalculator
          key={`${params} ${mg}`}
          headingLevel={1}
          link={readDoseLink(mg === null ? params : withCan(params, mg))}
          {...(view && { view })}
        />
      </div>
      <nav lang="en" aria-label="Read on" className="flex flex-wrap gap-x-6 border-t border-rule pt-4 print:hidden">
        <StandaloneLink to={paths.article('dosing-guide')}>Dosing guide</StandaloneLink>
        <StandaloneLink to={paths.article('onset-duration')}>Onset and duration</StandaloneLink>
        <StandaloneLink to={paths.responsibleUse}>Responsible use</StandaloneLink>
      </nav>
    </div>
  );
}

/** With the THC of a whole can, and all of it where the link names no amount. */
function withCan(params: URLSearchParams, mg: number): URLSearchParams {
  const filled = new URLSearchParams(params);
  filled.set('can', String(mg));
  if (!filled.has('mg')) filled.set('mg', String(mg));
  return filled;
}
