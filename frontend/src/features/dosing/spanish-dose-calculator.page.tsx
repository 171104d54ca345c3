import sentences from '../../../../content/es/calculator.json' with { type: 'json' };
import { loadSpanishTexts } from '../../components/site-texts';
import { TranslationProvider } from '../../components/translation';
import { Component as DoseCalculatorPage, load as loadCalculator } from './dose-calculator.page';

/** The calculator in Spanish. A page of its own, so that only its visitors load the sentences. */
export const Component = () => (
  <TranslationProvider value={sentences}>
    <DoseCalculatorPage />
  </TranslationProvider>
);

export const load = async () => void (await Promise.all([loadSpanishTexts(), loadCalculator()]));
