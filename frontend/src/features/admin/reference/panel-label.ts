const LABELS: Readonly<Record<string, string>> = {
  cannabinoids: 'Cannabinoids',
  heavyMetals: 'Heavy metals',
  pesticides: 'Pesticides',
  microbials: 'Microbials',
  mycotoxins: 'Mold toxins',
  residualSolvents: 'Residual solvents',
  physical: 'Physical tests',
  other: 'Other',
};

/** A panel of a certificate or of the vocabulary, for people. */
export const panelLabel = (panel: string): string => LABELS[panel] ?? panel;
