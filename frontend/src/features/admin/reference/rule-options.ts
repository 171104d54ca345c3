import type { Jurisdiction, LimitUnit } from '../../../api/generated/types.gen';

/** The type makes the compiler require every place that the server knows. */
export const PLACES: Readonly<Record<Jurisdiction, string>> = {
  US: 'United States',
  'US-AL': 'Alabama',
  'US-AK': 'Alaska',
  'US-AZ': 'Arizona',
  'US-AR': 'Arkansas',
  'US-CA': 'California',
  'US-CO': 'Colorado',
  'US-CT': 'Connecticut',
  'US-DE': 'Delaware',
  'US-DC': 'District of Columbia',
  'US-FL': 'Florida',
  'US-GA': 'Georgia',
  'US-HI': 'Hawaii',
  'US-ID': 'Idaho',
  'US-IL': 'Illinois',
  'US-IN': 'Indiana',
  'US-IA': 'Iowa',
  'US-KS': 'Kansas',
  'US-KY': 'Kentucky',
  'US-LA': 'Louisiana',
  'US-ME': 'Maine',
  'US-MD': 'Maryland',
  'US-MA': 'Massachusetts',
  'US-MI': 'Michigan',
  'US-MN': 'Minnesota',
  'US-MS': 'Mississippi',
  'US-MO': 'Missouri',
  'US-MT': 'Montana',
  'US-NE': 'Nebraska',
  'US-NV': 'Nevada',
  'US-NH': 'New Hampshire',
  'US-NJ': 'New Jersey',
  'US-NM': 'New Mexico',
  'US-NY': 'New York',
  'US-NC': 'North Carolina',
  'US-ND': 'North Dakota',
  'US-OH': 'Ohio',
  'US-OK': 'Oklahoma',
  'US-OR': 'Oregon',
  'US-PA': 'Pennsylvania',
  'US-RI': 'Rhode Island',
  'US-SC': 'South Carolina',
  'US-SD': 'South Dakota',
  'US-TN': 'Tennessee',
  'US-TX': 'Texas',
  'US-UT': 'Utah',
  'US-VT': 'Vermont',
  'US-VA': 'Virginia',
  'US-WA': 'Washington',
  'US-WV': 'West Virginia',
  'US-WI': 'Wisconsin',
  'US-WY': 'Wyoming',
};

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

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const CHOOSE = { value: '', label: 'Choose' };

export const PLACE_OPTIONS = [CHOOSE, ...optionsOf(PLACES)];

export const UNIT_OPTIONS = [CHOOSE, ...optionsOf(UNITS)];

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
