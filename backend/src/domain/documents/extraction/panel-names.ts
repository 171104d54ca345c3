import type { ReadPanelName, ReadRow } from '../../shared/document-reading.js';

type RowPanel = ReadRow['panel'];

const TITLES: readonly (readonly [RowPanel, RegExp])[] = [
  ['heavyMetals', /^(?:toxic |trace )?(?:heavy )?(?:metals?|metal|elements?|elemental(?: impurities)?)$/],
  [
    'pesticides',
    /^(?:residual )?pesticides?(?: residues?)?$|^pesticides? (?:&|and) (?:plant )?growth regulators$|^agricultural (?:agents|chemicals)$/,
  ],
  [
    'microbials',
    /^(?:microbials?|microbiology|microbiological|microbes|microbial (?:contaminants?|impurities|contamination)|pathogens?|pathogenic (?:bacteria|microbes)|microbial pathogens|microbials? & pathogens)$/,
  ],
  [
    'residualSolvents',
    /^(?:residual )?solvents?(?: residues?| & processing chemicals)?$|^(?:processing|volatile) (?:solvents|chemicals|impurities)$/,
  ],
  [
    'cannabinoids',
    /^(?:cannabinoids?|potency|cannabinoids? (?:potency|profile|content|concentrations?)|potency (?:profile)?|cannabinoid potency)$/,
  ],
  [
    'other',
    /^(?:terpenes?|terpenoids?|mycotoxins?|aflatoxins?|water activity|moisture(?: content)?|foreign (?:matter|material)|filth(?: & foreign materials?)?|ph|density|homogeneity|vitamins?|nutrition|physical(?: properties)?|other(?: tests)?)$/,
  ],
];

/** Words around a panel's name in titles. */
const AROUND =
  /\b(?:analysis|analyses|testing|tests?|screen(?:ing)?|panel|profile|results?|report|section|summary|determination|assay|quantitation|by|via|full|complete|compliance|extended|basic|total|impurities)\b/g;
const METHODS = /\b(?:hplc|uplc|uhplc|icp|gc|lc|ms|dad|uv|pda|fid|hs|q?pcr|plating|culture|elisa|petrifilm)\b/g;

/** A title without the words around the panel's name, and as it is. */
function bareTitle(text: string): readonly string[] {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .replace(/^\s*(?:section |panel |table )?[\dIVX]{1,2}[.)]\s+/i, '')
    .replace(/&|\band\b/g, ' & ')
    .replace(/[^\p{L}&]+/gu, ' ');
  const bare = plain.replace(METHODS, ' ').replace(AROUND, ' ');
  return [bare, plain].map((title) => title.replace(/\s+/g, ' ').trim());
}

/** The panel that a title such as "Heavy Metals by ICP-MS" or "PESTICIDE ANALYSIS" names, or null. */
export function titlePanel(text: string): RowPanel | null {
  if (text.length > 80) return null;
  const titles = bareTitle(text);
  return TITLES.find(([, pattern]) => titles.some((title) => pattern.test(title)))?.[0] ?? null;
}

/** One of the panels of contaminants that a phrase names, or null. */
export function readPanel(text: string): ReadPanelName | null {
  const panel = titlePanel(text);
  if (panel === 'other')
    return bareTitle(text).some((title) => /^(?:mycotoxins?|aflatoxins?)$/.test(title)) ? 'mycotoxins' : null;
  return panel === 'cannabinoids' ? null : panel;
}

const SECTIONS =
  /^(?:certificate of analysis|(?:final |summary of |test |analytical )?(?:results?|report)(?: summary)?|sample information|client information|laboratory information|summary|safety (?:analysis|summary|panels?)|analyte|analysis summary|test summary|product information|order details|sample details)$/;

/** Whether a phrase is the title of a section, which is not a field's value. */
export function isSectionTitle(text: string): boolean {
  if (text.length > 60) return false;
  return (
    titlePanel(text) !== null ||
    SECTIONS.test(
      text
        .toLowerCase()
        .replace(/[^a-z]+/g, ' ')
        .trim(),
    )
  );
}

const CANNABINOID =
  /^(?:(?:δ|Δ|∆|d|delta|exo)?[ -]?\(?(?:8|9|10|6a10a|9,11|4\(8\)|6a,10a|8\/9)?\)?[ -]?)?(?:[rs]-|\([rs]\)-?|9[rs]-?)*(?:thc|cbd|cbg|cbn|cbc|cbl|cbt|hhc|thcp|cbe|cbdm|cbdp|thcm|cbdo)(?:-?[ovph])?(?:-?a)?(?:-?o)?(?:v|va)?(?:-?c\d)?$|cannabi(?:diol|gerol|nol|chromen|cyclol|divarin|chromevarin|citran)|tetrahydrocannabi|hexahydrocannabi/;
const METAL =
  /^(?:total |inorganic )?(?:lead|cadmium|arsenic|mercury|chromium|nickel|copper|antimony|silver|barium|selenium|zinc|cobalt|thallium|tin)(?: \(?[a-z]{1,2}\)?)?$|^(?:pb|cd|as|hg)$/;
const MICROBE =
  /salmonella|e\.? ?coli|escherichia|stec|shiga|listeria|aspergillus|yeast|mold|mould|coliform|enterobacter|aerobic|plate count|pseudomonas|staphylococcus|bile.tolerant|\bt?ymc?\b|\btamc\b|clostridium|candida/;
const SOLVENT =
  /^(?:acetone|acetonitrile|benzene|[ni]?-?butanes?|butanes?|chloroform|cyclohexane|1,[24]-dichloroethane|dichloromethane|ethanol|ethyl acetate|ethyl ether|diethyl ether|ethylene oxide|[n]?-?heptane|[n]?-?hexanes?|isobutane|isopropanol|isopropyl alcohol|2-propanol|methanol|methylene chloride|[n]?-?pentanes?|propane|toluene|trichloroethylene|trichloroethene|(?:total |[mop]-|m,p-)?xylenes?|ethyl benzene|tetrahydrofuran|dimethyl sulfoxide|neopentane|isopentane)$/;
const PESTICIDE =
  /^(?:abamectin|acephate|acequinocyl|acetamiprid|aldicarb|azoxystrobin|bifenazate|bifenthrin|boscalid|captan|carbaryl|carbofuran|chlorantraniliprole|chlordane|chlorfenapyr|chlorpyrifos|clofentezine|coumaphos|cyfluthrin|cypermethrin|daminozide|ddvp|diazinon|dichlorvos|dimethoate|dimethomorph|ethoprop(?:hos)?|etofenprox|etoxazole|fenhexamid|fenoxycarb|fenpyroximate|fipronil|flonicamid|fludioxonil|hexythiazox|imazalil|imidacloprid|kresoxim.methyl|malathion|metalaxyl|methiocarb|methomyl|methyl parathion|parathion.methyl|mevinphos|myclobutanil|mgk.264|naled|oxamyl|paclobutrazol|pentachloronitrobenzene|permethrins?|phosmet|piperonyl butoxide|prallethrin|propiconazole|propoxur|pyrethrins?|pyridaben|spinetoram|spinosad|spiromesifen|spirotetramat|spiroxamine|tebuconazole|thiacloprid|thiamethoxam|trifloxystrobin|avermectins?)\b/;
const OTHER =
  /aflatoxin|ochratoxin|pinene|limonene|myrcene|linalool|caryophyllene|humulene|terpinolene|bisabolol|water activity|moisture|^ph$|^density|foreign m/;

/** The panel of a well-known analyte, or null. */
export function analytePanel(name: string): RowPanel | null {
  const plain = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[*†‡§]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (CANNABINOID.test(plain)) return 'cannabinoids';
  if (METAL.test(plain)) return 'heavyMetals';
  if (MICROBE.test(plain)) return 'microbials';
  if (SOLVENT.test(plain)) return 'residualSolvents';
  if (PESTICIDE.test(plain)) return 'pesticides';
  return OTHER.test(plain) ? 'other' : null;
}
