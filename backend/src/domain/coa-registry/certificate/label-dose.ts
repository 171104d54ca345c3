/** What a product's name says, or leaves to be assumed, about its dose. */
export interface LabelDose {
  /** Milligrams of THC in the container as labelled. */
  readonly mg: number;
  /** `stated`: the name holds "… mg"; `inferred`: read from a size word; `assumed`: nothing in the name says it. */
  readonly basis: 'stated' | 'inferred' | 'assumed';
}

const MICRO_OR_SINGLE_MG = 2.5;
const DOUBLE_MG = 5;
const OTHERWISE_MG = 10;

/** How far measured THC may be below the label before a certificate counts as under-dosed. [source:under-dosed] */
export const UNDER_DOSED_MARGIN_MG = 1;

/**
 * The labelled dose, read from the product name: a number followed by "mg" (the first one counts), else "micro" or
 * "single" 2.5 mg, "double" 5 mg, anything else 10 mg. [source:under-dosed]
 */
export function labelDose(productName: string): LabelDose {
  const stated = /(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?|\.\d+)\s*mg/i.exec(productName);
  if (stated) return { mg: Number(stated[1]?.replaceAll(',', '')), basis: 'stated' };
  if (/micro|single/i.test(productName)) return { mg: MICRO_OR_SINGLE_MG, basis: 'inferred' };
  if (/double/i.test(productName)) return { mg: DOUBLE_MG, basis: 'inferred' };
  return { mg: OTHERWISE_MG, basis: 'assumed' };
}

/**
 * Whether measured THC is more than 1 mg below the labelled dose. [source:under-dosed]
 * @param thcMg measured milligrams, at most two decimals; compared in hundredths, because 5 − 3.9 is not 1.1 in binary
 */
export function isUnderDosed(productName: string, thcMg: number): boolean {
  const shortfall = Math.round(labelDose(productName).mg * 100) - Math.round(thcMg * 100);
  return shortfall > UNDER_DOSED_MARGIN_MG * 100;
}
