import review from '../../../../content/es/review.json' with { type: 'json' };
import spanish from '../../../../content/es/verdict.json' with { type: 'json' };
import type { VerdictDto } from '../../api/generated/types.gen';
import { paths } from '../../paths';
import { Collapsible } from '../../ui/collapsible';
import { TextLink } from '../links';
import { translationWithNames } from '../sentences';

/** A certificate's verdict in Spanish, on its English page. A sentence without a translation is marked as English. */
export function Component({ verdict }: { verdict: VerdictDto }) {
  return (
    <Collapsible lang="es" summary="En español" className="border-t print:hidden">
      <ul className="stack gap-1">
        {[verdict.headline, ...verdict.details].map((sentence) => (
          <VerdictSentence key={sentence} sentence={sentence} />
        ))}
      </ul>
      <p className="mt-3 flex flex-wrap gap-x-6">
        <TextLink
          reloadDocument
          to={paths.emergencyIn('es')}
          hrefLang="es"
          className="inline-flex min-h-11 items-center"
        >
          ¿Necesita ayuda ahora?
        </TextLink>
        <TextLink
          reloadDocument
          to={paths.doseCalculatorIn('es')}
          hrefLang="es"
          className="inline-flex min-h-11 items-center"
        >
          Calculadora de dosis
        </TextLink>
      </p>
      {review.reviewedBy === null && (
        <p className="text-sm text-ink-soft">
          {review.es} <span lang="en">{review.en}</span>
        </p>
      )}
    </Collapsible>
  );
}

function VerdictSentence({ sentence }: { sentence: string }) {
  const translated = translationWithNames(spanish.sentences, spanish.names, sentence);
  return <li lang={translated === null ? 'en' : undefined}>{translated ?? sentence}</li>;
}
