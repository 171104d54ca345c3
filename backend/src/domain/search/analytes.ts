/** What a lab measures, and the section of an article that explains it. */
export interface Analyte {
  /** As lab reports usually print it. */
  readonly name: string;
  /** Other names, as people type them. */
  readonly aliases: readonly string[];
  /** The group it is tested with. */
  readonly panel: string;
  /** Where it is explained. */
  readonly section: { readonly article: string; readonly heading: string; readonly anchor: string };
}

const sectionOf = (article: string, anchor: string, heading: string) => ({ article, anchor, heading });

const PANELS = sectionOf('reading-lab-results', 'the-panels', 'The panels');
const METALS = sectionOf('reading-lab-results', 'metals-check-whose-limit', 'Metals: check whose limit');
const TOTAL_THC = sectionOf('reading-lab-results', 'total-thc', 'Total THC');
const COMPOUNDS = sectionOf('thc-vs-cbd-drinks', 'two-compounds-from-one-plant', 'Two compounds from one plant');

const analyte = (panel: string, section: Analyte['section'], name: string, ...aliases: string[]): Analyte => ({
  name,
  aliases,
  panel,
  section,
});

/**
 * Analytes and panels that our articles explain, not all that labs test. A test compares the names with the sections.
 */
export const ANALYTES: readonly Analyte[] = [
  analyte('Cannabinoids', COMPOUNDS, 'Δ9-THC', 'delta-9-THC', 'delta 9', 'D9-THC', 'THC', 'tetrahydrocannabinol'),
  analyte('Cannabinoids', COMPOUNDS, 'CBD', 'cannabidiol'),
  analyte('Cannabinoids', TOTAL_THC, 'Total THC'),
  analyte('Cannabinoids', TOTAL_THC, 'THCA', 'THC-A', 'tetrahydrocannabinolic acid'),
  analyte('Cannabinoids', TOTAL_THC, 'Δ8-THC', 'delta-8-THC', 'delta 8', 'D8-THC'),
  analyte('Cannabinoids', TOTAL_THC, 'Δ10-THC', 'delta-10-THC', 'delta 10', 'D10-THC'),
  analyte('Heavy metals', METALS, 'Arsenic', 'As'),
  analyte('Heavy metals', METALS, 'Cadmium', 'Cd'),
  analyte('Heavy metals', METALS, 'Lead', 'Pb'),
  analyte('Heavy metals', METALS, 'Mercury', 'Hg'),
  analyte('Heavy metals', PANELS, 'Heavy metals', 'metals'),
  analyte('Pesticides', PANELS, 'Pesticides', 'pesticide residues'),
  analyte('Residual solvents', PANELS, 'Solvents', 'residual solvents'),
  analyte('Microbials', PANELS, 'E. coli', 'Escherichia coli'),
  analyte('Microbials', PANELS, 'Salmonella'),
  analyte('Microbials', PANELS, 'Yeast', 'total yeast and mold'),
  analyte('Microbials', PANELS, 'Mold', 'mould', 'total yeast and mold'),
  analyte('Mycotoxins', PANELS, 'Aflatoxins', 'aflatoxin B1'),
  analyte('Mycotoxins', PANELS, 'Ochratoxin', 'ochratoxin A'),
  analyte('Mycotoxins', PANELS, 'Mycotoxins', 'mold toxins'),
  analyte('Other', PANELS, 'pH', 'acidity'),
];
