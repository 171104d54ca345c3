import type { Jurisdiction, LimitUnit } from '../../../api/generated/types.gen';
import { STATES } from '../../../components/law/states';

const FEDERAL = { value: 'US', label: 'United States' };

const PLACES = [FEDERAL, ...STATES.map(({ code, name }) => ({ value: `US-${code}`, label: name }))];

/** The name of a place that can have rules. */
export const placeName = (jurisdiction: Jurisdiction): string =>
  PLACES.find(({ value }) => value === jurisdiction)?.label ?? jurisdiction;

const UNITS: Readonly<Record<LimitUnit, string>> = {
  'mg/container': 'mg per container',
  'mg/package': 'mg per package',
  'mg/serving': 'mg per serving',
  '%': '% by weight',
  'mg/g': 'mg/g',
  'mg/kg': 'mg/kg',
  'µg/g': 'µg/g',
  'µg/kg': 'µg/kg',
  ppm: 'ppm',
  ppb: 'ppb',
  'mg/mL': 'mg/mL',
  'µg/mL': 'µg/mL',
  'CFU/g': 'CFU/g',
  'CFU/mL': 'CFU/mL',
};

const CHOOSE = { value: '', label: 'Choose' };

export const PLACE_OPTIONS = [CHOOSE, ...PLACES];

export const UNIT_OPTIONS = [CHOOSE, ...Object.entries(UNITS).map(([value, label]) => ({ value, label }))];

export const OPERATOR_OPTIONS = [
  { value: '<=', label: 'at most' },
  { value: '<', label: 'less than' },
];

export const MEASURE_OPTIONS = [
  { value: 'total_d9', label: 'Δ9-THC + 0.877 × THCA' },
  { value: 'all_thc', label: 'THC of all forms' },
  { value: 'ca_total', label: 'THCA, Δ8-, Δ9- and Δ10-THC together' },
];

export const CHECK_OPTIONS = [
  { value: 'sum', label: 'A limit on THC' },
  { value: 'analyte', label: 'A limit on one substance' },
  { value: 'not_detected', label: 'No THC that can be detected' },
  { value: 'excluded', label: 'Substances that may not be found' },
  { value: 'not_evaluable', label: 'Something that a report does not show' },
];
